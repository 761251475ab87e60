import type { Kysely } from 'kysely'

/** The webhooks of clients for their alerts, with their encrypted secrets (D125). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alerts_channels').addColumn('webhook_url', 'text').execute()
  await db.schema.alterTable('alerts_channels').addColumn('webhook_secret', 'text').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('alerts_channels').dropColumn('webhook_secret').execute()
  await db.schema.alterTable('alerts_channels').dropColumn('webhook_url').execute()
}
