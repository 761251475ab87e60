import type { LoopTurns } from '#server/market/loop-turns.ts'
import type { MarketStore } from '#server/market/market-store.ts'
import type { StoredDay } from '#server/market/stored-day.ts'
import type { Steps } from '#src/domain/steps.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { type Deal, isCounted } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { remainingDeals, type ScriptDaySteps } from '#src/domain/trading/scripted-days.ts'
import { createTape, type Tape } from '#src/domain/trading/tape.ts'
import { lastChangeAt } from '#src/domain/trading/trading-day.ts'

/** Maximum number of cached days. */
export const MAX_ARCHIVED_DAYS = 8

/** Deals that are added to a tape in one step, in a fraction of a millisecond. */
const DEALS_PER_STEP = 1_000

/** The counted deals of days that are no longer in memory. */
export interface Archive {
  /** Whether a day is cached or loading. */
  has(market: Market, date: BogotaDate): boolean
  /**
   * Loads a day from the database. A simulated day that is incomplete there is simulated again with
   * its seed. `stored` has the figures of the complete day; null loads what the database has.
   * Requests are served meanwhile.
   */
  day(market: Market, date: BogotaDate, stored: StoredDay | null): Promise<Tape>
  /** Removes a day from the cache, after a late deal or annulment. */
  forget(market: Market, date: BogotaDate): void
}

export interface ArchiveParts {
  readonly store: Pick<MarketStore, 'dealPages'>
  readonly createScript: (seed: number) => ScriptDaySteps
  readonly turns: LoopTurns
  /** Market time. */
  readonly now: () => Instant
}

export function createArchive({ store, createScript, turns, now }: ArchiveParts): Archive {
  // A map iterates in the order of insertion, here of last use.
  const cached = new Map<string, Tape>()
  const loading = new Map<string, Promise<Tape>>()

  async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      await turns.next()
      const step = steps.next()
      if (step.done) return step.value
    }
  }

  async function loadRecorded(market: Market, date: BogotaDate): Promise<Tape> {
    const tape = createTape()
    for await (const deals of store.dealPages(market, date)) {
      for (const deal of deals) if (deal.annulment === null) addCounted(tape, deal)
      await turns.next()
    }
    return tape
  }

  async function load(market: Market, date: BogotaDate, stored: StoredDay | null): Promise<Tape> {
    // Many requests may arrive in one turn of the event loop.
    await turns.next()
    const tape = await loadRecorded(market, date)
    const isComplete = stored === null || stored.seed === null || tape.count === stored.figures.count
    return isComplete ? tape : runInTurns(simulateTape(createScript(stored.seed), market, date))
  }

  function cache(key: string, tape: Tape) {
    cached.delete(key)
    cached.set(key, tape)
    for (const oldest of [...cached.keys()].slice(0, -MAX_ARCHIVED_DAYS)) cached.delete(oldest)
  }

  /** Caches the day unless it was forgotten meanwhile. */
  async function loadOnce(key: string, day: Promise<Tape>): Promise<Tape> {
    loading.set(key, day)
    const isCurrent = () => loading.get(key) === day
    try {
      const tape = await day
      if (isCurrent()) cache(key, tape)
      return tape
    } finally {
      if (isCurrent()) loading.delete(key)
    }
  }

  const toKey = (market: Market, date: BogotaDate) => `${market} ${date}`

  return {
    has: (market, date) => cached.has(toKey(market, date)) || loading.has(toKey(market, date)),

    forget(market, date) {
      cached.delete(toKey(market, date))
      loading.delete(toKey(market, date))
    },

    async day(market, date, stored) {
      // Deals and annulments of this day may still follow.
      if (now() < lastChangeAt(market, date)) return load(market, date, stored)
      const key = toKey(market, date)
      const tape = cached.get(key)
      if (tape) cache(key, tape)
      return tape ?? loading.get(key) ?? loadOnce(key, load(market, date, stored))
    },
  }
}

function addCounted(tape: Tape, deal: Deal) {
  const { time, sequence, price, amount } = deal
  if (isCounted(deal)) tape.append(time, sequence, price, amount)
}

/** The counted deals of a scripted day, numbered in the order of all its deals. */
function* simulateTape(script: ScriptDaySteps, market: Market, date: BogotaDate): Steps<Tape> {
  const deals = remainingDeals(yield* script(market, date))
  const tape = createTape()
  for (const [sequence, deal] of deals.entries()) {
    addCounted(tape, { ...deal, sequence })
    if (sequence % DEALS_PER_STEP === 0) yield
  }
  // The caller's work on the tape runs in another step.
  yield
  return tape
}
