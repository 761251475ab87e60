import { type Kysely, sql } from 'kysely'

/** When a transaction was reversed. A late repetition of its approval then does not count (D78). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('payment_transactions').addColumn('reversed_at', 'bigint').execute()
  // Earlier versions stored a reversal as a rejection, and named the transaction in the audit log.
  await sql`update payment_transactions set reversed_at = confirmed_at where state = 'rejected' and exists
    (select 1 from records_audit where action = 'payment-reversed' and target = order_reference
      and "after" = '{"transaction":"' || payment_transactions.reference || '"}')`.execute(db)
  await db.schema
    .createIndex('payment_transactions_order')
    .on('payment_transactions')
    .column('order_reference')
    .execute()
  await db.schema.createIndex('records_audit_target').on('records_audit').columns(['target', 'id']).execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('records_audit_target').execute()
  await db.schema.dropIndex('payment_transactions_order').execute()
  await db.schema.alterTable('payment_transactions').dropColumn('reversed_at').execute()
}
