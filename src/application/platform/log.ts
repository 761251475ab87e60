/** Where what the user is not told is written (§8, D2). */
export interface Log {
  error(message: string, detail?: unknown): void
}
