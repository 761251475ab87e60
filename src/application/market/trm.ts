import { type FirstView, toFirstValue } from '#src/application/market/first-view.ts'
import { createMarketStatusView, type MarketStatus } from '#src/application/market/market-status.ts'
import { createDataAge } from '#src/application/platform/data-age.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import {
  createResource,
  type Resource,
  type ResourceDeps,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import type { Ports } from '#src/application/ports.ts'
import type { FeedStatuses } from '#src/domain/quotes/feeds.ts'
import type { Result } from '#src/domain/result.ts'
import { type BogotaDate, MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { findTrmOn, type TrmFailure, type TrmNow, type TrmPeriod } from '#src/domain/trading/trm-periods.ts'

/** Poll interval of clients, in ms. */
const CLIENT_REFRESH_MS = 15 * SECOND_MS

/** Poll interval of visitors, in ms. */
const VISITOR_REFRESH_MS = 60 * SECOND_MS

export type TrmDeps = ResourceDeps & Pick<Ports, 'market'>

/** The TRM in force and the next TRM (D67); `delay` in minutes. */
export const createTrmResource = (deps: TrmDeps, delay: number, first: FirstView | null = null): Resource<TrmNow> =>
  createResource(
    deps,
    {
      load: (signal) => deps.market.trmNow(delay, signal),
      interval: delay === 0 ? CLIENT_REFRESH_MS : VISITOR_REFRESH_MS,
    },
    { first: delay === VISITOR_DELAY_MINUTES ? toFirstValue(first, 'trm') : null },
  )

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
  const times = combine({ trmNow }, (parts) => ({ ...parts.trmNow, interval: MINUTE_MS }))
  const age = createDataAge(deps, times)
  const view = combine(
    { status, trm: trmNow, feeds, age },
    (parts): TrmState => ({
      trm: parts.trm,
      feeds: parts.feeds.value,
      status: parts.status,
      reconnected: parts.age.reconnected,
    }),
  )
  return { ...view, dismissReconnected: age.dismissReconnected }
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
  return combine({ resource }, (parts): TrmLookupState => {
    const history = parts.resource.value
    return { resource: parts.resource, result: history && findTrmOn(history, date) }
  })
}
