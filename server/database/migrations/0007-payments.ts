import { type Kysely, sql } from 'kysely'

/** Orders of plans, their card transactions, and the counter of the order numbers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payment_orders')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('sequence', 'integer', (column) => column.notNull().unique())
    .addColumn('access_hash', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('plan', 'text', (column) => column.notNull())
    .addColumn('base', 'integer', (column) => column.notNull())
    .addColumn('tax', 'integer', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('status_at', 'bigint', (column) => column.notNull())
    .addColumn('card', 'text')
    .addColumn('authorization_code', 'text')
    .addColumn('reason', 'text')
    .addColumn('valid_from', 'text')
    .addColumn('valid_until', 'text')
    .addCheckConstraint('payment_orders_total', sql`base > 0 and tax >= 0 and total = base + tax`)
    .addCheckConstraint('payment_orders_provider', sql`provider in ('epayco', 'sandbox')`)
    .addCheckConstraint('payment_orders_plan', sql`plan in ('quarterly', 'semiannual', 'annual')`)
    .addCheckConstraint('payment_orders_status', sql`status in ('pending', 'approved', 'rejected')`)
    // Exactly the approved orders have a period of validity.
    .addCheckConstraint('payment_orders_from', sql`(valid_from is not null) = (status = 'approved')`)
    .addCheckConstraint('payment_orders_until', sql`(valid_until is not null) = (status = 'approved')`)
    .execute()
  for (const column of ['client_id', 'email_key'])
    await db.schema.createIndex(`payment_orders_${column}`).on('payment_orders').column(column).execute()

  await db.schema
    .createTable('payment_transactions')
    .addColumn('reference', 'text', (column) => column.primaryKey())
    .addColumn('order_reference', 'text', (column) => column.notNull().references('payment_orders.reference'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('payment_transactions_state', sql`state in ('pending', 'approved', 'rejected')`)
    .execute()

  await db.schema
    .createTable('payment_counters')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('value', 'integer', (column) => column.notNull())
    .execute()
  await sql`insert into payment_counters (id, value) values ('order', 0)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['payment_counters', 'payment_transactions', 'payment_orders'])
    await db.schema.dropTable(table).execute()
}
