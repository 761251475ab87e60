/** The user name that is stored beyond a session (D7). */
export interface RememberedUsername {
  read(): string | null
  /** Null deletes it. */
  write(username: string | null): void
}
