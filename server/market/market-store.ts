import type { Insertable, Selectable } from 'kysely'

import type { Database } from '#server/database/connection.ts'
import type { DealTable, SessionTable } from '#server/market/market-tables.ts'
import type { StoredSession } from '#server/market/stored-session.ts'
import { type BogotaDate, dateOf, type Instant } from '#src/domain/time/bogota.ts'
import { centavosOf, type Deal } from '#src/domain/trading/deal.ts'
import { MARKETS, type Market, SECTORS } from '#src/domain/trading/market.ts'

/** A deal in the market's books. */
export interface RecordedDeal extends Deal {
  /** The market's now when it was taken in. */
  readonly recordedAt: Instant
  readonly annulment: Annulment | null
}

export interface Annulment {
  readonly time: Instant
  /** Its own place in the market's sequence (D51). */
  readonly sequence: number
}

/** What one commit adds: new deals, and annulments of deals that were there before. */
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
  /** A day's deals by sequence, annulled ones too. */
  deals(market: Market, date: BogotaDate): Promise<readonly RecordedDeal[]>
  /** The deals of these ids that are there, in no order. */
  dealsOf(ids: readonly string[]): Promise<readonly RecordedDeal[]>
  /** The last day that has deals, of any market. */
  lastDealDate(): Promise<BogotaDate | null>
  /** The latest market time at which anything was recorded. */
  lastRecordedAt(): Promise<Instant | null>
  /** The last number given in the market's sequence, 0 when none was. */
  lastSequence(market: Market): Promise<number>
  /** All or nothing; resolves after the commit. */
  append(batch: MarketBatch): Promise<void>
  /** All closed sessions, upwards. */
  sessions(market: Market): Promise<readonly StoredSession[]>
  saveSessions(sessions: readonly StoredSession[]): Promise<void>
  state(): Promise<MarketState>
  saveState(state: MarketState): Promise<void>
}

// One statement of SQLite binds at most 32,766 parameters, thirteen a deal and fifteen a session.
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
      return rows.map(dealOf)
    },

    async dealsOf(ids) {
      const found: RecordedDeal[] = []
      for (const some of inChunks(ids)) {
        const rows = await db.selectFrom('market_deals').selectAll().where('id', 'in', some).execute()
        found.push(...rows.map(dealOf))
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
        for (const rows of inChunks(deals.map(dealRow))) await tx.insertInto('market_deals').values(rows).execute()
        for (const { id, time, sequence } of annulments) {
          const { numUpdatedRows } = await tx
            .updateTable('market_deals')
            .set({ annulled_at: time, annulled_sequence: sequence })
            .where('id', '=', id)
            .where('annulled_at', 'is', null)
            .executeTakeFirst()
          if (Number(numUpdatedRows) !== 1) throw new Error(`market store: deal ${id} is not there to be annulled`)
        }
      }),

    async sessions(market) {
      const rows = await db
        .selectFrom('market_sessions')
        .selectAll()
        .where('market', '=', market)
        .orderBy('date')
        .execute()
      return rows.map(sessionOf)
    },

    saveSessions: (sessions) =>
      transaction(async (tx) => {
        for (const rows of inChunks(sessions.map(sessionRow))) {
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

function known<T>(values: readonly T[], value: unknown): T {
  const found = values.find((candidate) => candidate === value)
  if (found === undefined) throw new Error(`market store: ${String(value)} is none of ${values.join(', ')}`)
  return found
}

const dealRow = (deal: RecordedDeal): Insertable<DealTable> => ({
  id: deal.id,
  market: deal.market,
  date: dateOf(deal.time),
  sequence: deal.sequence,
  term: deal.term,
  sector: deal.sector,
  origin: deal.origin,
  time: deal.time,
  price: centavosOf(deal.price),
  amount: deal.amount,
  recorded_at: deal.recordedAt,
  annulled_at: deal.annulment?.time ?? null,
  annulled_sequence: deal.annulment?.sequence ?? null,
})

const annulmentOf = ({ annulled_at, annulled_sequence }: Selectable<DealTable>): Annulment | null =>
  annulled_at === null || annulled_sequence === null ? null : { time: annulled_at, sequence: annulled_sequence }

const dealOf = (row: Selectable<DealTable>): RecordedDeal => ({
  id: row.id,
  market: known(MARKETS, row.market),
  sequence: row.sequence,
  term: row.term,
  sector: known(SECTORS, row.sector),
  origin: known(['negotiated', 'registered'] as const, row.origin),
  time: row.time,
  price: row.price / 100,
  amount: row.amount,
  recordedAt: row.recorded_at,
  annulment: annulmentOf(row),
})

const sessionRow = ({ market, date, figures, trm, seed }: StoredSession): Insertable<SessionTable> => ({
  market,
  date,
  open: centavosOf(figures.open),
  last: centavosOf(figures.last),
  low: centavosOf(figures.low),
  high: centavosOf(figures.high),
  average: centavosOf(figures.average),
  sum: figures.sum,
  last_amount: figures.lastAmount,
  low_amount: figures.lowAmount,
  high_amount: figures.highAmount,
  count: figures.count,
  last_time: figures.lastTime,
  trm: trm === null ? null : centavosOf(trm),
  seed,
})

const sessionOf = (row: Selectable<SessionTable>): StoredSession => ({
  market: known(MARKETS, row.market),
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
