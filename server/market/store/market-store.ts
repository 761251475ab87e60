import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { toChunks } from '#server/database/values.ts'
import {
  type Annulment,
  addDealRows,
  type DealRows,
  findDeals,
  parseChoice,
  type RecordedDeal,
  readDealPages,
  readDeals,
  selectVisible,
} from '#server/market/store/deal-rows-store.ts'
import type { Lease } from '#server/market/store/lease-store.ts'
import {
  createLoadingStore,
  hideLoading,
  type LoadingRange,
  type LoadingStore,
  publishLoading,
} from '#server/market/store/loading-store.ts'
import {
  addLine,
  type DayChange,
  deleteOldLines,
  type LogLine,
  type NumberedLine,
  readLines,
} from '#server/market/store/log-store.ts'
import type { DayTable } from '#server/market/store/market-tables.ts'
import {
  changeReviews,
  type DealReview,
  decideReviews,
  findReviews,
  listReviews,
  listWaiting,
  type ReviewChange,
  type ReviewDecision,
  type ReviewStatus,
} from '#server/market/store/review-store.ts'
import { changeSources, readSources, type SourceChange } from '#server/market/store/source-store.ts'
import type { StoredDay } from '#server/market/store/stored-day.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import type { SourceStates } from '#src/domain/trading/source-silence.ts'

/** Reads all stored days of a market, in order of date. */
async function readDays(db: Kysely<Schema>, market: Market): Promise<readonly StoredDay[]> {
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

/** Reads the days without figures of a market. */
async function readEmptyDays(db: Kysely<Schema>, market: Market): Promise<readonly DayChange[]> {
  const rows = await db.selectFrom('market_empty_days').selectAll().where('market', '=', market).execute()
  return rows.map(({ date, corrections }) => ({ market, date, day: null, corrections: JSON.parse(corrections) }))
}

/** Replaces stored days by their new figures; days without counted deals have corrections at most. */
async function changeDays(tx: Kysely<Schema>, changes: readonly DayChange[]): Promise<void> {
  for (const market of MARKETS) {
    const dates = changes.filter((change) => change.market === market).map(({ date }) => date)
    for (const chunk of toChunks(dates)) {
      await tx.deleteFrom('market_sessions').where('market', '=', market).where('date', 'in', chunk).execute()
      await tx.deleteFrom('market_empty_days').where('market', '=', market).where('date', 'in', chunk).execute()
    }
  }
  const emptyDays = changes.flatMap(({ market, date, corrections }) =>
    corrections ? { market, date, corrections: JSON.stringify(corrections) } : [],
  )
  for (const rows of toChunks(emptyDays)) await tx.insertInto('market_empty_days').values(rows).execute()
  await addDays(
    tx,
    changes.flatMap(({ day }) => day ?? []),
  )
}

const toDayRow = ({ market, date, figures, trm, seed, corrections }: StoredDay): Insertable<DayTable> => ({
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
  corrections: corrections ? JSON.stringify(corrections) : null,
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
  ...(row.corrections !== null && { corrections: JSON.parse(row.corrections) }),
})

export type { Annulment, DayChange, RecordedDeal }

interface MarketState {
  /** Market time minus real time, in milliseconds; null without a demo clock. */
  readonly shift: number | null
  /** The seed of the simulated market; null for real deals. */
  readonly seed: number | null
}

/** Error: the log has lines that this process has not applied. */
export class BehindError extends Error {
  constructor() {
    super('market: the log has lines that this process has not applied')
  }
}

/** The operations inside one transaction of the writer. */
export interface MarketTransaction {
  deals(market: Market, date: BogotaDate): Promise<readonly RecordedDeal[]>
  findDeals(ids: readonly string[]): Promise<readonly RecordedDeal[]>
  add(rows: DealRows): Promise<void>
  /** Replaces stored days by their new figures; days without counted deals have corrections at most. */
  changeDays(changes: readonly DayChange[]): Promise<void>
  /** Adds the days that are not stored yet. */
  addDays(days: readonly StoredDay[]): Promise<void>
  /** Hides the deals with these sequence numbers, which an import will add. */
  hideLoading(ranges: readonly LoadingRange[]): Promise<void>
  /** Makes the deals of an import visible. */
  publishLoading(): Promise<void>
  /** Stores the states of the sources, and queues the mails about them. */
  changeSources(change: SourceChange): Promise<void>
  /** Adds and withdraws deals that wait for the operator, and queues the mail about them. */
  changeReviews(change: ReviewChange): Promise<void>
  /** Stores a decision about waiting deals, with its audit entries. */
  decideReviews(decision: ReviewDecision): Promise<void>
}

/** The tables as of one line of the log. */
export interface MarketSnapshot {
  readonly lastId: number
  deals(market: Market, date: BogotaDate): Promise<readonly RecordedDeal[]>
  storedDays(market: Market): Promise<readonly StoredDay[]>
  /** Reads the days without figures that have corrections. */
  emptyDays(market: Market): Promise<readonly DayChange[]>
  /** Finds the last used sequence number of a market, also of hidden deals; 0 without deals. */
  lastSequence(market: Market): Promise<number>
  /** What is known of the source of each market. */
  sources(): Promise<SourceStates>
}

/** The market's tables. */
export interface MarketStore {
  /** Reads the deals of a day by sequence, including annulled deals. */
  deals(market: Market, date: BogotaDate): Promise<readonly RecordedDeal[]>
  /** Reads the same deals in pages. A commit between two pages changes no page. */
  dealPages(market: Market, date: BogotaDate): AsyncIterable<readonly RecordedDeal[]>
  /** Finds the recorded deals with these ids; returns them in any order. */
  findDeals(ids: readonly string[]): Promise<readonly RecordedDeal[]>
  /** Finds the reviews of these deals. */
  findReviews(ids: readonly string[]): Promise<readonly DealReview[]>
  /** Reads the reviews with a status; `limit` rows, by default some hundreds. */
  listReviews(status: ReviewStatus, limit?: number): Promise<readonly DealReview[]>
  /** Reads waiting reviews in the order of their receipt, those after one. */
  listWaiting(after: DealReview | null, limit: number): Promise<readonly DealReview[]>
  /** Finds the last date with deals of any market. */
  lastDealDate(): Promise<BogotaDate | null>
  /** Finds the last market time at which a deal was recorded. */
  lastRecordedAt(): Promise<Instant | null>
  /** Finds the last used sequence number of a market, also of hidden deals; 0 without deals. */
  lastSequence(market: Market): Promise<number>
  /** Reads all stored days, in order of date. */
  storedDays(market: Market): Promise<readonly StoredDay[]>
  /** Reads the tables as of one line of the log. */
  readSnapshot<T>(read: (snapshot: MarketSnapshot) => Promise<T>): Promise<T>
  /** Reads lines of the log after `lastId`, the oldest first; a part of them if they are many. */
  readLines(lastId: number): Promise<readonly NumberedLine[]>
  /**
   * Commits the changes of `work` with the line that it returns, or nothing when `work` throws. The
   * line must be the one after `lastId`: otherwise throws a BehindError before `work`. Throws a
   * NotWriterError when another process writes the market.
   */
  write<L extends LogLine>(lastId: number, work: (tx: MarketTransaction) => Promise<L>): Promise<NumberedLine<L>>
  /** The number of this process's turn to write; null without one. */
  turn(): number | null
  /** Deletes old lines of the log. */
  deleteOldLines(): Promise<void>
  state(): Promise<MarketState>
  /** Stores the state as the writer; throws a NotWriterError in another process. */
  saveState(state: MarketState): Promise<void>
  /** The deals of a running import, which no other query returns. */
  readonly loading: LoadingStore
}

const STATE_ID = 'market'

/** `writer` has the connections for what a commit needs; the other reads use those of `database`. */
export function createMarketStore(
  database: Database,
  lease: Lease,
  writer: Database['writer'] = database,
): MarketStore {
  const { db, engine, snapshot } = database
  const { transaction } = writer

  async function findLastSequence(source: Kysely<Schema>, market: Market): Promise<number> {
    const row = await source
      .selectFrom('market_deals')
      .select(({ fn }) => [fn.max('sequence').as('lastDeal'), fn.max('annulled_sequence').as('lastAnnulment')])
      .where('market', '=', market)
      .executeTakeFirst()
    return Math.max(row?.lastDeal ?? 0, row?.lastAnnulment ?? 0)
  }

  const toMarketTransaction = (tx: Kysely<Schema>): MarketTransaction => ({
    deals: (market, date) => readDeals(tx, market, date),
    findDeals: (ids) => findDeals(tx, ids),
    add: (rows) => addDealRows(tx, rows),
    changeDays: (changes) => changeDays(tx, changes),
    addDays: (days) => addDays(tx, days),
    hideLoading: (ranges) => hideLoading(tx, ranges),
    publishLoading: () => publishLoading(tx),
    changeSources: (change) => changeSources(tx, change),
    changeReviews: (change) => changeReviews(tx, change),
    decideReviews: (decision) => decideReviews(tx, decision),
  })

  return {
    deals: (market, date) => readDeals(db, market, date),
    dealPages: (market, date) => readDealPages(db, market, date),
    findDeals: (ids) => findDeals(writer.db, ids),
    findReviews: (ids) => findReviews(writer.db, ids),
    listReviews: (status, limit) => listReviews(writer.db, status, limit),
    listWaiting: (after, limit) => listWaiting(writer.db, after, limit),
    storedDays: (market) => readDays(db, market),
    lastSequence: (market) => findLastSequence(db, market),
    readLines: (lastId) => readLines(writer.db, lastId),
    deleteOldLines: () => deleteOldLines(db, engine),
    turn: lease.turn,
    loading: createLoadingStore({ ...database, ...writer }, lease),

    readSnapshot: (read) =>
      snapshot(async (tx) =>
        read({
          lastId: await lease.lastId(tx),
          deals: (market, date) => readDeals(tx, market, date),
          storedDays: (market) => readDays(tx, market),
          emptyDays: (market) => readEmptyDays(tx, market),
          lastSequence: (market) => findLastSequence(tx, market),
          sources: () => readSources(tx),
        }),
      ),

    write: (lastId, work) =>
      transaction(async (tx) => {
        const { id, turn } = await lease.nextLine(tx)
        if (id !== lastId + 1) throw new BehindError()
        const line = { ...(await work(toMarketTransaction(tx))), id }
        await addLine(tx, line, { turn, engine })
        await lease.notify(tx, id)
        return line
      }),

    async lastDealDate() {
      const row = await selectVisible(db)
        .select(({ fn }) => fn.max('date').as('date'))
        .executeTakeFirst()
      return row?.date ?? null
    },

    async lastRecordedAt() {
      const row = await selectVisible(db)
        .select(({ fn }) => fn.max('recorded_at').as('at'))
        .executeTakeFirst()
      return row?.at ?? null
    },

    async state() {
      const row = await db.selectFrom('market_state').selectAll().where('id', '=', STATE_ID).executeTakeFirst()
      return { shift: row?.shift ?? null, seed: row?.seed ?? null }
    },

    saveState: (state) =>
      transaction(async (tx) => {
        await lease.hold(tx)
        await tx
          .insertInto('market_state')
          .values({ id: STATE_ID, ...state })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...state }))
          .execute()
      }),
  }
}
