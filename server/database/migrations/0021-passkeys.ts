import type { Kysely } from 'kysely'

/**
 * Passkeys (D96): a factor of the kind `passkey` has a name and a last use, and its counter in
 * `last_step`. A challenge is used once and expires soon.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('security_factors').addColumn('name', 'text').execute()
  await db.schema.alterTable('security_factors').addColumn('last_used_at', 'bigint').execute()
  await db.schema
    .createTable('security_challenges')
    // Hash of the challenge.
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('realm', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('security_challenges').execute()
  await db.schema.alterTable('security_factors').dropColumn('last_used_at').execute()
  await db.schema.alterTable('security_factors').dropColumn('name').execute()
}
