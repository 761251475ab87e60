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
import { createLoadingStore, type LoadingStore, publishLoading } from '#server/market/store/loading-store.ts'
import type { DayTable } from '#server/market/store/market-tables.ts'
import type { StoredDay } from '#server/market/store/stored-day.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'

/** The new figures of a stored day; `day` is null when no deal of the day counts any more. */
export interface DayChange {
  readonly market: Market
  readonly date: BogotaDate
  readonly day: StoredDay | null
}

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

/** Replaces stored days by their new figures; deletes days without counted deals. */
async function changeDays(tx: Kysely<Schema>, changes: readonly DayChange[]): Promise<void> {
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

export type { Annulment, RecordedDeal }

/** The rows of one commit, with the new figures of the settled days that they change. */
export interface MarketBatch extends DealRows {
  readonly days?: readonly DayChange[]
}

interface MarketState {
  /** Market time minus real time, in milliseconds; null without a demo clock. */
  readonly shift: number | null
  /** The seed of the simulated market; null for real deals. */
  readonly seed: number | null
}

/** The operations inside one transaction. */
export interface MarketTransaction {
  deals(market: Market, date: BogotaDate): Promise<readonly RecordedDeal[]>
  findDeals(ids: readonly string[]): Promise<readonly RecordedDeal[]>
  append(batch: MarketBatch): Promise<void>
  /** Makes the deals of an import visible. */
  publishLoading(): Promise<void>
}

/** The market's tables. */
export interface MarketStore {
  /** Reads the deals of a day by sequence, including annulled deals. */
  deals(market: Market, date: BogotaDate): Promise<readonly RecordedDeal[]>
  /** Reads the same deals in pages. A commit between two pages changes no page. */
  dealPages(market: Market, date: BogotaDate): AsyncIterable<readonly RecordedDeal[]>
  /** Finds the recorded deals with these ids; returns them in any order. */
  findDeals(ids: readonly string[]): Promise<readonly RecordedDeal[]>
  /** Finds the last date with deals of any market. */
  lastDealDate(): Promise<BogotaDate | null>
  /** Finds the last market time at which a deal was recorded. */
  lastRecordedAt(): Promise<Instant | null>
  /**
   * Finds the last used sequence number of a market, also of hidden deals; 0 without deals.
   */
  lastSequence(market: Market): Promise<number>
  /**
   * Finds the last sequence numbers after the end of all running appends. Also waits for an append
   * whose connection broke, because PostgreSQL may still execute its commit.
   */
  committedSequences(): Promise<Readonly<Record<Market, number>>>
  /** Commits a batch, all or nothing. */
  append(batch: MarketBatch): Promise<void>
  /** Commits the changes of `work`, or nothing when `work` throws. */
  transaction<T>(work: (tx: MarketTransaction) => Promise<T>): Promise<T>
  /** Reads all stored days, in order of date. */
  storedDays(market: Market): Promise<readonly StoredDay[]>
  /** Adds the days that are not stored yet. */
  saveDays(days: readonly StoredDay[]): Promise<void>
  state(): Promise<MarketState>
  saveState(state: MarketState): Promise<void>
  /** The deals of a running import, which no other query returns. */
  readonly loading: LoadingStore
}

const STATE_ID = 'market'

export function createMarketStore(database: Database): MarketStore {
  const { db, transaction } = database

  /** Locks the state row: transactions that begin with this lock run one after the other. */
  const lockWriter = (tx: Kysely<Schema>) =>
    tx
      .updateTable('market_state')
      .set(({ ref }) => ({ id: ref('id') }))
      .where('id', '=', STATE_ID)
      .execute()

  async function findLastSequence(source: Kysely<Schema>, market: Market): Promise<number> {
    const row = await source
      .selectFrom('market_deals')
      .select(({ fn }) => [fn.max('sequence').as('lastDeal'), fn.max('annulled_sequence').as('lastAnnulment')])
      .where('market', '=', market)
      .executeTakeFirst()
    return Math.max(row?.lastDeal ?? 0, row?.lastAnnulment ?? 0)
  }

  const runInLockedTransaction = <T>(work: (tx: Kysely<Schema>) => Promise<T>) =>
    transaction(async (tx) => {
      await lockWriter(tx)
      return work(tx)
    })

  const runInTransaction: MarketStore['transaction'] = (work) =>
    runInLockedTransaction((tx) =>
      work({
        deals: (market, date) => readDeals(tx, market, date),
        findDeals: (ids) => findDeals(tx, ids),
        publishLoading: () => publishLoading(tx),
        async append(batch) {
          await addDealRows(tx, batch)
          await changeDays(tx, batch.days ?? [])
        },
      }),
    )

  return {
    deals: (market, date) => readDeals(db, market, date),
    dealPages: (market, date) => readDealPages(db, market, date),
    findDeals: (ids) => findDeals(db, ids),
    append: (batch) => runInTransaction((tx) => tx.append(batch)),
    transaction: runInTransaction,
    storedDays: (market) => readDays(db, market),
    saveDays: (days) => transaction((tx) => addDays(tx, days)),
    loading: createLoadingStore(database, runInLockedTransaction),

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

    lastSequence: (market) => findLastSequence(db, market),

    committedSequences: () =>
      runInLockedTransaction(async (tx) => ({
        spot: await findLastSequence(tx, 'spot'),
        nextday: await findLastSequence(tx, 'nextday'),
      })),

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
