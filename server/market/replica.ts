import { setImmediate as nextTurn } from 'node:timers/promises'

import type { MarketDays } from '#server/market/market-days.ts'
import { createMarketDays, recentTradingDays } from '#server/market/market-days.ts'
import type { DayChange, LineOf, MarketDate, NumberedLine, Sequences } from '#server/market/store/log-store.ts'
import type { MarketSnapshot, MarketStore } from '#server/market/store/market-store.ts'
import type { StoredDay } from '#server/market/store/stored-day.ts'
import { type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { type SourceStates, UNKNOWN_SOURCE } from '#src/domain/trading/source-silence.ts'

/**
 * The market in the memory of this process: the lines of the log, applied in their order. The same
 * lines give the same days, event ids and replies in every process (D109).
 */
export interface Replica {
  readonly marketDays: Readonly<Record<Market, MarketDays>>
  /** Id of the last applied line. */
  readonly lastId: number
  /** Market time at which the last applied batch was recorded; 0 before the first. */
  readonly lastRecordedAt: Instant
  /** The last sequence numbers in use. */
  sequences(): Sequences
  /** What is known of the source of each market. */
  sources(): SourceStates
  /** Replaces the memory by the tables of the database. */
  load(): Promise<void>
  /** Applies the next line. */
  apply(line: NumberedLine): Promise<void>
  /** Applies the lines of the database that are missing. */
  catchUp(): Promise<void>
}

interface ReplicaParts {
  readonly store: Pick<MarketStore, 'readLines' | 'readSnapshot'>
  /** Market time. */
  readonly now: () => Instant
  /** The seed of a simulated market; null for a real market. */
  readonly seed: number | null
  /** Called for each stored day that a line changed. */
  readonly onPastDayChanged: (day: MarketDate) => void
  /** Called for each batch with the days that it changed. */
  readonly onDaysChanged: (days: readonly MarketDate[]) => void
  /** Called when a source became silent, or its silence ended. */
  readonly onFreezeChanged: () => void
}

export function createReplica(parts: ReplicaParts): Replica {
  const { store, now, seed, onPastDayChanged, onDaysChanged, onFreezeChanged } = parts
  const marketDays = {
    spot: createMarketDays({ market: 'spot', seed }),
    nextday: createMarketDays({ market: 'nextday', seed }),
  }
  let lastId = 0
  let lastRecordedAt: Instant = 0
  let sources: SourceStates = { spot: UNKNOWN_SOURCE, nextday: UNKNOWN_SOURCE }

  function setSources(states: SourceStates) {
    const before = sources
    sources = states
    if (MARKETS.some((market) => states[market].frozenSince !== before[market].frozenSince)) onFreezeChanged()
  }

  function setSequences(sequences: Sequences) {
    for (const market of MARKETS) marketDays[market].sequence = sequences[market]
  }

  function replaceStoredDays(changes: readonly DayChange[]) {
    for (const change of changes) {
      marketDays[change.market].changeStoredDays([change])
      onPastDayChanged(change)
    }
  }

  function addStoredDays(days: readonly StoredDay[]) {
    for (const market of MARKETS) {
      const ofMarket = days.filter((day) => day.market === market)
      if (ofMarket.length > 0) marketDays[market].addStoredDays(ofMarket)
    }
  }

  function addEndedDays({ days, emptyDays = [] }: LineOf<'days'>) {
    addStoredDays(days)
    replaceStoredDays(emptyDays)
  }

  /** Adds a batch to the days in memory and emits its events. */
  function applyBatch({ asOf, deals, annulled, days: changes, sequences, sources: states }: LineOf<'batch'>) {
    lastRecordedAt = asOf
    const changedDeals = [...deals, ...annulled.map(({ deal }) => deal)]
    const changedMarketDays = new Set(changedDeals.map(({ market }) => marketDays[market]))
    const findInstant = (days: MarketDays) => Math.max(asOf, days.now)
    // Start the current day before its deals are recorded.
    for (const days of changedMarketDays) days.startDay(findInstant(days))
    for (const deal of deals) marketDays[deal.market].record(deal)
    for (const { deal, annulment } of annulled) marketDays[deal.market].annul(deal, annulment)
    setSequences(sequences)
    replaceStoredDays(changes)
    onDaysChanged(changedDeals.map(({ market, time }) => ({ market, date: toDate(time) })))
    for (const days of changedMarketDays) days.advance(findInstant(days))
    if (states) setSources(states)
  }

  /** Reads the loaded days from the tables. Other work of the server runs between two days. */
  async function applyLoad({ id, sequences, dates, days: changes }: NumberedLine<LineOf<'load'>>) {
    const inMemory = dates.filter(({ market, date }) => !marketDays[market].isBeforeMemory(date))
    const snapshot = await store.readSnapshot(async (source) => ({
      lastId: source.lastId,
      days: await Promise.all(
        inMemory.map(async (day) => ({ ...day, deals: await source.deals(day.market, day.date) })),
      ),
    }))
    // The tables have the deals of later lines already, which must not be applied to them again.
    if (snapshot.lastId !== id) return load()
    setSequences(sequences)
    replaceStoredDays(changes)
    for (const { market, date, deals } of snapshot.days) {
      marketDays[market].load(date, deals, now())
      await nextTurn()
    }
  }

  async function apply(line: NumberedLine) {
    if (line.kind === 'batch') applyBatch(line)
    else if (line.kind === 'days') addEndedDays(line)
    else if (line.kind === 'reserve') setSequences(line.sequences)
    else await applyLoad(line)
    // The end of an import may have loaded the tables as of a later line.
    lastId = Math.max(lastId, line.id)
  }

  async function loadMarket(market: Market, snapshot: MarketSnapshot, instant: Instant) {
    const days = marketDays[market]
    // An import has reserved numbers that the tables may not have yet.
    days.sequence = Math.max(days.sequence, await snapshot.lastSequence(market))
    // A day without counted deals is no longer stored.
    const knownDates = [...days.storedDays().map(({ date }) => date), ...days.emptyDates()]
    const changes = new Map<BogotaDate, DayChange>(knownDates.map((date) => [date, { market, date, day: null }]))
    for (const day of await snapshot.storedDays(market)) changes.set(day.date, { market, date: day.date, day })
    for (const change of await snapshot.emptyDays(market)) changes.set(change.date, change)
    replaceStoredDays([...changes.values()])
    // After a change of date, the days in memory include one more day.
    const datesInMemory = days.daysInMemory().map(({ date }) => date)
    for (const date of new Set([...datesInMemory, ...recentTradingDays(market, instant)]))
      days.load(date, await snapshot.deals(market, date), instant)
  }

  async function load() {
    const instant = now()
    await store.readSnapshot(async (snapshot) => {
      for (const market of MARKETS) await loadMarket(market, snapshot, instant)
      setSources(await snapshot.sources())
      lastId = snapshot.lastId
    })
  }

  /** Applies a line of the database. If lines before it are deleted, reads the tables instead. */
  async function applyNext(line: NumberedLine) {
    if (line.id > lastId + 1) await load()
    // Loading the tables may have included the line.
    else if (line.id > lastId) await apply(line)
  }

  async function catchUp() {
    for (;;) {
      const lines = await store.readLines(lastId)
      if (lines.length === 0) return
      for (const line of lines) await applyNext(line)
    }
  }

  return {
    marketDays,
    get lastId() {
      return lastId
    },
    get lastRecordedAt() {
      return lastRecordedAt
    },
    sequences: () => ({ spot: marketDays.spot.sequence, nextday: marketDays.nextday.sequence }),
    sources: () => sources,
    load,
    apply,
    catchUp,
  }
}
