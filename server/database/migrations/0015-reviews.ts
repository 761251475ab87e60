import type { Kysely } from 'kysely'

/** When the operator closed the review of a paid order; a later issue reopens the review (D78). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payment_orders').addColumn('reviewed_at', 'bigint').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payment_orders').dropColumn('reviewed_at').execute()
}
