import { createMemoryNetwork, type MemoryNetwork } from '#src/adapters/memory/network.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type {
  DayValue,
  HolidayGateway,
  MarketGateway,
  MarketQuery,
  MarketStream,
  NewsGateway,
  QuotesGateway,
  StreamCursor,
} from '#src/application/market/ports.ts'
import type { MarketClock } from '#src/application/platform/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { readPeriodChart } from '#src/domain/charting/market-chart.ts'
import { endsStream, type StreamEvent, type StreamedSnapshot } from '#src/domain/live/stream-event.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { addDays, type BogotaDate, type Instant, toDate } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS, type Audience, effectiveDelayMs, visibleUntil } from '#src/domain/trading/audience.ts'
import { isUsHoliday, tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import type { MarketDaySource } from '#src/domain/trading/day-summary.ts'
import { isDayRange } from '#src/domain/trading/days.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { createMarketDayReader, type DayView, type TradingDayFailure } from '#src/domain/trading/market-day.ts'
import { simulateNews } from '#src/simulator/simulate-news.ts'
import { simulateIndexSeries, simulateQuotes } from '#src/simulator/simulate-quotes.ts'

/** Who requests the figures of a market. */
export interface MemoryAudience {
  read(): Audience
  /** Returns the number of the last event of the audience's stream (D51); null without a stream. */
  lastSequence(day: { readonly market: Market; readonly date: BogotaDate; readonly now: Instant }): number | null
  /** Called with each reply that has the delay of visitors (D17). */
  onDelayed(): void
}

/** Visitors of a server without a stream. */
const VISITORS: MemoryAudience = { read: () => 'delayed', lastSequence: () => null, onDelayed: () => {} }

interface MemoryMarketDeps {
  readonly marketClock: MarketClock
  readonly audience?: MemoryAudience
  readonly network?: MemoryNetwork
  /** The days of the markets, without annulled deals, which visitors never see (D49). */
  readonly days: MarketDaySource
}

/**
 * The dollar markets of a server. Without an `audience`, it is for visitors: data has a delay of at
 * least 15 minutes (D17). If the requested day has no trading, a reply is of the last trading day
 * (D2).
 */
export function createMemoryMarket({
  marketClock,
  days,
  audience = VISITORS,
  network = createMemoryNetwork(),
}: MemoryMarketDeps): MarketGateway {
  const reader = createMarketDayReader(days)
  const { replyWith } = network

  /** The delay of a reply, in milliseconds. */
  function readDelayMs(minutes: number): number {
    const delay = effectiveDelayMs(audience.read(), minutes)
    if (delay > 0) audience.onDelayed()
    return delay
  }

  /** The number of the last stream event in a series; null if the stream does not continue it. */
  function findSequence({ market, date, until }: DayView): number | null {
    const now = marketClock.now()
    const isToday = date === tradingDayOnOrBefore(market, toDate(now))
    const isOwnDelay = now - until === AUDIENCE_DELAY_MS[audience.read()]
    return isToday && isOwnDelay ? audience.lastSequence({ market, date, now }) : null
  }

  function findView({ market, date, delay }: MarketQuery): Result<DayView, TradingDayFailure> {
    const now = marketClock.now()
    const tradingDay = reader.findTradingDay({ market, date, today: toDate(now) })
    if (!tradingDay.ok) return tradingDay
    return ok({ market, date: tradingDay.value, until: visibleUntil(now, readDelayMs(delay)) })
  }

  const createReply = <T>(query: MarketQuery, read: (view: DayView) => T): Result<DayValue<T>, CallFailure> => {
    const view = findView(query)
    if (!view.ok) return rejectWith(view.error.kind === 'before-history' ? 404 : 400)
    return ok({ tradingDay: view.value.date, value: read(view.value) })
  }

  const createDayCall =
    <T>(read: (view: DayView) => T) =>
    (query: MarketQuery, signal?: AbortSignal) =>
      replyWith(signal, () => createReply(query, read))

  return {
    closeAndAverage: createDayCall(reader.closeAndAverage),
    prices: createDayCall(reader.prices),
    amounts: createDayCall(reader.amounts),
    intraday: createDayCall((view) => reader.intraday(view, findSequence(view))),

    periodChart: ({ view, market, period, narrow, interval = null, before }, signal) =>
      replyWith(signal, () => {
        const readChart = (day: DayView) =>
          readPeriodChart(days, { ...day, view, period, narrow: narrow && view === 'candles', interval })
        const now = marketClock.now()
        const today = toDate(now)
        if (before === undefined || before > today) return createReply({ market, date: today, delay: 0 }, readChart)
        // Before the history there are no points, which is no failure.
        const date = tradingDayOnOrBefore(market, addDays(before, -1))
        return ok({ tradingDay: date, value: readChart({ market, date, until: visibleUntil(now, readDelayMs(0)) }) })
      }),

    trmNow: (delay, signal) =>
      replyWith(signal, () => {
        const now = marketClock.now()
        return ok(reader.trmNow({ today: toDate(now), until: visibleUntil(now, readDelayMs(delay)) }))
      }),

    trmHistory: (range, signal) =>
      replyWith(signal, () => ok(reader.trmHistory(range, visibleUntil(marketClock.now(), readDelayMs(0))))),

    days: (range, signal) =>
      replyWith(signal, () => {
        if (!isDayRange(range)) return rejectWith(400)
        const now = marketClock.now()
        return ok(reader.days(range, { today: toDate(now), until: visibleUntil(now, readDelayMs(0)) }))
      }),

    statistics: (sector, signal) =>
      replyWith(signal, () => {
        const now = marketClock.now()
        const until = visibleUntil(now, readDelayMs(0))
        return ok(reader.statistics(sector, { today: toDate(now), until }))
      }),
  }
}

/** A subscriber that missed more events gets a snapshot instead of them, as on the real server. */
const MAX_MISSED = 300

/** Events that advance the cursor of a subscriber. */
type SequencedEvent = Extract<StreamEvent, { readonly sequence: number }>

/**
 * Simulates a server whose streams a test controls. It stores published events and sends a later
 * subscriber the events after the cursor.
 */
export interface MemoryMarketStream extends MarketStream {
  /** Sends an event to every subscriber of a market and stores it for later subscribers. */
  publish(market: Market, event: Exclude<SequencedEvent, { readonly kind: 'snapshot' }>): void
  /** Sends an event to every subscriber of a market without storing it. */
  notify(market: Market, event: Exclude<StreamEvent, SequencedEvent>): void
  /** Sets the snapshot for subscribers whose `since` is null, unknown or too old. */
  setSnapshot(market: Market, snapshot: Omit<StreamedSnapshot, 'sequence'>): void
  /** Ends every connection with the event `lost`. */
  disconnect(): void
  /**
   * Sets the outcome of new connections. `unavailable`: the server has no stream. `silent`: the
   * server sends no event.
   */
  setMode(mode: 'open' | 'lost' | 'silent' | 'unavailable'): void
  /** The initial cursors of the current subscribers. */
  subscribers(): readonly StreamCursor[]
  /** The number of requested connections. */
  attempts(): number
}

interface Subscriber {
  readonly cursor: StreamCursor
  readonly onEvent: (event: StreamEvent) => void
  /** Whether its connection is open. */
  isOpen: boolean
}

/** `startSequence` precedes the first published event: a subscriber can resume after it. */
export function createMemoryMarketStream(startSequence = 0): MemoryMarketStream {
  const subscribers = new Set<Subscriber>()
  const events: Record<Market, SequencedEvent[]> = { spot: [], nextday: [] }
  const snapshots: Partial<Record<Market, Omit<StreamedSnapshot, 'sequence'>>> = {}
  const state: { mode: Parameters<MemoryMarketStream['setMode']>[0]; attempts: number } = { mode: 'open', attempts: 0 }

  const findLastSequence = (market: Market) => events[market].at(-1)?.sequence ?? startSequence

  function send(subscriber: Subscriber, event: StreamEvent) {
    if (!subscribers.has(subscriber)) return
    if (endsStream(event)) subscribers.delete(subscriber)
    subscriber.onEvent(event)
  }

  function sendAll(market: Market, event: StreamEvent) {
    for (const subscriber of [...subscribers])
      if (subscriber.isOpen && subscriber.cursor.market === market) send(subscriber, event)
  }

  const isKnown = (market: Market, since: number) =>
    since === startSequence || events[market].some(({ sequence }) => sequence === since)

  /** Finds the events after a cursor; null for an unknown or too old cursor. */
  function findMissedEvents({ market, since }: StreamCursor): readonly StreamEvent[] | null {
    if (since === null || !isKnown(market, since)) return null
    const missed = events[market].filter(({ sequence }) => sequence > since)
    return missed.length <= MAX_MISSED ? missed : null
  }

  function createSnapshot({ market }: StreamCursor): readonly StreamEvent[] {
    const snapshot = snapshots[market]
    return snapshot ? [{ kind: 'snapshot', sequence: findLastSequence(market), ...snapshot }] : []
  }

  function startStream(subscriber: Subscriber) {
    const { mode } = state
    if (mode === 'lost' || mode === 'unavailable') send(subscriber, { kind: mode })
    if (mode !== 'open') return
    subscriber.isOpen = true
    send(subscriber, { kind: 'opened' })
    for (const event of findMissedEvents(subscriber.cursor) ?? createSnapshot(subscriber.cursor))
      send(subscriber, event)
  }

  return {
    follow(cursor, onEvent) {
      const subscriber = { cursor, onEvent, isOpen: false }
      state.attempts += 1
      subscribers.add(subscriber)
      queueMicrotask(() => startStream(subscriber))
      return () => {
        subscribers.delete(subscriber)
      }
    },
    publish(market, event) {
      events[market].push(event)
      sendAll(market, event)
    },
    notify: sendAll,
    setSnapshot: (market, snapshot) => {
      snapshots[market] = snapshot
    },
    disconnect() {
      for (const subscriber of [...subscribers]) send(subscriber, { kind: 'lost' })
    },
    setMode: (mode) => {
      state.mode = mode
    },
    subscribers: () => [...subscribers].map(({ cursor }) => cursor),
    attempts: () => state.attempts,
  }
}

interface MemoryQuotesDeps {
  readonly seed: number
  readonly marketClock: MarketClock
  readonly network?: MemoryNetwork
}

/** The simulator's quotes at the current market time. */
export function createMemoryQuotes({
  seed,
  marketClock,
  network = createMemoryNetwork(),
}: MemoryQuotesDeps): QuotesGateway {
  const { replyOk } = network
  const createQuery = () => ({ seed, now: marketClock.now() })
  return {
    currencies: (signal) => replyOk(signal, () => simulateQuotes(createQuery()).currencies),
    stocks: (signal) => replyOk(signal, () => simulateQuotes(createQuery()).stocks),
    indices: (signal) => replyOk(signal, () => simulateQuotes(createQuery()).indices),
    indexSeries: (signal) => replyOk(signal, () => simulateIndexSeries(createQuery())),
    feeds: (signal) => replyOk(signal, () => ({})),
  }
}

interface SimulatedNewsDeps extends MemoryMarketDeps {
  readonly seed: number
}

/** The simulator's news about these days, up to the current market time. */
export function createSimulatedNews({
  seed,
  marketClock,
  days,
  network = createMemoryNetwork(),
}: SimulatedNewsDeps): NewsGateway {
  const facts = createMarketDayReader(days)
  return { latest: (signal) => network.replyOk(signal, () => simulateNews({ seed, now: marketClock.now(), facts })) }
}

/** US holidays of the domain's calendar (D2). */
export const createMemoryHolidays = (network: MemoryNetwork = createMemoryNetwork()): HolidayGateway => ({
  isUsHoliday: (date, signal) => network.replyOk(signal, () => isUsHoliday(date)),
})
