import { fromCallback } from 'xstate'
import { SHOW_HISTORY, SUMMARIES, toastText } from '#src/application/alerts/alert-messages.ts'
import type { AlertPorts } from '#src/application/alerts/ports.ts'
import { type AlertSignals, isAlertSignal } from '#src/application/market/alert-signals.ts'
import type { FollowMarketDeps } from '#src/application/market/feed.ts'
import type { MarketStream } from '#src/application/market/ports.ts'
import { createCaller, createFlow } from '#src/application/platform/flow.ts'
import { startAll } from '#src/application/platform/listeners.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import { followPage } from '#src/application/platform/page.ts'
import type { PlatformPorts } from '#src/application/platform/ports.ts'
import { createState, type Readable, type State, switchMap, withWork } from '#src/application/platform/readable.ts'
import { createResource, type ResourceState } from '#src/application/platform/resource.ts'
import type { AlertFiring } from '#src/domain/alerts/alert.ts'
import { announceFiring, NO_NEWS, readNews } from '#src/domain/alerts/alert-news.ts'
import { type LinkEvent, liveMachine } from '#src/domain/live/live-machine.ts'
import type { StreamEvent } from '#src/domain/live/stream-event.ts'
import { ok } from '#src/domain/result.ts'
import { MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'

export interface AlertNewsDeps
  extends PlatformPorts,
    Pick<AlertPorts, 'alerts'>,
    Pick<FollowMarketDeps, 'clientSession' | 'verifySession'> {
  readonly marketStream: MarketStream
  readonly alertSignals: AlertSignals
  readonly toasts: Pick<Toasts, 'show' | 'showEvents'>
  /** Changes with each firing that the news have read. */
  readonly lastFiring: State<LastFiring>
}

export interface LastFiring {
  readonly id: number | null
}

/** The stream sends the news; this interval finds them without one. */
export const NEWS_MS = MINUTE_MS

/** Time for a page of the market to open its stream, before the news open their own. */
export const OWN_STREAM_MS = 5 * SECOND_MS

/** The change of a connection that an event means; null for none. */
function toLinkEvent(event: StreamEvent): LinkEvent | null {
  switch (event.kind) {
    case 'opened':
      return { type: 'OPENED' }
    case 'closed':
      return { type: 'CLOSED', reason: event.reason }
    case 'refused':
      return { type: 'REFUSED', pause: event.pause }
    case 'unavailable':
      return { type: 'UNAVAILABLE' }
    case 'lost':
    case 'malformed':
      return { type: 'DISCONNECTED' }
    default:
      return { type: 'HEARTBEAT' }
  }
}

/** A stream for the news of a page that follows no market. It needs no deals, so no cursor. */
function createOwnLink(deps: AlertNewsDeps, onSignal: (event: StreamEvent) => void): Readable<object> {
  const { marketStream, page, timers } = deps
  const machine = liveMachine.provide({
    actors: {
      connect: fromCallback<LinkEvent>(({ sendBack }) =>
        marketStream.follow({ market: 'spot', since: null, isForNews: true }, (event) => {
          const linkEvent = toLinkEvent(event)
          if (linkEvent) sendBack(linkEvent)
          if (isAlertSignal(event)) onSignal(event)
        }),
      ),
      verifySession: createCaller(deps)(async ({ reason }) => {
        await deps.verifySession(reason)
        return ok(deps.clientSession.getSnapshot().session !== null)
      }),
    },
    actions: { setStreaming: () => {} },
  })
  return createFlow(machine, {
    ...deps,
    input: page.getSnapshot,
    select: (snapshot) => ({ link: snapshot.value.link }),
    follow(send) {
      const timer = timers.setTimeout(() => send({ type: 'SERIES_COMPLETE' }), OWN_STREAM_MS)
      return startAll(followPage(page, send), () => timers.clearTimeout(timer))
    },
  })
}

const NO_LINK = createState({})

/**
 * Shows each firing once on each open page of the client, several at once as one toast with their
 * number. What fired before is in the history only.
 */
export function createAlertNews(
  deps: AlertNewsDeps,
  openHistory: () => void,
): Readable<ResourceState<readonly AlertFiring[]>> {
  const { alerts: gateway, toasts, alertSignals, lastFiring } = deps
  let state = NO_NEWS
  /** Whether something has happened since the running load began. */
  let isOutdated = false
  const resource = createResource(deps, {
    interval: NEWS_MS,
    load: (signal) => gateway.listFirings(state.lastId ?? 0, signal),
  })

  function onSignal(event: StreamEvent) {
    if (event.kind === 'alert') state = announceFiring(state, event.id)
    isOutdated = resource.getSnapshot().loading
    if (!isOutdated) resource.retry()
  }

  function show(news: readonly AlertFiring[]) {
    if (news.length === 0) return
    for (const kind of ['fired', 'corrected'] as const) {
      const texts = news.filter((firing) => firing.kind === kind).map(toastText)
      const action = { text: SHOW_HISTORY, run: openHistory }
      if (texts.length > 0) toasts.showEvents({ kind, texts, toSummary: SUMMARIES[kind], action })
    }
    lastFiring.set({ id: state.lastId })
  }

  function onChange({ value, loading }: ResourceState<readonly AlertFiring[]>) {
    if (value !== null) {
      const read = readNews(state, value)
      state = read.state
      show(read.news)
    }
    if (loading || !isOutdated) return
    isOutdated = false
    resource.retry()
  }

  const ownLink = switchMap(
    alertSignals.followed,
    ({ isFollowed }) => isFollowed,
    (isFollowed): Readable<object> => (isFollowed ? NO_LINK : createOwnLink(deps, onSignal)),
  )
  return withWork(resource, () =>
    startAll(
      resource.subscribe(onChange).unsubscribe,
      alertSignals.subscribe(onSignal),
      ownLink.subscribe().unsubscribe,
    ),
  )
}
