import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import { toExpiry } from '#src/domain/identity/account-expiry.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Orders that were paid before their payer had an account. */
export interface AdoptedOrders {
  readonly references: readonly string[]
  /** The end of the last term that these orders pay for. */
  readonly end: Instant
}

/**
 * Locks the ownership of all orders until the database transaction ends. Without the lock, an order
 * that is approved while its payer's account is created would belong to no account.
 */
export async function lockOwnership(tx: Kysely<Schema>): Promise<void> {
  await tx
    .updateTable('payment_counters')
    .set(({ ref }) => ({ value: ref('value') }))
    .where('id', '=', 'order')
    .execute()
}

/** Assigns paid orders to the new account with their e-mail address; null without such orders. */
export async function adoptPaidOrders(
  tx: Kysely<Schema>,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<AdoptedOrders | null> {
  await lockOwnership(tx)
  const rows = await tx
    .updateTable('payment_orders')
    .set({ client_id: id })
    .where('status', '=', 'approved')
    .where('client_id', 'is', null)
    .where('email_key', '=', toAccountKey(email))
    .returning(['reference', 'valid_until'])
    .execute()
  const ends = rows.flatMap(({ valid_until: until }) => (until === null ? [] : [toExpiry(until)]))
  return ends.length === 0
    ? null
    : { references: rows.map(({ reference }) => reference).toSorted(), end: Math.max(...ends) }
}
