import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely'

/**
 * Audit log, idempotency keys and outbox: records that an area writes in the transaction of its
 * change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('records_audit')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('realm', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text')
    .addColumn('subject_name', 'text')
    .addColumn('entity_id', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('target', 'text')
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('request_id', 'text')
    .addColumn('address', 'text')
    .addCheckConstraint('records_audit_realm', sql`realm in ('client', 'imc', 'operator', 'system')`)
    .execute()
  await db.schema.createIndex('records_audit_entity').on('records_audit').columns(['entity_id', 'at', 'id']).execute()
  // The audit pages of an entity are read by id, newest first.
  await db.schema.createIndex('records_audit_page').on('records_audit').columns(['entity_id', 'id']).execute()
  await db.schema.createIndex('records_audit_at').on('records_audit').columns(['at', 'id']).execute()
  for (const statement of auditTriggers(db)) await statement.execute(db)

  await db.schema
    .createTable('records_idempotency')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('route', 'text', (column) => column.notNull())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('reply', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('records_idempotency_key', ['subject', 'key'])
    .execute()
  await createIndex(db, 'records_idempotency', 'created_at')

  await db.schema
    .createTable('records_outbox')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('content', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('give_up_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('settled_at', 'bigint')
    .addCheckConstraint('records_outbox_status', sql`status in ('pending', 'sent', 'failed')`)
    // The content may be a secret, so it is deleted after sending.
    .addCheckConstraint('records_outbox_content', sql`(content is null) = (status = 'sent')`)
    .addCheckConstraint('records_outbox_settled', sql`(settled_at is null) = (status = 'pending')`)
    .addCheckConstraint('records_outbox_attempts', sql`attempts >= 0`)
    .execute()
  await db.schema.createIndex('records_outbox_due').on('records_outbox').columns(['status', 'due_at']).execute()
}

const createIndex = (db: Kysely<unknown>, table: string, column: string) =>
  db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()

const isSqlite = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof SqliteAdapter

const SQLITE_TRIGGERS: readonly RawBuilder<unknown>[] = [
  sql`create trigger records_audit_no_update before update on records_audit
    begin select raise(abort, 'records_audit: rows are never changed'); end`,
  sql`create trigger records_audit_no_delete before delete on records_audit
    begin select raise(abort, 'records_audit: rows are never deleted'); end`,
  // "insert or replace" deletes the old row without its delete trigger.
  sql`create trigger records_audit_no_replace before insert on records_audit
    when exists (select 1 from records_audit where id = new.id)
    begin select raise(abort, 'records_audit: rows are never changed'); end`,
]

const POSTGRES_TRIGGERS: readonly RawBuilder<unknown>[] = [
  sql`create function records_audit_refuse() returns trigger language plpgsql as
    $$ begin raise exception 'records_audit: rows are never changed or deleted'; end $$`,
  sql`create trigger records_audit_no_change before update or delete on records_audit
    for each row execute function records_audit_refuse()`,
  sql`create trigger records_audit_no_truncate before truncate on records_audit
    for each statement execute function records_audit_refuse()`,
]

/** The statements that create the triggers against changes and deletions in the audit log. */
const auditTriggers = (db: Kysely<unknown>) => (isSqlite(db) ? SQLITE_TRIGGERS : POSTGRES_TRIGGERS)

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of ['records_outbox', 'records_idempotency', 'records_audit'])
    await db.schema.dropTable(table).execute()
  if (!isSqlite(db)) await sql`drop function records_audit_refuse()`.execute(db)
}
