/** A log that the user does not see (§8, D2). */
export interface Log {
  error(message: string, detail?: unknown): void
}
