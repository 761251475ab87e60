import { createActor } from 'xstate'
import type { DayValue } from '#src/application/market/ports.ts'
import { UNEXPECTED_ERROR, UNREADABLE_EVENT } from '#src/application/platform/log-messages.ts'
import { followPage } from '#src/application/platform/page.ts'
import type { Resource, ResourceDeps, ResourceSource } from '#src/application/platform/resource.ts'
import {
  type ConnectionStatus,
  type LinkEvent,
  liveMachine,
  toConnectionStatus,
} from '#src/domain/live/live-machine.ts'
import { livePrices } from '#src/domain/live/live-prices.ts'
import { createLiveTape, type EventResult, type LiveTape } from '#src/domain/live/live-tape.ts'
import type { StreamEvent, StreamedSnapshot } from '#src/domain/live/stream-event.ts'
import type { BogotaDate, Instant } from '#src/domain/time/bogota.ts'
import { closeAndAverage, dollarAmounts } from '#src/domain/trading/figures.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

/** The values of a market's trading day. */
export interface FeedValues {
  readonly close: DayValue<CloseAndAverage>
  readonly prices: DayValue<DollarPrices>
  readonly amounts: DayValue<DollarAmounts>
  readonly intraday: DayValue<IntradaySeries>
}
export type FeedPart = keyof FeedValues
export type FeedSources = { readonly [Part in FeedPart]: ResourceSource<FeedValues[Part]> }
export type FeedResources = { readonly [Part in FeedPart]: Resource<FeedValues[Part]> }

export const FEED_PARTS = ['close', 'prices', 'amounts', 'intraday'] as const satisfies readonly FeedPart[]

/** Minimum interval between price refetches that only resolve a direction, in ms. */
export const DIRECTION_REFETCH_MS = 1_000

export interface FeedPublisherDeps {
  readonly resources: FeedResources
  readonly tape: LiveTape
  readonly now: () => Instant
  /** Runs the callback before the next repaint; the returned function cancels it. */
  readonly nextFrame: (callback: () => void) => () => void
}

/** Pushes the values of the live tape into the resources. */
export interface FeedPublisher {
  /** Pushes all values now. No effect without an open stream, or before the series is loaded. */
  publish(): void
  /** Publishes before the next repaint; several calls publish once. */
  publishSoon(): void
  setStreaming(streaming: boolean): void
  /** Pushes the figures of a snapshot. A snapshot has no series. */
  pushSnapshot(snapshot: StreamedSnapshot): void
  /** Saves the loaded prices, from which live directions are computed, and publishes soon. */
  onPricesLoaded(prices: DollarPrices): void
  stop(): void
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)

/** Compares objects field by field, and typed arrays by identity. */
function isEqual(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (!(isRecord(one) && isRecord(other))) return false
  const fields = new Map<string, unknown>(Object.entries(other))
  return Object.entries(one).every(([name, value]) => isEqual(value, fields.get(name)))
}

/** Pushes a value. Pushes the current object instead of an equal one, so that no panel renders. */
function push<T extends object>(resource: Resource<DayValue<T>>, next: DayValue<T>) {
  const current = resource.getSnapshot().value
  resource.push(current !== null && isEqual(current, next) ? current : next)
}

export function createFeedPublisher({ resources, tape, now, nextFrame }: FeedPublisherDeps): FeedPublisher {
  let loadedPrices: DollarPrices | null = null
  let isStreaming = false
  let directionsLoadedAt = Number.NEGATIVE_INFINITY
  let cancelFrame: (() => void) | null = null

  /**
   * Pushes the live prices, except before and during a load of prices. When a direction cannot be
   * computed, loads the prices, at most once per `DIRECTION_REFETCH_MS`.
   */
  function pushPrices(tradingDay: BogotaDate) {
    if (loadedPrices === null || resources.prices.getSnapshot().loading) return
    const { prices, certain } = livePrices(loadedPrices, tape.figures())
    push(resources.prices, { tradingDay, value: prices })
    if (certain || now() < directionsLoadedAt + DIRECTION_REFETCH_MS) return
    directionsLoadedAt = now()
    resources.prices.retry()
  }

  function publish() {
    const tradingDay = resources.intraday.getSnapshot().value?.tradingDay
    if (!isStreaming || tradingDay === undefined) return
    const figures = tape.figures()
    push(resources.close, { tradingDay, value: closeAndAverage(figures) })
    push(resources.amounts, { tradingDay, value: dollarAmounts(figures) })
    push(resources.intraday, { tradingDay, value: tape.series() })
    pushPrices(tradingDay)
  }

  function publishSoon() {
    cancelFrame ??= nextFrame(() => {
      cancelFrame = null
      publish()
    })
  }

  return {
    publish,
    publishSoon,

    setStreaming(streaming) {
      isStreaming = streaming
      for (const part of FEED_PARTS) resources[part].setStreaming(streaming)
      publish()
    },

    pushSnapshot({ tradingDay, prices, amounts, close }) {
      loadedPrices = prices
      push(resources.close, { tradingDay, value: close })
      push(resources.amounts, { tradingDay, value: amounts })
      push(resources.prices, { tradingDay, value: prices })
    },

    onPricesLoaded(prices) {
      loadedPrices = prices
      publishSoon()
    },

    stop: () => cancelFrame?.(),
  }
}

/** How long a cursor is valid, in ms. A connection after that requests a snapshot. */
export const CURSOR_LIFETIME_MS = 600_000

/** Minimum interval between two heartbeats that are reported to the live machine, in ms. */
const HEARTBEAT_REPORT_MS = 1_000

/** Events that renew the cursor. */
const CURSOR_EVENTS: ReadonlySet<StreamEvent['kind']> = new Set(['snapshot', 'deal', 'annulment', 'clock', 'heartbeat'])

/** A stream whose delay is too long counts as closed: the client session may have ended. */
const DELAY_TOO_LONG: LinkEvent = { type: 'CLOSED', reason: null }

export interface FeedStreamDeps extends ResourceDeps, Pick<FeedPublisherDeps, 'nextFrame'> {
  /**
   * Opens the stream after the cursor `since`; null requests a snapshot. The returned function
   * closes it.
   */
  readonly follow: (since: number | null, onEvent: (event: StreamEvent) => void) => () => void
  /** Verifies the client session after a closed stream; returns true if it is active. */
  readonly verifySession: (reason: string | null) => Promise<boolean>
}

export interface FeedStreamOptions extends Pick<FeedPublisherDeps, 'resources'> {
  /** Minutes; a stream with a longer delay is not accepted. */
  readonly delay: number
  readonly onConnectionChanged: () => void
}

/** The stream of a market. It pushes the values of the current trading day into the resources. */
export interface FeedStream {
  connection(): ConnectionStatus
  onSeriesLoaded(series: IntradaySeries): void
  onPricesLoaded(prices: DollarPrices): void
  start(): void
  stop(): void
}

export function createFeedStream(
  { clock, page, timers, log, nextFrame, follow, verifySession }: FeedStreamDeps,
  { resources, delay, onConnectionChanged }: FeedStreamOptions,
): FeedStream {
  const { now } = clock
  const tape = createLiveTape()
  const publisher = createFeedPublisher({ resources, tape, now, nextFrame })
  let cursorUpdatedAt = now()
  let heartbeatReportedAt = Number.NEGATIVE_INFINITY

  function onEventResult(result: EventResult) {
    if (result === 'applied') publisher.publishSoon()
    if (result === 'incomplete') live.send({ type: 'SERIES_INCOMPLETE' })
  }

  const checkDelay = (streamDelay: number | null): LinkEvent | null =>
    streamDelay !== null && streamDelay > delay ? DELAY_TOO_LONG : null

  /**
   * Publishes a snapshot and requests the series. Returns `DELAY_TOO_LONG` for a delay that is
   * longer than allowed.
   */
  function applySnapshot(snapshot: StreamedSnapshot) {
    const failure = checkDelay(snapshot.delay)
    if (failure) return failure
    tape.restart(snapshot.sequence)
    publisher.pushSnapshot(snapshot)
    live.send({ type: 'SERIES_INCOMPLETE' })
    return null
  }

  function discardCursor(detail: unknown) {
    log.error(UNREADABLE_EVENT, detail)
    tape.loseCursor()
    live.send({ type: 'CURSOR_LOST' })
  }

  /** Applies an event. Returns the change of the connection; null without a change. */
  function applyEvent(event: StreamEvent): LinkEvent | null {
    switch (event.kind) {
      case 'opened':
        return { type: 'OPENED' }
      case 'deal':
        onEventResult(tape.receiveDeal(event))
        return null
      case 'annulment':
        onEventResult(tape.receiveAnnulment(event))
        return null
      case 'snapshot':
        return applySnapshot(event)
      case 'clock':
        return checkDelay(event.delay)
      case 'heartbeat':
        publisher.publish()
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

  /** Records an event that renews the cursor. Returns the heartbeat if it must be reported. */
  function recordActivity({ kind }: StreamEvent): LinkEvent | null {
    if (!CURSOR_EVENTS.has(kind)) return null
    cursorUpdatedAt = now()
    if (now() < heartbeatReportedAt + HEARTBEAT_REPORT_MS) return null
    heartbeatReportedAt = now()
    return { type: 'HEARTBEAT' }
  }

  const live = createActor(liveMachine, {
    clock: timers,
    input: {
      visible: page.visible(),
      online: page.online(),
      verifySession,
      connect: (emit) => {
        const since = now() - cursorUpdatedAt > CURSOR_LIFETIME_MS ? null : tape.sequence
        return follow(since, (event) => {
          const heartbeat = recordActivity(event)
          const linkEvent = applyEvent(event) ?? heartbeat
          if (linkEvent) emit(linkEvent)
        })
      },
    },
  })

  live.on('STREAM_OPENED', () => publisher.setStreaming(true))
  live.on('STREAM_LOST', () => publisher.setStreaming(false))
  live.on('CRASHED', ({ error }) => log.error(UNEXPECTED_ERROR, error))
  let connection = toConnectionStatus(live.getSnapshot())
  live.subscribe((snapshot) => {
    const previous = connection
    connection = toConnectionStatus(snapshot)
    if (connection !== previous) onConnectionChanged()
  })

  let unfollowPage = () => {}

  return {
    connection: () => connection,
    onPricesLoaded: publisher.onPricesLoaded,

    onSeriesLoaded(series) {
      cursorUpdatedAt = now()
      live.send({ type: tape.load(series) ? 'SERIES_COMPLETE' : 'SERIES_INCOMPLETE' })
      publisher.publishSoon()
    },

    start() {
      live.start()
      unfollowPage = followPage(page, live.send)
    },

    stop() {
      unfollowPage()
      publisher.stop()
      live.stop()
    },
  }
}
