import type { Database } from '#server/database/connection.ts'
import type { DealRows } from '#server/market/store/deal-rows-store.ts'
import { createLease } from '#server/market/store/lease-store.ts'
import type { LoadingRange } from '#server/market/store/loading-store.ts'
import { createMarketStore, type MarketStore, type MarketTransaction } from '#server/market/store/market-store.ts'

export interface TestMarketStore extends MarketStore {
  /** Commits changes with a line that changes no memory. */
  commit(work: (tx: MarketTransaction) => Promise<void>): Promise<void>
  append(rows: DealRows): Promise<void>
  /** Hides sequence numbers, as at the start of an import. */
  hideLoading(ranges: readonly LoadingRange[]): Promise<void>
}

/**
 * The market's tables of a process that may write. It takes the turn with its first write, also
 * from another process that has it: so a test can go on after a killed one, and read while a server
 * writes.
 */
export function testMarketStore(database: Database): TestMarketStore {
  const lease = createLease(database, { takesRunningTurn: true })
  const store = createMarketStore(database, lease)

  async function takeTurn() {
    if (!lease.isHeld()) await lease.take()
  }

  const afterTurn =
    <Args extends readonly unknown[], T>(write: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      await takeTurn()
      return write(...args)
    }

  const write: MarketStore['write'] = async (lastId, work) => {
    await takeTurn()
    return store.write(lastId, work)
  }

  async function commit(work: (tx: MarketTransaction) => Promise<void>) {
    await takeTurn()
    const lastId = (await lease.read())?.lastId ?? 0
    await store.write(lastId, async (tx) => {
      await work(tx)
      return { kind: 'days', days: [] }
    })
  }

  return {
    ...store,
    write,
    commit,
    saveState: afterTurn(store.saveState),
    loading: {
      ...store.loading,
      add: afterTurn(store.loading.add),
      take: afterTurn(store.loading.take),
      discard: afterTurn(store.loading.discard),
    },
    append: (rows) => commit((tx) => tx.add(rows)),
    hideLoading: (ranges) => commit((tx) => tx.hideLoading(ranges)),
  }
}
