import type { Insertable, Kysely, Selectable } from 'kysely'

import { toChunks } from '#server/database/chunks.ts'
import type { Schema } from '#server/database/schema.ts'
import { parseChoice } from '#server/market/store/deal-rows-store.ts'
import type { DayTable } from '#server/market/store/market-tables.ts'
import type { StoredDay } from '#server/market/store/stored-day.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'

/** The new figures of a stored day; `day` is null when no deal of the day counts any more. */
export interface DayChange {
  readonly market: Market
  readonly date: BogotaDate
  readonly day: StoredDay | null
}

/** Reads all stored days of a market, in order of date. */
export async function readDays(db: Kysely<Schema>, market: Market): Promise<readonly StoredDay[]> {
  const rows = await db.selectFrom('market_sessions').selectAll().where('market', '=', market).orderBy('date').execute()
  return rows.map(toStoredDay)
}

/** Adds the days that are not stored yet. */
export async function addDays(tx: Kysely<Schema>, days: readonly StoredDay[]): Promise<void> {
  for (const rows of toChunks(days.map(toDayRow))) {
    await tx
      .insertInto('market_sessions')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['market', 'date']).doNothing())
      .execute()
  }
}

/** Replaces stored days by their new figures; deletes days without counted deals. */
export async function changeDays(tx: Kysely<Schema>, changes: readonly DayChange[]): Promise<void> {
  for (const market of MARKETS) {
    const dates = changes.filter((change) => change.market === market).map(({ date }) => date)
    for (const chunk of toChunks(dates))
      await tx.deleteFrom('market_sessions').where('market', '=', market).where('date', 'in', chunk).execute()
  }
  await addDays(
    tx,
    changes.flatMap(({ day }) => day ?? []),
  )
}

const toDayRow = ({ market, date, figures, trm, seed }: StoredDay): Insertable<DayTable> => ({
  market,
  date,
  open: toCentavos(figures.open),
  last: toCentavos(figures.last),
  low: toCentavos(figures.low),
  high: toCentavos(figures.high),
  average: toCentavos(figures.average),
  sum: figures.sum,
  last_amount: figures.lastAmount,
  low_amount: figures.lowAmount,
  high_amount: figures.highAmount,
  count: figures.count,
  last_time: figures.lastTime,
  trm: trm === null ? null : toCentavos(trm),
  seed,
})

const toStoredDay = (row: Selectable<DayTable>): StoredDay => ({
  market: parseChoice(MARKETS, row.market),
  date: row.date,
  figures: {
    open: row.open / 100,
    last: row.last / 100,
    low: row.low / 100,
    high: row.high / 100,
    average: row.average / 100,
    sum: row.sum,
    lastAmount: row.last_amount,
    lowAmount: row.low_amount,
    highAmount: row.high_amount,
    count: row.count,
    lastTime: row.last_time,
  },
  trm: row.trm === null ? null : row.trm / 100,
  seed: row.seed,
})
