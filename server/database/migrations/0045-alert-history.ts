import type { Kysely } from 'kysely'

/** Finds the firings whose retention has ended (D116). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('alerts_firings_recorded').on('alerts_firings').column('recorded_at').execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('alerts_firings_recorded').execute()
}
