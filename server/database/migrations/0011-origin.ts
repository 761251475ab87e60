import { type Kysely, sql } from 'kysely'

/**
 * Where the deals of this database come from (D60). Earlier versions had only simulated deals, and
 * their databases are demos when they have demo accounts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('records_origin')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('seed', 'bigint')
    .addColumn('demo', 'integer', (column) => column.notNull())
    .addCheckConstraint('records_origin_source', sql`source in ('simulator', 'csv', 'ingest')`)
    .addCheckConstraint('records_origin_seed', sql`(seed is not null) = (source = 'simulator')`)
    .addCheckConstraint('records_origin_demo', sql`demo in (0, 1)`)
    .execute()
  await sql`
    insert into records_origin (id, source, seed, demo)
    select 'market', 'simulator', seed, case
      when exists (select 1 from identity_clients where id = 'cli-demo') then 1
      when exists (select 1 from imc_entities where id in ('ent-andina', 'ent-pacifico')) then 1
      else 0 end
    from market_state where seed is not null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('records_origin').execute()
}
