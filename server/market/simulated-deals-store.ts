import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'

/** Counts the recorded deals and the stored days. */
export async function countMarketRows(db: Kysely<Schema>): Promise<{ readonly deals: number; readonly days: number }> {
  const deals = await db
    .selectFrom('market_deals')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  const days = await db
    .selectFrom('market_sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  return { deals: Number(deals?.count ?? 0), days: Number(days?.count ?? 0) }
}

/** Deletes all deals, all days and the state. Call it for a simulated market only. */
export async function deleteMarket(tx: Kysely<Schema>): Promise<void> {
  await tx.deleteFrom('market_deals').execute()
  await tx.deleteFrom('market_sessions').execute()
  await tx.deleteFrom('market_state').execute()
}
