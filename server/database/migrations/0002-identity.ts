import type { Kysely } from 'kysely'

/**
 * Clients, sessions, password recovery, registrations, attempt limits, used human-check
 * challenges and the key of the human check.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('identity_clients')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('username_key', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_key', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    // 1 when the password has expired.
    .addColumn('key_expired', 'integer', (column) => column.notNull())
    .addColumn('disabled', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('terms_accepted_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('identity_sessions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('client_id', 'text', (column) => column.notNull())
    // The client's id while the session is open, else null: one open session per client.
    .addColumn('open_for', 'text', (column) => column.unique())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_at', 'bigint')
    .addColumn('end_reason', 'text')
    .execute()
  await createIndex(db, 'identity_sessions', 'started_at')

  await db.schema
    .createTable('identity_recovery_tokens')
    // Hashes of the two secrets in the link.
    .addColumn('token', 'text', (column) => column.primaryKey())
    .addColumn('token2', 'text', (column) => column.notNull())
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await createIndex(db, 'identity_recovery_tokens', 'client_id')

  await db.schema
    .createTable('identity_recovery_requests')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('requested_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    // Not used, always 0.
    .addColumn('tries', 'integer', (column) => column.notNull())
    .execute()
  await createIndex(db, 'identity_recovery_requests', 'due_at')

  await db.schema
    .createTable('identity_registrations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    // The time in the form, from the browser's clock.
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('document_type', 'text', (column) => column.notNull())
    .addColumn('document_number', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('company', 'text', (column) => column.notNull())
    .addColumn('country', 'text', (column) => column.notNull())
    .addColumn('city', 'text', (column) => column.notNull())
    .addColumn('person_type', 'text', (column) => column.notNull())
    .addColumn('product', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('identity_spent_challenges')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await createIndex(db, 'identity_spent_challenges', 'expires_at')

  // Counted attempts: the key is the hash of a subject, such as an account or a network.
  await db.schema
    .createTable('identity_tries')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('locked_until', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .execute()
  await createIndex(db, 'identity_tries', 'last_at')

  await db.schema
    .createTable('identity_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}

const createIndex = (db: Kysely<unknown>, table: string, column: string) =>
  db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()

const TABLES = [
  'identity_keys',
  'identity_tries',
  'identity_spent_challenges',
  'identity_registrations',
  'identity_recovery_requests',
  'identity_recovery_tokens',
  'identity_sessions',
  'identity_clients',
]

export async function down(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) await db.schema.dropTable(table).execute()
}
