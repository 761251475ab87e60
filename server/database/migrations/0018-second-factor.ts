import type { Kysely } from 'kysely'

/**
 * The second factor of clients and of users of entities (D93): factors, recovery codes, and the
 * tickets between password and session. `realm` says whose id `subject_id` is.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('security_factors')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('realm', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('last_step', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('security_factors_subject')
    .on('security_factors')
    .columns(['realm', 'subject_id'])
    .execute()
  await db.schema
    .createTable('security_recovery_codes')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('realm', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await db.schema
    .createIndex('security_recovery_codes_subject')
    .on('security_recovery_codes')
    .columns(['realm', 'subject_id'])
    .execute()
  await db.schema
    .createTable('security_tickets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('realm', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('password', 'text', (column) => column.notNull())
    .addColumn('takeover', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .alterTable('imc_entities')
    .addColumn('factor_required', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('imc_entities').dropColumn('factor_required').execute()
  for (const table of ['security_tickets', 'security_recovery_codes', 'security_factors'])
    await db.schema.dropTable(table).execute()
}
