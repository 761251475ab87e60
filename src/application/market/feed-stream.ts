import { createActor } from 'xstate'

import { createFeedPublisher, type FeedPublisherDeps } from '#src/application/market/feed-publisher.ts'
import { followPage } from '#src/application/platform/follow-page.ts'
import { UNEXPECTED_ERROR, UNREADABLE_EVENT } from '#src/application/platform/log-messages.ts'
import type { ResourceDeps } from '#src/application/platform/resource.ts'
import type { IntradaySeries } from '#src/domain/charting/series.ts'
import { type Connection, type LinkEvent, liveMachine, toConnection } from '#src/domain/live/live-machine.ts'
import { type Applied, createLiveTape } from '#src/domain/live/live-tape.ts'
import type { StreamEvent, StreamedSnapshot } from '#src/domain/live/stream-event.ts'
import type { DollarPrices } from '#src/domain/trading/market.ts'

/** Older cursors are rejected: the next connection gets a snapshot instead. In ms. */
export const CURSOR_LIFETIME_MS = 600_000

/** Minimum interval between two heartbeats that are reported to the live machine, in ms. */
const HEARTBEAT_REPORT_MS = 1_000

/** Events that carry data and advance the cursor. */
const DATA_EVENTS: ReadonlySet<StreamEvent['kind']> = new Set(['snapshot', 'deal', 'annulment', 'clock', 'heartbeat'])

/**
 * The stream has a longer delay than this client's session allows: the session must be verified.
 */
const TOO_LATE: LinkEvent = { type: 'CLOSED', reason: null }

export interface FeedStreamDeps extends ResourceDeps, Pick<FeedPublisherDeps, 'nextFrame'> {
  /**
   * Opens the stream after the cursor `since`; null requests a snapshot. The returned function
   * closes it.
   */
  readonly follow: (since: number | null, onEvent: (event: StreamEvent) => void) => () => void
  /** Whether the client's session is still valid after the stream was closed with a reason. */
  readonly verifySession: (reason: string | null) => Promise<boolean>
}

export interface FeedStreamOptions extends Pick<FeedPublisherDeps, 'resources'> {
  /** Minutes; a stream with a longer delay is not accepted. */
  readonly delay: number
  readonly onConnectionChanged: () => void
}

/**
 * The stream of a market. It builds the growing trading day; the resources get their values from
 * it.
 */
export interface FeedStream {
  connection(): Connection
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
  let cursorAt = now()
  let heartbeatAt = Number.NEGATIVE_INFINITY

  function onApplied(result: Applied) {
    if (result === 'applied') publisher.publishSoon()
    if (result === 'incomplete') live.send({ type: 'SERIES_INCOMPLETE' })
  }

  const verifyDelay = (streamDelay: number | null): LinkEvent | null =>
    streamDelay !== null && streamDelay > delay ? TOO_LATE : null

  /** The figures are shown at once; the series has to be loaded. */
  function restart(snapshot: StreamedSnapshot) {
    const tooLate = verifyDelay(snapshot.delay)
    if (tooLate) return tooLate
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

  /** Handles an event with data: the stream is alive, and the cursor is valid. */
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
      verifySession,
      connect: (emitLink) => {
        const since = now() - cursorAt > CURSOR_LIFETIME_MS ? null : tape.sequence
        return follow(since, (event) => {
          const alive = heartbeat(event)
          const fact = handle(event) ?? alive
          if (fact) emitLink(fact)
        })
      },
    },
  })

  live.on('STREAM_OPENED', () => publisher.setStreaming(true))
  live.on('STREAM_LOST', () => publisher.setStreaming(false))
  live.on('CRASHED', ({ error }) => log.error(UNEXPECTED_ERROR, error))
  let connection = toConnection(live.getSnapshot())
  live.subscribe((snapshot) => {
    const before = connection
    connection = toConnection(snapshot)
    if (connection !== before) onConnectionChanged()
  })

  let unfollowPage = () => {}

  return {
    connection: () => connection,
    onPricesLoaded: publisher.onPricesLoaded,

    onSeriesLoaded(series) {
      cursorAt = now()
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
