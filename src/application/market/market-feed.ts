import { createActor } from 'xstate'

import type { DayValue } from '#src/application/market/market-gateway.ts'
import type { ReadMarketDay } from '#src/application/market/read-market-day.ts'
import { followPage } from '#src/application/platform/follow-page.ts'
import { UNEXPECTED_ERROR, UNREADABLE_EVENT } from '#src/application/platform/log-messages.ts'
import {
  createResource,
  type Resource,
  type ResourceDeps,
  type ResourceSource,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import { createSubscribers, type View } from '#src/application/platform/view.ts'
import type { IntradaySeries } from '#src/domain/charting/series.ts'
import { type Connection, type LinkEvent, liveMachine, toConnection } from '#src/domain/live/live-machine.ts'
import { livePrices } from '#src/domain/live/live-prices.ts'
import { type Applied, createLiveTape } from '#src/domain/live/live-tape.ts'
import type { StreamEvent, StreamedSnapshot } from '#src/domain/live/stream-event.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { closeAndAverage, dollarAmounts } from '#src/domain/trading/figures.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices } from '#src/domain/trading/market.ts'

/** Older cursors are rejected: the next connection gets a snapshot instead. In ms. */
export const CURSOR_LIFETIME_MS = 600_000

/** Minimum interval between price refetches that only resolve a direction, in ms. */
export const DIRECTION_REFETCH_MS = 1_000

/** Minimum interval between two heartbeats that are reported to the live machine, in ms. */
const HEARTBEAT_REPORT_MS = 1_000

/** Events that carry data and advance the cursor. */
const DATA_EVENTS: ReadonlySet<StreamEvent['kind']> = new Set(['snapshot', 'deal', 'annulment', 'clock', 'heartbeat'])

/** The stream is later than this client may see: its session has to be verified. */
const TOO_LATE: LinkEvent = { type: 'CLOSED', reason: null }

interface FeedValues {
  readonly close: DayValue<CloseAndAverage>
  readonly prices: DayValue<DollarPrices>
  readonly amounts: DayValue<DollarAmounts>
  readonly intraday: DayValue<IntradaySeries>
}
export type FeedPart = keyof FeedValues
export type FeedSources = { readonly [Part in FeedPart]: ResourceSource<FeedValues[Part]> }

export const FEED_PARTS = ['close', 'prices', 'amounts', 'intraday'] as const satisfies readonly FeedPart[]

/** The calls that read a market's reference date (D1). */
export interface MarketReads {
  readonly readCloseAndAverage: ReadMarketDay<CloseAndAverage>
  readonly readPrices: ReadMarketDay<DollarPrices>
  readonly readAmounts: ReadMarketDay<DollarAmounts>
  readonly readIntraday: ReadMarketDay<IntradaySeries>
}

/** The four parts of a market and their sources. */
export type MarketFeedState = { readonly [Part in FeedPart]: ResourceState<FeedValues[Part]> } & {
  readonly connection: Connection
}

export interface MarketFeedDeps extends ResourceDeps {
  /** Runs the callback before the next repaint; the returned function cancels it. */
  readonly nextFrame: (callback: () => void) => () => void
  /**
   * Opens the stream after the cursor `since`; null asks for a snapshot. The returned function
   * closes it.
   */
  readonly follow: (since: number | null, onEvent: (event: StreamEvent) => void) => () => void
  /** Whether the client's session is still valid after the stream was closed with a reason. */
  readonly verifySession: (reason: string | null) => Promise<boolean>
}

export interface MarketFeedOptions {
  readonly sources: FeedSources
  /** Minutes; a stream with a longer delay is not accepted. */
  readonly delay: number
}

/**
 * Close, prices, amounts and the day's series of one market (D22). Values come by the stream
 * while it is open, else by polling. Streamed values are published once a frame.
 */
export interface MarketFeed extends View<MarketFeedState> {
  retry(part: FeedPart): void
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)

/** Compares figures by their fields; columns only by identity. */
function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!(isRecord(one) && isRecord(other))) return false
  const fields = new Map<string, unknown>(Object.entries(other))
  return Object.entries(one).every(([name, value]) => isEqual(value, fields.get(name)))
}

export function createMarketFeed(deps: MarketFeedDeps, { sources, delay }: MarketFeedOptions): MarketFeed {
  const { clock, page, timers, log } = deps
  const { now } = clock
  let answeredPrices: DollarPrices | null = null
  let running: ReturnType<typeof run> | null = null
  let state: MarketFeedState | null = null

  const resources = {
    close: createResource(deps, sources.close),
    amounts: createResource(deps, sources.amounts),
    prices: createResource(deps, sources.prices, {
      onLoad({ value }) {
        answeredPrices = value
        running?.publishSoon()
      },
    }),
    intraday: createResource(deps, sources.intraday, { onLoad: ({ value }) => running?.loadSeries(value) }),
  }

  const subscribers = createSubscribers(start)

  function changed() {
    state = null
    subscribers.notify()
  }

  /**
   * Runs the stream and builds the growing trading day, from which the resources get their values.
   */
  function run() {
    const tape = createLiveTape()
    let streaming = false
    let cursorAt = now()
    let heartbeatAt = Number.NEGATIVE_INFINITY
    let directionsLoadedAt = Number.NEGATIVE_INFINITY
    let cancelFrame: (() => void) | null = null

    /** An unchanged value keeps its identity, so that no panel renders. */
    function push<T extends object>(resource: Resource<DayValue<T>>, next: DayValue<T>) {
      const shown = resource.getSnapshot().value
      resource.push(shown !== null && isEqual(shown, next) ? shown : next)
    }

    /**
     * Loads the prices when only the server knows a direction; nothing is pushed during that load.
     */
    function pushPrices(tradingDay: BogotaDate) {
      if (answeredPrices === null || resources.prices.getSnapshot().loading) return
      const { prices, certain } = livePrices(answeredPrices, tape.figures())
      push(resources.prices, { tradingDay, value: prices })
      if (certain || now() < directionsLoadedAt + DIRECTION_REFETCH_MS) return
      directionsLoadedAt = now()
      resources.prices.retry()
    }

    function publish() {
      const tradingDay = resources.intraday.getSnapshot().value?.tradingDay
      if (!streaming || tradingDay === undefined) return
      const figures = tape.figures()
      push(resources.close, { tradingDay, value: closeAndAverage(figures) })
      push(resources.amounts, { tradingDay, value: dollarAmounts(figures) })
      push(resources.intraday, { tradingDay, value: tape.series() })
      pushPrices(tradingDay)
    }

    function publishSoon() {
      cancelFrame ??= deps.nextFrame(() => {
        cancelFrame = null
        publish()
      })
    }

    function onApplied(result: Applied) {
      if (result === 'applied') publishSoon()
      if (result === 'incomplete') live.send({ type: 'SERIES_INCOMPLETE' })
    }

    const verifyDelay = (streamDelay: number | null): LinkEvent | null =>
      streamDelay !== null && streamDelay > delay ? TOO_LATE : null

    /** The figures are shown at once; the series has to be loaded. */
    function restart({ sequence, tradingDay, prices, amounts, close, delay: streamDelay }: StreamedSnapshot) {
      const tooLate = verifyDelay(streamDelay)
      if (tooLate) return tooLate
      tape.restart(sequence)
      answeredPrices = prices
      push(resources.close, { tradingDay, value: close })
      push(resources.amounts, { tradingDay, value: amounts })
      push(resources.prices, { tradingDay, value: prices })
      live.send({ type: 'SERIES_INCOMPLETE' })
      return null
    }

    function discardCursor(detail: unknown) {
      log.error(UNREADABLE_EVENT, detail)
      tape.loseCursor()
      live.send({ type: 'CURSOR_LOST' })
    }

    /** Maps an event to a change of the connection; null for an event with data only. */
    function handle(event: StreamEvent): LinkEvent | null {
      switch (event.kind) {
        case 'opened':
          return { type: 'OPENED' }
        case 'deal':
          onApplied(tape.deal(event))
          return null
        case 'annulment':
          onApplied(tape.annul(event))
          return null
        case 'snapshot':
          return restart(event)
        case 'clock':
          return verifyDelay(event.delay)
        case 'heartbeat':
          publish()
          return null
        case 'malformed':
          discardCursor(event.detail)
          return null
        case 'closed':
          return { type: 'CLOSED', reason: event.reason }
        case 'lost':
          return { type: 'DISCONNECTED' }
        case 'refused':
          return { type: 'REFUSED', pause: event.pause }
        case 'unavailable':
          return { type: 'UNAVAILABLE' }
      }
    }

    /** Any event with data shows that the stream is alive and keeps the cursor valid. */
    function heartbeat({ kind }: StreamEvent): LinkEvent | null {
      if (!DATA_EVENTS.has(kind)) return null
      cursorAt = now()
      if (now() < heartbeatAt + HEARTBEAT_REPORT_MS) return null
      heartbeatAt = now()
      return { type: 'HEARTBEAT' }
    }

    const live = createActor(liveMachine, {
      clock: timers,
      input: {
        visible: page.visible(),
        online: page.online(),
        verifySession: deps.verifySession,
        connect: (emitLink) => {
          const since = now() - cursorAt > CURSOR_LIFETIME_MS ? null : tape.sequence
          return deps.follow(since, (event) => {
            const alive = heartbeat(event)
            const fact = handle(event) ?? alive
            if (fact) emitLink(fact)
          })
        },
      },
    })

    function setStreaming(value: boolean) {
      streaming = value
      for (const part of FEED_PARTS) resources[part].setStreaming(value)
      publish()
    }

    live.on('STREAM_OPENED', () => setStreaming(true))
    live.on('STREAM_LOST', () => setStreaming(false))
    live.on('CRASHED', ({ error }) => log.error(UNEXPECTED_ERROR, error))
    let connection = toConnection(live.getSnapshot())
    live.subscribe((snapshot) => {
      const before = connection
      connection = toConnection(snapshot)
      if (connection !== before) changed()
    })

    return {
      connection: () => connection,
      publishSoon,
      loadSeries(series: IntradaySeries) {
        cursorAt = now()
        live.send({ type: tape.load(series) ? 'SERIES_COMPLETE' : 'SERIES_INCOMPLETE' })
        publishSoon()
      },
      start() {
        live.start()
        return followPage(page, live.send)
      },
      stop() {
        cancelFrame?.()
        live.stop()
      },
    }
  }

  function start() {
    const started = run()
    running = started
    state = null
    const unfollowPage = started.start()
    const unsubscribes = FEED_PARTS.map((part) => resources[part].subscribe(changed))
    return () => {
      unfollowPage()
      started.stop()
      running = null
      answeredPrices = null
      for (const unsubscribe of unsubscribes) unsubscribe()
      state = null
    }
  }

  return {
    subscribe: subscribers.subscribe,
    getSnapshot() {
      state ??= {
        close: resources.close.getSnapshot(),
        prices: resources.prices.getSnapshot(),
        amounts: resources.amounts.getSnapshot(),
        intraday: resources.intraday.getSnapshot(),
        connection: running?.connection() ?? 'connecting',
      }
      return state
    },
    retry: (part) => resources[part].retry(),
  }
}
