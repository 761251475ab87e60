import type { Kysely } from 'kysely'
import type { AuditStamp } from '#server/database/audit-store.ts'
import type { Schema } from '#server/database/schema.ts'

/** The owner of a factor. */
export interface FactorSubject {
  readonly id: string
  readonly name: string
  /** The name that the application shows under the issuer. */
  readonly label: string
  /** Null for a user without an address, who gets no mail. */
  readonly email: string | null
}

/** The audited changes of a factor. */
export type FactorAction =
  | 'factor-activated'
  | 'factor-deactivated'
  | 'factor-codes-renewed'
  | 'factor-reset'
  | 'passkey-added'
  | 'passkey-removed'

/** A proof that is right; `consume` uses it up, and returns false when another use was first. */
export interface CheckedProof {
  consume(tx: Kysely<Schema>): Promise<boolean>
}

/** Who changes the factor, and the session that stays open. */
export interface FactorChangeContext<Actor> {
  readonly subject: FactorSubject
  /** The account as the audit needs it. */
  readonly actor: Actor
  readonly sessionId: string | null
  readonly stamp: AuditStamp
}
