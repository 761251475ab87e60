import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The account that an order belongs to. */
export interface PayingClient {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** Reads and changes the terms of accounts for payments. */
export interface ClientTerms {
  /** Finds the account with this e-mail address; case is ignored. */
  findByEmail(tx: Kysely<Schema>, email: string): Promise<PayingClient | null>
  /**
   * Locks an account until the transaction ends. Returns the instant at which the account closes,
   * null for an account without an end, undefined for an unknown account.
   */
  lockEnd(tx: Kysely<Schema>, id: string): Promise<Instant | null | undefined>
  setEnd(tx: Kysely<Schema>, id: string, end: Instant): Promise<void>
}
