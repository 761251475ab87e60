import type { Kysely } from 'kysely'

import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { addDays, changeDays, type DayChange, readDays } from '#server/market/store/day-rows-store.ts'
import {
  type Annulment,
  addDealRows,
  type DealRows,
  findDeals,
  type RecordedDeal,
  readDealPages,
  readDeals,
  selectVisible,
} from '#server/market/store/deal-rows-store.ts'
import { createLoadingStore, type LoadingStore, publishLoading } from '#server/market/store/loading-store.ts'
import type { StoredDay } from '#server/market/store/stored-day.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

export type { Annulment, DayChange, RecordedDeal }

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
