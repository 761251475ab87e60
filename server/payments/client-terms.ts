import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The account that an order belongs to. */
export interface PayingClient {
  readonly id: string
  readonly name: string
  readonly email: string
}

/** The terms of accounts, as payments use them. */
export interface ClientTerms {
  /** The account with this address, ignoring case. */
  findByEmail(tx: Kysely<Schema>, email: string): Promise<PayingClient | null>
  /**
   * Locks an account until the transaction ends. Returns the instant from which it is closed, null
   * when it has no end, undefined for an unknown account.
   */
  lockEnd(tx: Kysely<Schema>, id: string): Promise<Instant | null | undefined>
  setEnd(tx: Kysely<Schema>, id: string, end: Instant): Promise<void>
}
