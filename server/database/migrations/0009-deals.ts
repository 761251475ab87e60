import type { Kysely } from 'kysely'

/** Market time at which an annulment was recorded: visitors could see the deal until then (D49). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('market_deals').addColumn('annulled_recorded_at', 'bigint').execute()
  // Earlier versions had only the simulator, which records an annulment when it happens.
  await (db as Kysely<{ market_deals: { annulled_at: number | null; annulled_recorded_at: number | null } }>)
    .updateTable('market_deals')
    .set(({ ref }) => ({ annulled_recorded_at: ref('annulled_at') }))
    .where('annulled_at', 'is not', null)
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('market_deals').dropColumn('annulled_recorded_at').execute()
}
