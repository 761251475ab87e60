import { NotWriterError } from '#server/market/store/lease-store.ts'
import type { LoadingStore } from '#server/market/store/loading-store.ts'
import type { LineOf, MarketDate, Sequences } from '#server/market/store/log-store.ts'
import type { MarketTransaction, RecordedDeal } from '#server/market/store/market-store.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export const toDayKey = ({ market, date }: MarketDate): string => `${market} ${date}`

/** The changes that the end of a load commits. */
type LoadedChange = Omit<LineOf<'load'>, 'kind'>

/** The state at the start of the transaction that ends a load. */
interface LoadEndState {
  /** The last sequence numbers in use. */
  readonly sequences: Sequences
  readonly now: Instant
  /** Deals of the load that a batch also reported; they are no longer in the load. */
  readonly takenDeals: readonly RecordedDeal[]
  /** Keys of the days that batches have changed since the load began. */
  readonly changedDayKeys: ReadonlySet<string>
}

export type WriteLoadEnd = (tx: MarketTransaction, end: LoadEndState) => Promise<LoadedChange>

/**
 * A load of deals in parts, with batches between the parts. The deals become visible together when
 * the load ends; a failed load adds no deals.
 */
export interface DealLoad extends Pick<LoadingStore, 'add' | 'deals' | 'findDeals'> {
  /** The last sequence numbers before the load. */
  readonly startSequences: Sequences
  /** Market time when the load began. */
  readonly now: Instant
  /** Whether a deal belongs to the load, which hides it until the end. */
  isHidden(deal: Pick<RecordedDeal, 'market' | 'sequence'>): boolean
  /** Runs a part of the load; no batch is recorded meanwhile. */
  runPart<T>(part: () => Promise<T>): Promise<T>
  /** Publishes the load and commits the changes of `write`. Does neither when `write` throws. */
  end(write: WriteLoadEnd): Promise<void>
}

interface LoadContext {
  readonly store: LoadingStore
  /** The number of this process's turn to write; null without one. */
  readonly turn: () => number | null
  readonly now: () => Instant
  /** Runs a write of the market after the earlier writes. */
  readonly enqueue: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Reserves `size` sequence numbers by market, and hides the deals that will have them. Returns
   * the last numbers before them.
   */
  readonly reserve: (size: Sequences) => Promise<Sequences>
  /** Publishes the load and commits the changes of `write`, then updates the days in memory. */
  readonly end: (write: (tx: MarketTransaction, sequences: Sequences) => Promise<LoadedChange>) => Promise<void>
}

/** Runs the loads of the deal log, one after the other. */
export interface DealLoads {
  /** `size` is the maximum count, by market, of sequence numbers that the load needs. */
  run<T>(size: Sequences, work: (load: DealLoad) => Promise<T>): Promise<T>
  /**
   * Removes the deals of a batch from a running load. The end of the load checks these deals again.
   */
  take(ids: readonly string[]): Promise<void>
  /** Called after a batch changed some days. */
  onDaysChanged(days: readonly MarketDate[]): void
}

interface LoadChanges {
  readonly takenDeals: RecordedDeal[]
  readonly changedDayKeys: Set<string>
}

export function createDealLoads({ store, turn, now, enqueue, reserve, end }: LoadContext): DealLoads {
  let lastRun: Promise<unknown> = Promise.resolve()
  /** Null when there are no hidden deals. */
  let runningChanges: LoadChanges | null = null

  async function begin(size: Sequences): Promise<DealLoad> {
    const changes: LoadChanges = { takenDeals: [], changedDayKeys: new Set() }
    runningChanges = changes
    const startSequences = await reserve(size)
    const isHidden: DealLoad['isHidden'] = ({ market, sequence }) =>
      sequence > startSequences[market] && sequence <= startSequences[market] + size[market]
    // Another writer has removed the deals of the load, also if this process has a later turn now.
    const loadTurn = turn()
    function requireTurn() {
      if (loadTurn === null || turn() !== loadTurn) throw new NotWriterError()
    }
    const { deals, findDeals } = store
    return {
      async add(rows) {
        requireTurn()
        await store.add(rows)
      },
      deals,
      findDeals,
      startSequences,
      isHidden,
      now: now(),
      runPart: enqueue,
      end: (write) =>
        enqueue(async () => {
          requireTurn()
          await end((tx, sequences) => write(tx, { sequences, now: now(), ...changes }))
          runningChanges = null
        }),
    }
  }

  /** Removes the deals that a failed load left hidden. */
  async function removeHiddenDeals() {
    try {
      await store.discard()
    } catch (error) {
      // The next writer removes them at the start of its turn.
      if (!(error instanceof NotWriterError)) throw error
    }
    runningChanges = null
  }

  async function run<T>(size: Sequences, work: (load: DealLoad) => Promise<T>): Promise<T> {
    if (runningChanges) await removeHiddenDeals()
    const load = await enqueue(() => begin(size))
    try {
      return await work(load)
    } finally {
      // A published load has no hidden deals: a failure here would refuse what is stored.
      if (runningChanges) await removeHiddenDeals()
    }
  }

  return {
    run(size, work) {
      const result = lastRun.then(() => run(size, work))
      lastRun = result.catch(() => undefined)
      return result
    },

    async take(ids) {
      if (runningChanges) runningChanges.takenDeals.push(...(await store.take(ids)))
    },

    onDaysChanged(days) {
      for (const day of days) runningChanges?.changedDayKeys.add(toDayKey(day))
    },
  }
}
