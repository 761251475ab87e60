/** The tables of identity: instants in epoch ms, flags 0 or 1, credentials only as hashes. */
export interface IdentityTables {
  identity_clients: ClientTable
  identity_sessions: SessionTable
  identity_recovery_tokens: RecoveryTokenTable
  identity_recovery_requests: RecoveryRequestTable
  identity_registrations: RegistrationTable
  identity_spent_challenges: SpentChallengeTable
  identity_tries: AttemptTable
  identity_keys: KeyTable
  client_settings: SettingTable
}

export interface ClientTable {
  readonly id: string
  readonly username: string
  /** The user name as `toAccountKey` returns it. */
  readonly username_key: string
  readonly name: string
  readonly email: string
  readonly email_key: string
  readonly password_hash: string
  readonly key_expired: number
  readonly disabled: number
  /** The account is closed from this instant; null when it never ends. */
  readonly expires_at: number | null
  readonly terms_accepted_at: number | null
  readonly created_at: number
  /** 1 until the client has chosen the first password (D79). */
  readonly invited: number
  /** The account's end in its newest notice; null before the first notice. */
  readonly notified_end: number | null
}

interface SessionTable {
  /** Hash of the cookie's value. */
  readonly id: string
  readonly client_id: string
  /**
   * The client id while the session is open, else null. Its unique index allows one open session
   * per client.
   */
  readonly open_for: string | null
  /** The value that the portal stores as `token`; no credential (D11). */
  readonly token: string
  readonly started_at: number
  readonly ended_at: number | null
  readonly end_reason: string | null
}

interface RecoveryTokenTable {
  readonly token: string
  readonly token2: string
  readonly client_id: string
  readonly created_at: number
  readonly used_at: number | null
  /** `recovery` or `invitation`: decides the lifetime of the link. */
  readonly kind: string
}

/** A request for a recovery mail, to a known or unknown address (D15). */
interface RecoveryRequestTable {
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
  /** `pending`, `accepted` or `refused` (D79). */
  readonly status: string
  readonly settled_at: number | null
  /** The account of an accepted registration. */
  readonly client_id: string | null
  /** Why the registration was refused. */
  readonly reason: string | null
}

interface SpentChallengeTable {
  readonly id: string
  readonly expires_at: number
}

/** Counted attempts of one subject, such as an account or a network. The key is its hash. */
interface AttemptTable {
  readonly key: string
  readonly failures: number
  readonly locked_until: number
  readonly last_at: number
}

/** Secret keys of the server, such as the key that signs challenges. */
interface KeyTable {
  readonly id: string
  readonly value: string
}

/** What a client stores for all its browsers (D127). */
interface SettingTable {
  readonly client_id: string
  readonly name: string
  /** The number of its changes. */
  readonly version: number
  /** JSON. */
  readonly value: string
  readonly updated_at: number
}
