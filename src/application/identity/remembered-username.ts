/** The user name kept beyond a session, never a password (D7). */
export interface RememberedUsername {
  read(): string | null
  /** Null forgets it. */
  write(username: string | null): void
}
