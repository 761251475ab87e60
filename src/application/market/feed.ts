import { fromCallback } from 'xstate'
import { atReferenceDate, type LoadDay } from '#src/application/market/day-resources.ts'
import {
  createFeedPublisher,
  type FeedPart,
  type FeedPublisherDeps,
  type FeedSources,
  type FeedValues,
} from '#src/application/market/feed-publisher.ts'
import type { MarketPorts } from '#src/application/market/ports.ts'
import { createCaller, createFlow } from '#src/application/platform/flow.ts'
import { UNEXPECTED_ERROR, UNREADABLE_EVENT } from '#src/application/platform/log-messages.ts'
import { followPage } from '#src/application/platform/page.ts'
import type { PagePorts } from '#src/application/platform/ports.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceDeps, type ResourceState } from '#src/application/platform/resource.ts'
import type { ClientSessionState } from '#src/domain/identity/session.ts'
import {
  type ConnectionStatus,
  type LinkEvent,
  liveMachine,
  toConnectionStatus,
} from '#src/domain/live/live-machine.ts'
import { createLiveTape, type EventResult } from '#src/domain/live/live-tape.ts'
import type { Pace } from '#src/domain/live/refresh-policy.ts'
import type { StreamEvent, StreamedSnapshot } from '#src/domain/live/stream-event.ts'
import { ok } from '#src/domain/result.ts'
import type { DollarPrices, Market } from '#src/domain/trading/market.ts'
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

interface FeedStreamOptions extends Pick<FeedPublisherDeps, 'resources'>, Pick<MarketFeedOptions, 'delay'> {}

/** The stream of a market. It pushes the values of the current trading day into the resources. */
interface FeedStream extends Readable<{ readonly connection: ConnectionStatus }> {
  onSeriesLoaded(series: IntradaySeries): void
  onPricesLoaded(prices: DollarPrices): void
}

function createFeedStream(deps: FeedStreamDeps, { resources, delay }: FeedStreamOptions): FeedStream {
  const { clock, page, log, nextFrame, follow, verifySession } = deps
  const { now } = clock
  const call = createCaller(deps)

  /** The tape and the cursor of one start. */
  function createRun() {
    const tape = createLiveTape()
    return {
      tape,
      publisher: createFeedPublisher({ resources, tape, now, nextFrame }),
      cursorUpdatedAt: now(),
      heartbeatReportedAt: Number.NEGATIVE_INFINITY,
    }
  }
  let run = createRun()

  function onEventResult(result: EventResult) {
    if (result === 'applied') run.publisher.publishSoon()
    if (result === 'incomplete') flow.send({ type: 'SERIES_INCOMPLETE' })
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
    run.tape.restart(snapshot.sequence)
    run.publisher.pushSnapshot(snapshot)
    flow.send({ type: 'SERIES_INCOMPLETE' })
    return null
  }

  function discardCursor(detail: unknown) {
    log.error(UNREADABLE_EVENT, detail)
    run.tape.loseCursor()
    flow.send({ type: 'CURSOR_LOST' })
  }

  /** Applies an event. Returns the change of the connection; null without a change. */
  function applyEvent(event: StreamEvent): LinkEvent | null {
    switch (event.kind) {
      case 'opened':
        return { type: 'OPENED' }
      case 'deal':
        onEventResult(run.tape.receiveDeal(event))
        return null
      case 'annulment':
        onEventResult(run.tape.receiveAnnulment(event))
        return null
      case 'snapshot':
        return applySnapshot(event)
      case 'clock':
        return checkDelay(event.delay)
      case 'alert':
        return null
      case 'heartbeat':
        run.publisher.publish()
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
    run.cursorUpdatedAt = now()
    if (now() < run.heartbeatReportedAt + HEARTBEAT_REPORT_MS) return null
    run.heartbeatReportedAt = now()
    return { type: 'HEARTBEAT' }
  }

  function connect(emit: (event: LinkEvent) => void) {
    const since = now() - run.cursorUpdatedAt > CURSOR_LIFETIME_MS ? null : run.tape.sequence
    return follow(since, (event) => {
      const heartbeat = recordActivity(event)
      const linkEvent = applyEvent(event) ?? heartbeat
      if (linkEvent) emit(linkEvent)
    })
  }

  const machine = liveMachine.provide({
    actors: {
      connect: fromCallback<LinkEvent>(({ sendBack }) => {
        try {
          return connect(sendBack)
        } catch (error) {
          log.error(UNEXPECTED_ERROR, error)
          sendBack({ type: 'DISCONNECTED' })
          return () => {}
        }
      }),
      verifySession: call(async ({ reason }) => ok(await verifySession(reason))),
    },
    actions: { setStreaming: (_, isStreaming) => run.publisher.setStreaming(isStreaming) },
  })
  const flow = createFlow(machine, {
    ...deps,
    input: page.getSnapshot,
    select: (snapshot) => ({ connection: toConnectionStatus(snapshot) }),
    follow(send) {
      const unfollowPage = followPage(page, send)
      return () => {
        unfollowPage()
        run.publisher.stop()
        run = createRun()
      }
    },
  })

  return {
    getSnapshot: flow.getSnapshot,
    subscribe: flow.subscribe,
    onPricesLoaded: (prices) => run.publisher.onPricesLoaded(prices),

    onSeriesLoaded(series) {
      run.cursorUpdatedAt = now()
      flow.send({ type: run.tape.load(series) ? 'SERIES_COMPLETE' : 'SERIES_INCOMPLETE' })
      run.publisher.publishSoon()
    },
  }
}

/** The states of a market's four parts and of the connection. */
export type MarketFeedState = { readonly [Part in FeedPart]: ResourceState<FeedValues[Part]> } & {
  readonly connection: ConnectionStatus
}

export interface MarketFeedOptions {
  readonly sources: FeedSources
  /** Minutes; a stream with a longer delay is not accepted. */
  readonly delay: number
}

/**
 * Close, prices, amounts and intraday series of one market (D22). An open stream sends the values;
 * otherwise they are polled. Streamed values are published at most once per frame.
 */
export interface MarketFeed extends Readable<MarketFeedState> {
  retry(part: FeedPart): void
}

export function createMarketFeed(deps: FeedStreamDeps, { sources, delay }: MarketFeedOptions): MarketFeed {
  const resources = {
    close: createResource(deps, sources.close),
    amounts: createResource(deps, sources.amounts),
    prices: createResource(deps, sources.prices, { onLoad: ({ value }) => stream.onPricesLoaded(value) }),
    intraday: createResource(deps, sources.intraday, { onLoad: ({ value }) => stream.onSeriesLoaded(value) }),
  }
  const stream: FeedStream = createFeedStream(deps, { resources, delay })
  // The stream starts first: it receives the values of the first loads.
  const view = combine(
    { stream, ...resources },
    ({ stream: { connection }, ...parts }): MarketFeedState => ({ ...parts, connection }),
  )
  return { ...view, retry: (part) => resources[part].retry() }
}

export interface FollowMarketDeps
  extends ResourceDeps,
    Pick<MarketPorts & PagePorts, 'market' | 'marketStream' | 'frames'> {
  readonly clientSession: Readable<ClientSessionState>
  /**
   * Verifies the client session with the identity service; `reason` explains its end to the client.
   */
  readonly verifySession: (reason: string | null) => Promise<void>
}

/** Creates the feed of one market: live while the server streams, else polled at `pace` (D22). */
export type FollowMarket = (market: Market, pace: Pace) => MarketFeed

/**
 * The feed verifies the client session when the server closes the stream, or when the stream's
 * delay is too long: the session may have ended (D51).
 */
export const createFollowMarket =
  (deps: FollowMarketDeps): FollowMarket =>
  (market, { delay, panels: panelInterval, chart: chartInterval }) => {
    const createSource = <T>(load: LoadDay<T>, interval: number) => ({
      load: (signal: AbortSignal) => load(atReferenceDate(deps, { market, delay }), signal),
      interval,
    })
    const sources = {
      close: createSource(deps.market.closeAndAverage, panelInterval),
      prices: createSource(deps.market.prices, panelInterval),
      amounts: createSource(deps.market.amounts, panelInterval),
      intraday: createSource(deps.market.intraday, chartInterval),
    }
    return createMarketFeed(
      {
        ...deps,
        nextFrame: deps.frames.next,
        follow: (since, onEvent) => deps.marketStream.follow({ market, since }, onEvent),
        async verifySession(reason) {
          await deps.verifySession(reason)
          return deps.clientSession.getSnapshot().session !== null
        },
      },
      { sources, delay },
    )
  }
