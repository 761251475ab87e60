import type { Insertable, Selectable } from 'kysely'

import type { Database } from '#server/database/connection.ts'
import type { DayTable, DealTable } from '#server/market/market-tables.ts'
import type { StoredDay } from '#server/market/stored-day.ts'
import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { type Deal, toCentavos } from '#src/domain/trading/deal.ts'
import { MARKETS, type Market, SECTORS } from '#src/domain/trading/market.ts'

/** A recorded deal. */
export interface RecordedDeal extends Deal {
  /** Market time when it was recorded. */
  readonly recordedAt: Instant
  readonly annulment: Annulment | null
}

export interface Annulment {
  readonly time: Instant
  /** Its own number in the market's sequence (D51). */
  readonly sequence: number
}

/** The rows of one commit: new deals, and annulments of earlier deals. */
export interface MarketBatch {
  readonly deals: readonly RecordedDeal[]
  readonly annulments: readonly (Annulment & { readonly id: string })[]
}

export interface MarketState {
  readonly shift: number | null
  readonly seed: number | null
}

/** The market's tables. */
export interface MarketStore {
  /** The deals of a day by sequence, including annulled ones. */
  deals(market: Market, date: BogotaDate): Promise<readonly RecordedDeal[]>
  /** The recorded deals with these ids, in any order. */
  findDeals(ids: readonly string[]): Promise<readonly RecordedDeal[]>
  /** The last date with deals of any market. */
  lastDealDate(): Promise<BogotaDate | null>
  /** Market time of the last record. */
  lastRecordedAt(): Promise<Instant | null>
  /** The last sequence number of a market; 0 without deals. */
  lastSequence(market: Market): Promise<number>
  /** Commits all or nothing. */
  append(batch: MarketBatch): Promise<void>
  /** All stored days, in order of date. */
  storedDays(market: Market): Promise<readonly StoredDay[]>
  saveDays(days: readonly StoredDay[]): Promise<void>
  state(): Promise<MarketState>
  saveState(state: MarketState): Promise<void>
}

// One statement of SQLite binds at most 32,766 parameters, thirteen per deal and fifteen per day.
const ROWS_PER_INSERT = 500

const STATE_ID = 'market'

export function createMarketStore({ db, transaction }: Database): MarketStore {
  return {
    async deals(market, date) {
      const rows = await db
        .selectFrom('market_deals')
        .selectAll()
        .where('market', '=', market)
        .where('date', '=', date)
        .orderBy('sequence')
        .execute()
      return rows.map(toDeal)
    },

    async findDeals(ids) {
      const found: RecordedDeal[] = []
      for (const some of inChunks(ids)) {
        const rows = await db.selectFrom('market_deals').selectAll().where('id', 'in', some).execute()
        found.push(...rows.map(toDeal))
      }
      return found
    },

    async lastDealDate() {
      const row = await db
        .selectFrom('market_deals')
        .select(({ fn }) => fn.max('date').as('date'))
        .executeTakeFirst()
      return row?.date ?? null
    },

    async lastRecordedAt() {
      const row = await db
        .selectFrom('market_deals')
        .select(({ fn }) => fn.max('recorded_at').as('at'))
        .executeTakeFirst()
      return row?.at ?? null
    },

    async lastSequence(market) {
      const row = await db
        .selectFrom('market_deals')
        .select(({ fn }) => [fn.max('sequence').as('deal'), fn.max('annulled_sequence').as('annulment')])
        .where('market', '=', market)
        .executeTakeFirst()
      return Math.max(row?.deal ?? 0, row?.annulment ?? 0)
    },

    append: ({ deals, annulments }) =>
      transaction(async (tx) => {
        for (const rows of inChunks(deals.map(toDealRow))) await tx.insertInto('market_deals').values(rows).execute()
        for (const { id, time, sequence } of annulments) {
          const { numUpdatedRows } = await tx
            .updateTable('market_deals')
            .set({ annulled_at: time, annulled_sequence: sequence })
            .where('id', '=', id)
            .where('annulled_at', 'is', null)
            .executeTakeFirst()
          if (Number(numUpdatedRows) !== 1)
            throw new Error(`market store: deal ${id} does not exist or is already annulled`)
        }
      }),

    async storedDays(market) {
      const rows = await db
        .selectFrom('market_sessions')
        .selectAll()
        .where('market', '=', market)
        .orderBy('date')
        .execute()
      return rows.map(toStoredDay)
    },

    saveDays: (days) =>
      transaction(async (tx) => {
        for (const rows of inChunks(days.map(toDayRow))) {
          await tx
            .insertInto('market_sessions')
            .values(rows)
            .onConflict((conflict) => conflict.columns(['market', 'date']).doNothing())
            .execute()
        }
      }),

    async state() {
      const row = await db.selectFrom('market_state').selectAll().where('id', '=', STATE_ID).executeTakeFirst()
      return { shift: row?.shift ?? null, seed: row?.seed ?? null }
    },

    async saveState(state) {
      await db
        .insertInto('market_state')
        .values({ id: STATE_ID, ...state })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...state }))
        .execute()
    },
  }
}

const inChunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_PER_INSERT) }, (_, chunk) =>
    rows.slice(chunk * ROWS_PER_INSERT, (chunk + 1) * ROWS_PER_INSERT),
  )

function parseChoice<T>(values: readonly T[], value: unknown): T {
  const found = values.find((candidate) => candidate === value)
  if (found === undefined) throw new Error(`market store: ${String(value)} is not one of ${values.join(', ')}`)
  return found
}

const toDealRow = (deal: RecordedDeal): Insertable<DealTable> => ({
  id: deal.id,
  market: deal.market,
  date: toDate(deal.time),
  sequence: deal.sequence,
  term: deal.term,
  sector: deal.sector,
  origin: deal.origin,
  time: deal.time,
  price: toCentavos(deal.price),
  amount: deal.amount,
  recorded_at: deal.recordedAt,
  annulled_at: deal.annulment?.time ?? null,
  annulled_sequence: deal.annulment?.sequence ?? null,
})

const toAnnulment = ({ annulled_at, annulled_sequence }: Selectable<DealTable>): Annulment | null =>
  annulled_at === null || annulled_sequence === null ? null : { time: annulled_at, sequence: annulled_sequence }

const toDeal = (row: Selectable<DealTable>): RecordedDeal => ({
  id: row.id,
  market: parseChoice(MARKETS, row.market),
  sequence: row.sequence,
  term: row.term,
  sector: parseChoice(SECTORS, row.sector),
  origin: parseChoice(['negotiated', 'registered'] as const, row.origin),
  time: row.time,
  price: row.price / 100,
  amount: row.amount,
  recordedAt: row.recorded_at,
  annulment: toAnnulment(row),
})

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
