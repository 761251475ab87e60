import { type Kysely, sql } from 'kysely'

/** Sessions of entity users. A user may have several open sessions, unlike a client (D5). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imc_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('imc_users.id'))
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('end_reason', 'text')
    .addCheckConstraint('imc_sessions_end_reason', sql`end_reason in ('logout', 'replaced', 'password')`)
    .addCheckConstraint('imc_sessions_ended', sql`(ended_at is null) = (end_reason is null)`)
    .execute()
  for (const column of ['user_id', 'started_at'])
    await db.schema.createIndex(`imc_sessions_${column}`).on('imc_sessions').column(column).execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('imc_sessions').execute()
}
