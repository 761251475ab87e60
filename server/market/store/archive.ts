import type { MarketStore } from '#server/market/store/market-store.ts'
import type { StoredDay } from '#server/market/store/stored-day.ts'
import type { Steps } from '#src/domain/steps.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { type Deal, isCounted } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { remainingDeals, type ScriptDaySteps } from '#src/domain/trading/scripted-days.ts'
import { createTape, type Tape } from '#src/domain/trading/tape.ts'
import { lastChangeAt } from '#src/domain/trading/trading-day.ts'

/** Shares the event loop between long computations and requests. */
export interface LoopTurns {
  /**
   * Resolves after the requests that wait now are handled. Each turn of the event loop resolves one
   * caller, in order. Many computations then delay a request by one step at most.
   */
  next(): Promise<void>
}

export function createLoopTurns(): LoopTurns {
  const waitingCallers: (() => void)[] = []

  function resolveFirst() {
    waitingCallers.shift()?.()
    if (waitingCallers.length > 0) setImmediate(resolveFirst)
  }

  return {
    next: () =>
      new Promise((resolve) => {
        waitingCallers.push(resolve)
        if (waitingCallers.length === 1) setImmediate(resolveFirst)
      }),
  }
}

/** Maximum number of cached days. */
export const MAX_ARCHIVED_DAYS = 8

/** Deals added to a tape per step. A step takes a fraction of a millisecond. */
const DEALS_PER_STEP = 1_000

/** Loads and caches past days as tapes of their counted deals. */
export interface Archive {
  /** Whether a day is cached or loading. */
  has(market: Market, date: BogotaDate): boolean
  /**
   * Returns a cached day, else loads it from the database. Simulates the day with its seed if the
   * database does not have all its deals. `stored` has the figures of the complete day; with null,
   * no deals count as missing. Caches only days that no longer change. The load yields to other
   * requests.
   */
  day(market: Market, date: BogotaDate, stored: StoredDay | null): Promise<Tape>
  /** Removes a day from the cache, after a late deal or annulment. */
  forget(market: Market, date: BogotaDate): void
}

interface ArchiveParts {
  readonly store: Pick<MarketStore, 'dealPages'>
  readonly createScript: (seed: number) => ScriptDaySteps
  readonly turns: LoopTurns
  /** Market time. */
  readonly now: () => Instant
}

export function createArchive({ store, createScript, turns, now }: ArchiveParts): Archive {
  // A map iterates in insertion order. Here this is the order of last use.
  const cachedTapes = new Map<string, Tape>()
  const loadingTapes = new Map<string, Promise<Tape>>()

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
    // Wait a turn: many requests may arrive in one turn of the event loop.
    await turns.next()
    const tape = await loadRecorded(market, date)
    const isComplete = stored === null || stored.seed === null || tape.count === stored.figures.count
    return isComplete ? tape : runInTurns(simulateTape(createScript(stored.seed), market, date))
  }

  function cache(key: string, tape: Tape) {
    cachedTapes.delete(key)
    cachedTapes.set(key, tape)
    for (const oldest of [...cachedTapes.keys()].slice(0, -MAX_ARCHIVED_DAYS)) cachedTapes.delete(oldest)
  }

  /** Caches the loaded day unless `forget` was called meanwhile. */
  async function loadOnce(key: string, loading: Promise<Tape>): Promise<Tape> {
    loadingTapes.set(key, loading)
    const isCurrent = () => loadingTapes.get(key) === loading
    try {
      const tape = await loading
      if (isCurrent()) cache(key, tape)
      return tape
    } finally {
      if (isCurrent()) loadingTapes.delete(key)
    }
  }

  const toKey = (market: Market, date: BogotaDate) => `${market} ${date}`

  return {
    has: (market, date) => cachedTapes.has(toKey(market, date)) || loadingTapes.has(toKey(market, date)),

    forget(market, date) {
      cachedTapes.delete(toKey(market, date))
      loadingTapes.delete(toKey(market, date))
    },

    async day(market, date, stored) {
      // Do not cache: deals and annulments of this day may still arrive.
      if (now() < lastChangeAt(market, date)) return load(market, date, stored)
      const key = toKey(market, date)
      const tape = cachedTapes.get(key)
      if (tape) cache(key, tape)
      return tape ?? loadingTapes.get(key) ?? loadOnce(key, load(market, date, stored))
    },
  }
}

function addCounted(tape: Tape, deal: Deal) {
  const { time, sequence, price, amount } = deal
  if (isCounted(deal)) tape.append(time, sequence, price, amount)
}

/** Creates the tape of the counted deals of a day. Uncounted deals also get sequence numbers. */
function* simulateTape(script: ScriptDaySteps, market: Market, date: BogotaDate): Steps<Tape> {
  const deals = remainingDeals(yield* script(market, date))
  const tape = createTape()
  for (const [sequence, deal] of deals.entries()) {
    addCounted(tape, { ...deal, sequence })
    if (sequence % DEALS_PER_STEP === 0) yield
  }
  // End the step: the caller's work on the tape runs in another step.
  yield
  return tape
}
