import { createActor } from 'xstate'

import { createFeedPublisher, type FeedPublisherDeps } from '#src/application/market/feed-publisher.ts'
import { followPage } from '#src/application/platform/follow-page.ts'
import { UNEXPECTED_ERROR, UNREADABLE_EVENT } from '#src/application/platform/log-messages.ts'
import type { ResourceDeps } from '#src/application/platform/resource.ts'
import {
  type ConnectionStatus,
  type LinkEvent,
  liveMachine,
  toConnectionStatus,
} from '#src/domain/live/live-machine.ts'
import { createLiveTape, type EventResult } from '#src/domain/live/live-tape.ts'
import type { StreamEvent, StreamedSnapshot } from '#src/domain/live/stream-event.ts'
import type { DollarPrices } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

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
