import type { Generated } from 'kysely'

/** The tables of the second factor: instants in epoch ms, secrets encrypted, codes as hashes. */
export interface FactorTables {
  security_factors: FactorTable
  security_recovery_codes: RecoveryCodeTable
  security_tickets: TicketTable
  security_challenges: ChallengeTable
}

/** Whose account a row belongs to. */
export type FactorRealm = 'client' | 'imc'

interface FactorTable {
  readonly id: string
  readonly realm: FactorRealm
  readonly subject_id: string
  readonly kind: string
  /** What checks the factor, encrypted with the key of the server. */
  readonly secret: string
  /** The last accepted step of a one-time code, which is accepted once; the counter of a passkey. */
  readonly last_step: number
  readonly created_at: number
  /** Null until the first code proved that the owner has the secret. */
  readonly confirmed_at: number | null
  /** The name and the last use of a passkey; null for other kinds (D96). */
  readonly name: Generated<string | null>
  readonly last_used_at: Generated<number | null>
}

/** A challenge that a passkey answers once (D96). */
interface ChallengeTable {
  /** Hash of the challenge. */
  readonly id: string
  readonly realm: FactorRealm
  readonly subject_id: string
  readonly purpose: 'register' | 'sign-in'
  readonly expires_at: number
}

interface RecoveryCodeTable {
  readonly code: string
  readonly realm: FactorRealm
  readonly subject_id: string
  readonly used_at: number | null
}

interface TicketTable {
  /** Hash of the ticket. */
  readonly id: string
  readonly realm: FactorRealm
  readonly subject_id: string
  /** Hash of the password's hash: a new password makes the ticket void. */
  readonly password: string
  readonly takeover: number
  readonly expires_at: number
}
