import { type FirstView, toFirstValue } from '#src/application/market/first-view.ts'
import { createMarketStatusView, type MarketStatus } from '#src/application/market/market-status.ts'
import { createTrmResource, type TrmDeps } from '#src/application/market/trm-resource.ts'
import { createDataAge } from '#src/application/platform/data-age.ts'
import { createDerivedView } from '#src/application/platform/derived-view.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { createResource, type ResourceState } from '#src/application/platform/resource.ts'
import type { Ports } from '#src/application/ports.ts'
import type { FeedStatuses } from '#src/domain/quotes/feeds.ts'
import type { Result } from '#src/domain/result.ts'
import { type BogotaDate, MINUTE_MS } from '#src/domain/time/bogota.ts'
import {
  findTrmOn,
  type TrmFailure,
  type TrmHistory,
  type TrmNow,
  type TrmPeriod,
} from '#src/domain/trading/trm-periods.ts'

/** The state of the top of the TRM page: the TRM in force and the next one (D67). */
export interface TrmState {
  readonly trm: ResourceState<TrmNow>
  /**
   * How old the data of each provider is (D53). Null before the first load, and when the server
   * does not send it.
   */
  readonly feeds: FeedStatuses | null
  readonly status: MarketStatus
  /** As in `DataAge`. */
  readonly reconnected: boolean
}

export interface TrmView extends Readable<TrmState> {
  dismissReconnected(): void
}

interface Deps extends TrmDeps, Pick<Ports, 'quotes'> {
  readonly readFirstView: () => FirstView | null
}

/** `delay` in minutes. */
export function createTrmView(deps: Deps, delay: number): TrmView {
  const status = createMarketStatusView(deps, 'spot')
  const first = deps.readFirstView()
  const trmNow = createTrmResource(deps, delay, first)
  const feeds = createResource(
    deps,
    { load: deps.quotes.feeds, interval: MINUTE_MS },
    { first: toFirstValue(first, 'feeds') },
  )
  const age = createDataAge(deps, [trmNow], () => ({ ...trmNow.getSnapshot(), interval: MINUTE_MS }))
  const view = createDerivedView<TrmState>(
    () => ({
      trm: trmNow.getSnapshot(),
      feeds: feeds.getSnapshot().value,
      status: status.getSnapshot(),
      reconnected: age.getSnapshot().reconnected,
    }),
    () => {
      const unsubscribes = [status, trmNow, feeds, age].map((source) => source.subscribe(view.refresh).unsubscribe)
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
  )
  return { subscribe: view.subscribe, getSnapshot: view.getSnapshot, dismissReconnected: age.dismissReconnected }
}

/** The TRM of a past day does not change; the interval finds the TRM of a new day. */
const LOOKUP_REFRESH_MS = 15 * MINUTE_MS

/** The TRM in force on one day, or why it is unknown; `result` is null before the first load. */
export interface TrmLookupState {
  readonly resource: ResourceState<unknown>
  readonly result: Result<TrmPeriod, TrmFailure> | null
}

export function createTrmLookupView(deps: TrmDeps, date: BogotaDate): Readable<TrmLookupState> {
  const resource = createResource(deps, {
    load: (signal) => deps.market.trmHistory({ from: date, until: date }, signal),
    interval: LOOKUP_REFRESH_MS,
  })
  let cached: { readonly history: TrmHistory; readonly result: TrmLookupState['result'] } | null = null

  function readResult(history: TrmHistory | null): TrmLookupState['result'] {
    if (history === null) return null
    if (cached?.history !== history) cached = { history, result: findTrmOn(history, date) }
    return cached.result
  }

  const view: Readable<TrmLookupState> & { refresh(): void } = createDerivedView<TrmLookupState>(
    () => {
      const state = resource.getSnapshot()
      return { resource: state, result: readResult(state.value) }
    },
    () => resource.subscribe(() => view.refresh()).unsubscribe,
  )
  return view
}
