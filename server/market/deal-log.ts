import { setImmediate as nextTurn } from 'node:timers/promises'

import {
  type AppendFailure,
  checkBatch,
  type Draft,
  findChangedDays,
  type MarketEvent,
  type Sequences,
} from '#server/market/batch.ts'
import { createDealLoads, type DealLoads, type LoadedChange, type MarketDate } from '#server/market/deal-load.ts'
import { createMarketDays, type MarketDays, recentTradingDays } from '#server/market/market-days.ts'
import type { DayChange, MarketStore, RecordedDeal } from '#server/market/store/market-store.ts'
import { type StoredDay, summarizeRecordedDay, toStoredDay } from '#server/market/store/stored-day.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { lastChangeAt } from '#src/domain/trading/trading-day.ts'

export interface AppendResult {
  readonly accepted: number
  /** Deals and annulments that were recorded before. */
  readonly repeated: number
  readonly annulled: number
}

/** Records the deals of both markets: first in the database, then in the days in memory. */
export interface DealLog {
  readonly marketDays: Readonly<Record<Market, MarketDays>>
  /**
   * Commits a batch of events, all or nothing, and then adds it to the days in memory (D44).
   * Batches run one after the other. With `asOf`, the batch contains all events of its markets up
   * to that instant. Annulments then count as recorded at their own time, else as recorded now.
   */
  append(events: readonly MarketEvent[], asOf?: Instant): Promise<Result<AppendResult, AppendFailure>>
  /** Loads many deals in parts, with batches between the parts; then reloads the changed days. */
  readonly load: DealLoads['run']
  /** Adds the changes of a commit without a reply to the memory, as each write does first. */
  synchronize(): Promise<void>
  /** Market time. */
  now(): Instant
  /** Finds the recorded deals with these ids; returns them in any order. */
  findDeals(ids: readonly string[]): Promise<readonly RecordedDeal[]>
  /** Whether late deals and annulments of a day must change its stored figures. */
  isSettled(day: MarketDate, now: Instant): boolean
  /**
   * Discards the deals of an unfinished import, then loads the last days and the stored figures.
   */
  restore(): Promise<void>
  /**
   * Stores the figures of the days in memory that have ended (`lastChangeAt`). With `last`, stores
   * only days of that market up to that date. A source that catches up has not reported the later
   * days yet.
   */
  storeEndedDays(last?: MarketDate): Promise<void>
  /**
   * Emits the events that are due at `instant` to every audience. The source must have reported all
   * events up to that instant. Otherwise the delayed audience could see an annulled deal (D49).
   */
  advance(instant: Instant): void
}

export function createDealLog({
  store,
  now,
  seed,
  onPastDayChanged = () => {},
}: {
  readonly store: MarketStore
  /** Market time. */
  readonly now: () => Instant
  /** The seed of a simulated market; null for a real market. */
  readonly seed: number | null
  /** Called for each stored day that a commit changed, or may have changed without a reply. */
  readonly onPastDayChanged?: (day: MarketDate) => void
}): DealLog {
  const marketDays = {
    spot: createMarketDays({ market: 'spot', seed }),
    nextday: createMarketDays({ market: 'nextday', seed }),
  }
  let lastWrite: Promise<unknown> = Promise.resolve()
  let unconfirmedBatch: { readonly draft: Draft; readonly days: readonly DayChange[]; readonly asOf: Instant } | null =
    null
  /** True after `end` of a load failed: the database may have more deals than the memory. */
  let isOutdated = false
  /** The instant of the running commit, and the instant of the last `advance` during the commit. */
  let runningCommit: { readonly asOf: Instant; advancedTo: Instant | null } | null = null

  /** Runs writes one after the other. */
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = lastWrite.then(work)
    lastWrite = result.catch(() => undefined)
    return result
  }

  const loads = createDealLoads({
    store: store.loading,
    now,
    enqueue,

    async reserve(size) {
      await updateMemory()
      const startSequences = getSequences()
      for (const market of MARKETS) marketDays[market].sequence += size[market]
      return startSequences
    },

    async end(write) {
      await updateMemory()
      const change = await store.transaction(async (tx) => {
        await tx.publishLoading()
        const loadedChange = await write(tx, getSequences())
        // From here on, the commit may succeed without a reply.
        isOutdated = true
        return loadedChange
      })
      await addLoaded(change)
      isOutdated = false
    },
  })

  const getSequences = (): Sequences => ({ spot: marketDays.spot.sequence, nextday: marketDays.nextday.sequence })

  async function findKnownDeals(events: readonly MarketEvent[]): Promise<ReadonlyMap<string, RecordedDeal>> {
    const ids = [...new Set(events.map((event) => (event.kind === 'deal' ? event.deal.id : event.id)))]
    const inMemory = ids.flatMap((id) => marketDays.spot.findDeal(id) ?? marketDays.nextday.findDeal(id) ?? [])
    const foundIds = new Set(inMemory.map(({ id }) => id))
    const storedDeals = await store.findDeals(ids.filter((id) => !foundIds.has(id)))
    return new Map([...inMemory, ...storedDeals].map((deal) => [deal.id, deal]))
  }

  /**
   * Adds the last batch to the memory if its commit succeeded although the connection broke. Then
   * the last sequence numbers in the database are those of the batch.
   */
  async function addUnconfirmed() {
    if (!unconfirmedBatch) return
    const { draft, days, asOf } = unconfirmedBatch
    const storedSequences = await store.committedSequences()
    const isCommitted = MARKETS.every((market) => {
      const sequence = draft.sequences[market]
      return sequence === marketDays[market].sequence || sequence === storedSequences[market]
    })
    if (isCommitted) addToMemory(draft, days, asOf)
    unconfirmedBatch = null
  }

  /** Makes the memory equal to the database before the next write. */
  async function updateMemory() {
    if (isOutdated) {
      // Wait for a commit whose connection broke: PostgreSQL may still execute it.
      await store.committedSequences()
      await loadAll()
      isOutdated = false
    }
    await addUnconfirmed()
  }

  /**
   * Simulated days are never settled: their script has the figures before all deals are recorded.
   */
  const isSettled = ({ market, date }: MarketDate, instant: Instant) =>
    seed === null && (lastChangeAt(market, date) <= instant || marketDays[market].hasStoredDay(date))

  /** Computes the new figures of the settled days that a batch changes. */
  async function findDayChanges(draft: Draft, asOf: Instant): Promise<readonly DayChange[]> {
    const changes: DayChange[] = []
    for (const day of findChangedDays(draft).filter((changed) => isSettled(changed, asOf))) {
      const { market, date } = day
      const recordedDeals = marketDays[market].findDeals(date) ?? (await store.deals(market, date))
      const deals = new Map(
        [...recordedDeals, ...draft.deals.filter((deal) => isOnDay(deal, day))].map((deal) => [deal.id, deal]),
      )
      for (const { deal, annulment } of draft.annulled)
        if (isOnDay(deal, day)) deals.set(deal.id, { ...deal, annulment })
      changes.push({ ...day, day: summarizeRecordedDay(market, date, [...deals.values()]) })
    }
    return changes
  }

  async function commit(events: readonly MarketEvent[], asOf: Instant, isRecordedAtEventTime: boolean) {
    await updateMemory()
    await loads.take(events.map((event) => (event.kind === 'deal' ? event.deal.id : event.id)))
    const knownDeals = await findKnownDeals(events)
    const result = checkBatch(events, { sequences: getSequences(), knownDeals, now: asOf, isRecordedAtEventTime })
    if (!result.ok) return result
    const draft = result.value
    const { deals, annulments, annulledCount, repeated } = draft
    const days = await findDayChanges(draft, asOf)
    if (deals.length + annulments.length > 0) {
      unconfirmedBatch = { draft, days, asOf }
      await store.append({ deals, annulments, days })
      unconfirmedBatch = null
    }
    addToMemory(draft, days, asOf)
    return ok({ accepted: deals.length, repeated, annulled: annulledCount })
  }

  /**
   * While a batch is being committed, the audiences see the market as of the batch's instant.
   * Otherwise an event that is due meanwhile would get an id before the ids of the batch. After a
   * restart of the server, its id would follow them.
   */
  async function holdAudiences<T>(asOf: Instant, work: () => Promise<T>): Promise<T> {
    runningCommit = { asOf, advancedTo: null }
    try {
      return await work()
    } finally {
      const { advancedTo } = runningCommit
      runningCommit = null
      if (advancedTo !== null) advance(advancedTo)
    }
  }

  function advance(instant: Instant) {
    if (runningCommit) runningCommit.advancedTo = instant
    const visibleUntil = runningCommit ? Math.min(instant, runningCommit.asOf) : instant
    for (const market of MARKETS) marketDays[market].advance(visibleUntil)
  }

  /** Adds a committed batch to the days in memory and emits its events. */
  function addToMemory(draft: Draft, changes: readonly DayChange[], asOf: Instant) {
    const { deals, annulled, sequences: lastSequences } = draft
    const changedMarketDays = new Set(
      [...deals, ...annulled.map(({ deal }) => deal)].map(({ market }) => marketDays[market]),
    )
    const findInstant = (days: MarketDays) => Math.max(asOf, days.now)
    // Start the current day before its deals are recorded.
    for (const days of changedMarketDays) days.startDay(findInstant(days))
    for (const deal of deals) marketDays[deal.market].record(deal)
    for (const { deal, annulment } of annulled) marketDays[deal.market].annul(deal, annulment)
    for (const market of MARKETS) marketDays[market].sequence = lastSequences[market]
    replaceStoredDays(changes)
    loads.onDaysChanged(findChangedDays(draft))
    for (const days of changedMarketDays) days.advance(findInstant(days))
  }

  function replaceStoredDays(changes: readonly DayChange[]) {
    for (const change of changes) {
      marketDays[change.market].changeStoredDays([change])
      onPastDayChanged(change)
    }
  }

  /** Adds a published load to the memory. Other work of the server runs between two days. */
  async function addLoaded({ sequences: lastSequences, days: changes, dates }: LoadedChange) {
    for (const market of MARKETS) marketDays[market].sequence = lastSequences[market]
    replaceStoredDays(changes)
    for (const { market, date } of dates) {
      const days = marketDays[market]
      if (days.isBeforeMemory(date)) continue
      days.load(date, await store.deals(market, date), now())
      await nextTurn()
    }
  }

  /** Replaces the stored figures and the days in memory by those of the database. */
  async function loadAll() {
    const instant = now()
    for (const market of MARKETS) {
      const days = marketDays[market]
      // A running load has reserved numbers that the database does not have yet.
      days.sequence = Math.max(days.sequence, await store.lastSequence(market))
      // A day without counted deals is no longer stored.
      const storedByDate = new Map<BogotaDate, StoredDay | null>(days.storedDays().map(({ date }) => [date, null]))
      for (const day of await store.storedDays(market)) storedByDate.set(day.date, day)
      replaceStoredDays([...storedByDate].map(([date, day]) => ({ market, date, day })))
      // After a change of date, the days in memory include one more day.
      const datesInMemory = days.daysInMemory().map(({ date }) => date)
      for (const date of new Set([...datesInMemory, ...recentTradingDays(market, instant)])) {
        days.load(date, await store.deals(market, date), instant)
      }
    }
  }

  function findDaysToStore(market: Market, instant: Instant): readonly StoredDay[] {
    const storedDates = new Set(marketDays[market].storedDays().map(({ date }) => date))
    return marketDays[market]
      .daysInMemory()
      .filter(({ date }) => !storedDates.has(date) && lastChangeAt(market, date) <= instant)
      .flatMap((day) => toStoredDay(day, seed) ?? [])
  }

  return {
    marketDays,
    advance,
    isSettled,
    now,
    findDeals: (ids) => store.findDeals(ids),

    append: (events, asOf) =>
      enqueue(() => {
        const instant = asOf ?? now()
        return holdAudiences(instant, () => commit(events, instant, asOf !== undefined))
      }),

    load: loads.run,
    synchronize: () => enqueue(updateMemory),

    restore: () =>
      enqueue(async () => {
        await store.loading.discard()
        await loadAll()
      }),

    async storeEndedDays(last) {
      const findDays = (market: Market) =>
        findDaysToStore(market, now()).filter(
          ({ date }) => last === undefined || (market === last.market && date <= last.date),
        )
      // A step without days to store must not wait for a running write.
      if (MARKETS.every((market) => findDays(market).length === 0)) return
      await enqueue(async () => {
        // Without this, the figures would never include a batch that was committed without a reply.
        await updateMemory()
        for (const market of MARKETS) {
          const endedDays = findDays(market)
          await store.saveDays(endedDays)
          marketDays[market].addStoredDays(endedDays)
        }
      })
    },
  }
}

const isOnDay = (deal: RecordedDeal, { market, date }: MarketDate) =>
  deal.market === market && toDate(deal.time) === date
