import type { Kysely } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { toChunks } from '#server/database/values.ts'
import {
  addDealRows,
  type DealRows,
  findDeals,
  isLoading,
  type RecordedDeal,
  readDeals,
  selectAny,
} from '#server/market/store/deal-rows-store.ts'
import type { Lease } from '#server/market/store/lease-store.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** Sequence numbers of a market that are reserved for the deals of an import. */
export interface LoadingRange {
  readonly market: Market
  readonly first: number
  readonly last: number
}

/**
 * Stores the deals of an import before readers see them. Short transactions add the deals in parts
 * to the table of all deals. A range row hides the deals until the row is deleted.
 */
export interface LoadingStore {
  add(rows: DealRows): Promise<void>
  /** Reads the deals of a day, including hidden deals. */
  deals(market: Market, date: BogotaDate): Promise<readonly RecordedDeal[]>
  /** Finds the recorded deals with these ids, including hidden deals. */
  findDeals(ids: readonly string[]): Promise<readonly RecordedDeal[]>
  /** Removes the hidden deals with these ids, and returns them. */
  take(ids: readonly string[]): Promise<readonly RecordedDeal[]>
  /** Removes all hidden deals, after an import failed or its server ended. */
  discard(): Promise<void>
}

/** Sequence numbers per DELETE. Other queries can run between two statements. */
const NUMBERS_PER_REMOVAL = 2_000

/** Hides the deals with these sequence numbers. */
export async function hideLoading(tx: Kysely<Schema>, ranges: readonly LoadingRange[]): Promise<void> {
  const rows = ranges.map(({ market, first, last }) => ({ market, first_sequence: first, last_sequence: last }))
  await tx.insertInto('market_loading').values(rows).execute()
}

/** Makes the deals of an import visible. */
export async function publishLoading(tx: Kysely<Schema>): Promise<void> {
  await tx.deleteFrom('market_loading').execute()
}

/** Each write is one of the writer of the market: it throws a NotWriterError in another process. */
export function createLoadingStore({ db, transaction }: Database, lease: Lease): LoadingStore {
  const readRanges = (source: Kysely<Schema>) => source.selectFrom('market_loading').selectAll().execute()

  const write = <T>(work: (tx: Kysely<Schema>) => Promise<T>) =>
    transaction(async (tx) => {
      await lease.hold(tx)
      return work(tx)
    })

  return {
    add: (rows) => write((tx) => addDealRows(tx, rows)),
    deals: (market, date) => readDeals(db, market, date, selectAny),
    findDeals: (ids) => findDeals(db, ids, selectAny),

    take: (ids) =>
      write(async (tx) => {
        const takenDeals = await findDeals(tx, ids, (source) => selectAny(source).where(isLoading))
        for (const chunk of toChunks(takenDeals.map(({ id }) => id)))
          await tx.deleteFrom('market_deals').where('id', 'in', chunk).execute()
        return takenDeals
      }),

    async discard() {
      // In a transaction of the writer: a commit without a reply may still publish the deals.
      const ranges = await write(readRanges)
      for (const { market, first_sequence: first, last_sequence: last } of ranges) {
        for (let from = first; from <= last; from += NUMBERS_PER_REMOVAL) {
          await write((tx) =>
            tx
              .deleteFrom('market_deals')
              .where('market', '=', market)
              .where('sequence', '>=', from)
              .where('sequence', '<=', Math.min(last, from + NUMBERS_PER_REMOVAL - 1))
              .execute(),
          )
        }
        await write((tx) => tx.deleteFrom('market_loading').where('market', '=', market).execute())
      }
    },
  }
}
