import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The account that an order belongs to. */
export interface PayingClient {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** Finds the accounts of payers, and reads and changes the instants at which they close. */
export interface PayerAccounts {
  /** Finds the account with this e-mail address; case is ignored. */
  findByEmail(tx: Kysely<Schema>, email: string): Promise<PayingClient | null>
  /**
   * Locks an account until the database transaction ends. Returns the end of the account; null for
   * an account without an end, undefined for an unknown account.
   */
  lockAndReadEnd(tx: Kysely<Schema>, id: string): Promise<Instant | null | undefined>
  setEnd(tx: Kysely<Schema>, id: string, end: Instant): Promise<void>
}
