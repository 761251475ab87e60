import { type Kysely, sql } from 'kysely'

/** The approved purchases whose packages are not all added yet (D124). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imc_deliveries')
    .addColumn('request_id', 'text', (column) => column.primaryKey().references('imc_requests.id'))
    .addColumn('delivered', 'integer', (column) => column.notNull().check(sql`delivered > 0`))
    .addColumn('person', 'text')
    .addColumn('origin', 'text')
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('imc_deliveries').execute()
}
