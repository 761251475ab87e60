/** Stores the user name beyond the end of a session (D7). */
export interface RememberedUsername {
  read(): string | null
  /** Stores a user name; null deletes the stored name. */
  write(username: string | null): void
}
