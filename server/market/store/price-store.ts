import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { type RecordedDeal, readDeals, selectVisible } from '#server/market/store/deal-rows-store.ts'
import { createPriceSeries, type PricedDeal, type PriceSeries } from '#src/domain/alerts/price-series.ts'
import { type DealReport, isCounted, toCentavos } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'

type Identified = Pick<RecordedDeal, 'id' | 'market' | 'time' | 'price'>

export const toPricedDeal = ({ id, market, time, price }: Identified): PricedDeal => ({
  id,
  market,
  time,
  centavos: toCentavos(price),
})

/** The deals whose price counts. */
export const toPricedDeals = (deals: readonly (Identified & DealReport)[]): readonly PricedDeal[] =>
  deals.filter(isCounted).map(toPricedDeal)

async function findLastDate(db: Kysely<Schema>, market: Market, sequence: number): Promise<string | null> {
  const row = await selectVisible(db)
    .select(({ fn }) => fn.max('date').as('date'))
    .where('market', '=', market)
    .where('sequence', '<=', sequence)
    .where('sector', '=', 1)
    .where('origin', '=', 'negotiated')
    .executeTakeFirst()
  return row?.date ?? null
}

/** Reads the last close before a day, in centavos. */
async function readCloseBefore(db: Kysely<Schema>, market: Market, date: string | null): Promise<number | null> {
  const row = await db
    .selectFrom('market_sessions')
    .select('last')
    .where('market', '=', market)
    .$if(date !== null, (query) => query.where('date', '<', date ?? ''))
    .orderBy('date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.last ?? null
}

/** Reads the prices of the last day as the lines up to this sequence number have left them. */
export async function readPriceSeries(db: Kysely<Schema>, market: Market, sequence: number): Promise<PriceSeries> {
  const date = await findLastDate(db, market, sequence)
  const series = createPriceSeries(await readCloseBefore(db, market, date))
  const deals = date === null ? [] : (await readDeals(db, market, date)).filter(isCounted)
  const steps = deals.flatMap((deal) => [
    { at: deal.sequence, apply: () => void series.add(toPricedDeal(deal)) },
    { at: deal.annulment?.sequence ?? Number.POSITIVE_INFINITY, apply: () => series.remove(deal.id) },
  ])
  const done = steps.filter(({ at }) => at <= sequence).sort((one, other) => one.at - other.at)
  for (const { apply } of done) apply()
  return series
}
