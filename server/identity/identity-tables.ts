/** The tables of identity; instants are epoch ms, flags 0 and 1, secrets stand here as hashes alone. */
export interface IdentityTables {
  identity_clients: ClientTable
  identity_sessions: SessionTable
  identity_recovery_tokens: RecoveryTokenTable
  identity_recovery_requests: RecoveryRequestTable
  identity_registrations: RegistrationTable
  identity_spent_challenges: SpentChallengeTable
  identity_tries: TriesTable
  identity_keys: KeyTable
}

export interface ClientTable {
  readonly id: string
  readonly username: string
  /** In lower case: nobody is turned away for a capital letter. */
  readonly username_key: string
  readonly name: string
  readonly email: string
  readonly email_key: string
  readonly password_hash: string
  readonly key_expired: number
  readonly disabled: number
  /** The account can be used until then; null is for ever. */
  readonly expires_at: number | null
  readonly terms_accepted_at: number | null
  readonly created_at: number
}

export interface SessionTable {
  /** Hash of the cookie's value. */
  readonly id: string
  readonly client_id: string
  /** The client while the session is open, null once it has ended: its unique index allows one open session each. */
  readonly open_for: string | null
  /** What the portal keeps as `token`; no credential (D11). */
  readonly token: string
  readonly started_at: number
  readonly ended_at: number | null
  readonly end_reason: string | null
}

export interface RecoveryTokenTable {
  readonly token: string
  readonly token2: string
  readonly client_id: string
  readonly created_at: number
  readonly used_at: number | null
}

/** A mail with a recovery link that is to be sent, whether anybody has the address or not (D15). */
export interface RecoveryRequestTable {
  readonly id: string
  readonly email: string
  readonly requested_at: number
  readonly due_at: number
  readonly tries: number
}

export interface RegistrationTable {
  readonly id: string
  readonly received_at: number
  readonly sent_at: number
  readonly first_name: string
  readonly last_name: string
  readonly document_type: string
  readonly document_number: string
  readonly email: string
  readonly company: string
  readonly country: string
  readonly city: string
  readonly person_type: string
  readonly product: string
  readonly phone: string
}

export interface SpentChallengeTable {
  readonly id: string
  readonly expires_at: number
}

/** Failed tries in a row of whatever the key names: an account, a caller's address. */
export interface TriesTable {
  readonly key: string
  readonly failures: number
  readonly locked_until: number
  readonly last_at: number
}

export interface KeyTable {
  readonly id: string
  readonly value: string
}
