import type { Kysely } from 'kysely'

/** The operator's work on clients: decisions about registrations, invitations, expiry notices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('identity_registrations')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('pending'))
    .execute()
  for (const column of ['client_id', 'reason'])
    await schema.alterTable('identity_registrations').addColumn(column, 'text').execute()
  await schema.alterTable('identity_registrations').addColumn('settled_at', 'bigint').execute()
  await schema
    .alterTable('identity_clients')
    .addColumn('invited', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema.alterTable('identity_clients').addColumn('notified_end', 'bigint').execute()
  await schema.createIndex('identity_clients_expires_at').on('identity_clients').column('expires_at').execute()
  await schema
    .alterTable('identity_recovery_tokens')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('recovery'))
    .execute()
}

const ADDED_COLUMNS = [
  ['identity_recovery_tokens', 'kind'],
  ['identity_clients', 'notified_end'],
  ['identity_clients', 'invited'],
  ['identity_registrations', 'settled_at'],
  ['identity_registrations', 'reason'],
  ['identity_registrations', 'client_id'],
  ['identity_registrations', 'status'],
] as const

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('identity_clients_expires_at').execute()
  for (const [table, column] of ADDED_COLUMNS) await db.schema.alterTable(table).dropColumn(column).execute()
}
