import { type FirstView, toFirstValue } from '#src/application/market/first-view.ts'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import type { DayValue, MarketQuery } from '#src/application/market/ports.ts'
import { type Readable, switchMap } from '#src/application/platform/readable.ts'
import {
  createResource,
  type FirstValue,
  type ResourceDeps,
  type ResourceSource,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import type { Ports } from '#src/application/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { Pace } from '#src/domain/live/refresh-policy.ts'
import type { Result } from '#src/domain/result.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices, Market } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

/**
 * Loads figures of the reference date (D1); `delay` in minutes. The result contains the trading day
 * (D2).
 */
export type ReadMarketDay<T> = (
  market: Market,
  delay: number,
  signal?: AbortSignal,
) => Promise<Result<DayValue<T>, CallFailure>>

type Deps = Pick<Ports, 'market' | 'marketClock'>
type LoadDay<T> = (query: MarketQuery, signal?: AbortSignal) => ReturnType<ReadMarketDay<T>>

const createReadMarketDay =
  <T>(load: LoadDay<T>, { marketClock }: Deps): ReadMarketDay<T> =>
  (market, delay, signal) =>
    load({ date: referenceDate(marketClock.now()), market, delay }, signal)

export const createReadCloseAndAverage = (ports: Deps): ReadMarketDay<CloseAndAverage> =>
  createReadMarketDay(ports.market.closeAndAverage, ports)

export const createReadPrices = (ports: Deps): ReadMarketDay<DollarPrices> =>
  createReadMarketDay(ports.market.prices, ports)

export const createReadAmounts = (ports: Deps): ReadMarketDay<DollarAmounts> =>
  createReadMarketDay(ports.market.amounts, ports)

export const createReadIntraday = (ports: Deps): ReadMarketDay<IntradaySeries> =>
  createReadMarketDay(ports.market.intraday, ports)

/** The calls that load a market's values of the reference date (D1). */
export interface MarketReads {
  readonly readCloseAndAverage: ReadMarketDay<CloseAndAverage>
  readonly readPrices: ReadMarketDay<DollarPrices>
  readonly readAmounts: ReadMarketDay<DollarAmounts>
  readonly readIntraday: ReadMarketDay<IntradaySeries>
}

export interface DailyResource<T> extends Readable<ResourceState<T>> {
  retry(): void
}

/**
 * Creates a resource that loads a value of the reference date. A new date removes the value and
 * loads again.
 */
export function createDailyResource<T>(
  deps: ResourceDeps,
  status: Readable<MarketStatus>,
  source: ResourceSource<T>,
  first: FirstValue<T> | null = null,
): DailyResource<T> {
  let firstValue = first
  const view = switchMap(
    status,
    ({ date }) => date,
    () => {
      const resource = createResource(deps, source, { first: firstValue })
      firstValue = null
      return resource
    },
  )
  return { ...view, retry: () => view.current().retry() }
}

export type PolledMarketDeps = ResourceDeps & MarketReads

/** Creates one polled resource per part of the spot market. */
export function createPolledMarket(
  deps: PolledMarketDeps,
  status: Readable<MarketStatus>,
  { delay, panels: panelInterval, chart: chartInterval }: Pace,
  first: FirstView | null = null,
) {
  const createPart = <T>(read: ReadMarketDay<T>, interval: number, value: FirstValue<DayValue<T>> | null) =>
    createDailyResource(deps, status, { load: (signal) => read('spot', delay, signal), interval }, value)
  return {
    close: createPart(deps.readCloseAndAverage, panelInterval, toFirstValue(first, 'close')),
    prices: createPart(deps.readPrices, panelInterval, toFirstValue(first, 'prices')),
    amounts: createPart(deps.readAmounts, panelInterval, toFirstValue(first, 'amounts')),
    intraday: createPart(deps.readIntraday, chartInterval, toFirstValue(first, 'intraday')),
  }
}
