import { type Kysely, type RawBuilder, SqliteAdapter, sql } from 'kysely'

const COLUMNS = sql.raw(
  ['id', 'at', 'realm', 'subject_id', 'subject_name', 'entity_id', 'action', 'target', 'before', 'after', 'request_id']
    .map((name) => `"${name}"`)
    .join(', '),
)

const SQLITE: readonly RawBuilder<unknown>[] = [
  sql`drop trigger records_audit_no_update`,
  sql`create trigger records_audit_no_update before update of ${COLUMNS} on records_audit
    begin select raise(abort, 'records_audit: rows are never changed'); end`,
  sql`create trigger records_audit_no_address before update of address on records_audit when new.address is not null
    begin select raise(abort, 'records_audit: an address is only removed'); end`,
  // The deletion of old addresses reads this index.
  sql`create index records_audit_addresses on records_audit (at) where address is not null`,
]

const POSTGRES: readonly RawBuilder<unknown>[] = [
  sql`create or replace function records_audit_refuse() returns trigger language plpgsql as
    $$ begin
      if tg_op = 'UPDATE' and old.address is not null and new.address is null and to_jsonb(new) - 'address' = to_jsonb(old) - 'address' then
        return new;
      end if;
      raise exception 'records_audit: rows are never changed or deleted';
    end $$`,
  sql`create index records_audit_addresses on records_audit (at) where address is not null`,
]

const isSqlite = (db: Kysely<unknown>) => db.getExecutor().adapter instanceof SqliteAdapter

/** The triggers of the audit allow one change: a network address is removed (D116). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of isSqlite(db) ? SQLITE : POSTGRES) await statement.execute(db)
}

/** The stricter triggers are not restored: they refuse nothing that this version writes. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index records_audit_addresses`.execute(db)
}
