import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'

const SANDBOX = 'sandbox'

/** Number of orders of the test card page. */
export async function countSandboxOrders(db: Kysely<Schema>): Promise<number> {
  const row = await db
    .selectFrom('payment_orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('provider', '=', SANDBOX)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

/** Deletes the orders of the test card page with their transactions; they are unpaid. */
export async function deleteSandboxOrders(tx: Kysely<Schema>): Promise<void> {
  const orders = tx.selectFrom('payment_orders').select('reference').where('provider', '=', SANDBOX)
  await tx.deleteFrom('payment_transactions').where('order_reference', 'in', orders).execute()
  await tx.deleteFrom('payment_orders').where('provider', '=', SANDBOX).execute()
}
