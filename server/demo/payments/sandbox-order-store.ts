import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'

const SANDBOX = 'sandbox'

/** Counts the orders of the sandbox. */
export async function countSandboxOrders(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('payment_orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('provider', '=', SANDBOX)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Deletes the orders of the sandbox with their transactions. No money was paid for them. */
export async function deleteSandboxOrders(tx: Kysely<Schema>): Promise<void> {
  const orders = tx.selectFrom('payment_orders').select('reference').where('provider', '=', SANDBOX)
  await tx.deleteFrom('payment_transactions').where('order_reference', 'in', orders).execute()
  await tx.deleteFrom('payment_orders').where('provider', '=', SANDBOX).execute()
}
