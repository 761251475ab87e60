import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely'

const SQLITE: readonly RawBuilder<unknown>[] = [
  sql`create trigger records_audit_chain_no_update before update on records_audit_chain
    begin select raise(abort, 'records_audit_chain: rows are never changed'); end`,
  sql`create trigger records_audit_chain_no_delete before delete on records_audit_chain
    begin select raise(abort, 'records_audit_chain: rows are never deleted'); end`,
]

const POSTGRES: readonly RawBuilder<unknown>[] = [
  sql`create function records_audit_chain_refuse() returns trigger language plpgsql as
    $$ begin raise exception 'records_audit_chain: rows are never changed or deleted'; end $$`,
  sql`create trigger records_audit_chain_no_change before update or delete on records_audit_chain
    for each row execute function records_audit_chain_refuse()`,
  sql`create trigger records_audit_chain_no_truncate before truncate on records_audit_chain
    for each statement execute function records_audit_chain_refuse()`,
]

const isSqlite = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof SqliteAdapter

/** The chain of the audit lines (D121). The server adds the lines that exist, and every new one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('records_audit_chain')
    .addColumn('position', 'bigint', (column) => column.primaryKey())
    .addColumn('audit_id', 'text', (column) => column.notNull().unique())
    .addColumn('hash', 'text', (column) => column.notNull())
    .execute()
  for (const statement of isSqlite(db) ? SQLITE : POSTGRES) await statement.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('records_audit_chain').execute()
  if (!isSqlite(db)) await sql`drop function records_audit_chain_refuse()`.execute(db)
}
