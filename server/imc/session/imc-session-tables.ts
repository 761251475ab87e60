/** Sessions of entity users: instants in epoch ms. */
export interface ImcSessionTables {
  imc_sessions: ImcSessionTable
}

export interface ImcSessionTable {
  /** Hash of the cookie's value. */
  readonly id: string
  readonly user_id: string
  readonly started_at: number
  readonly ended_at: number | null
  /** Null while the session is open. */
  readonly end_reason: 'logout' | 'replaced' | 'password' | null
}
