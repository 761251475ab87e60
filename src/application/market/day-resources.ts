import { type FirstView, toFirstValue } from '#src/application/market/first-view.ts'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import type { DayValue, MarketPorts, MarketQuery } from '#src/application/market/ports.ts'
import { HOLIDAY_LOOKUP_FAILED } from '#src/application/platform/log-messages.ts'
import type { PlatformPorts } from '#src/application/platform/ports.ts'
import { combine, type Readable, switchMap } from '#src/application/platform/readable.ts'
import {
  createResource,
  type FirstValue,
  type ResourceDeps,
  type ResourceSource,
  type ResourceState,
} from '#src/application/platform/resource.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { Pace } from '#src/domain/live/refresh-policy.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { isUsHoliday, referenceDate } from '#src/domain/trading/calendar.ts'
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

type Deps = Pick<MarketPorts & PlatformPorts, 'market' | 'marketClock'>
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

/** Returns whether this market shows the notice of a US holiday (§4); false if unknown (D2). */
export type ReadHolidayNotice = (market: Market, signal?: AbortSignal) => Promise<boolean>

/** Logs a failed lookup (§8), unless the caller aborted it. */
export function createReadHolidayNotice({
  holidays,
  marketClock,
  log,
}: Pick<MarketPorts & PlatformPorts, 'holidays' | 'marketClock' | 'log'>): ReadHolidayNotice {
  return async (market, signal) => {
    if (market === 'nextday') return false
    const holiday = await holidays.isUsHoliday(referenceDate(marketClock.now()), signal)
    if (holiday.ok) return holiday.value
    if (!signal?.aborted) log.error(HOLIDAY_LOOKUP_FAILED, holiday.error)
    return false
  }
}

/** A holiday lasts all day; the interval only serves to recover from a failed lookup. */
const HOLIDAY_REFRESH_MS = 15 * MINUTE_MS

/** The notice of a US holiday (D2): `expected` on a calendar holiday until the lookup ends. */
export interface HolidayNotice {
  readonly notice: 'none' | 'expected' | 'shown'
}

export interface HolidayNoticeDeps extends ResourceDeps {
  readonly readHolidayNotice: ReadHolidayNotice
}

/** The calendar only reserves the space of the notice; the lookup decides whether it is shown. */
export function createHolidayNotice(
  deps: HolidayNoticeDeps,
  status: Readable<MarketStatus>,
  market: Market,
  first: FirstView | null = null,
): Readable<HolidayNotice> {
  const lookup = createDailyResource(
    deps,
    status,
    {
      load: async (signal) => ok(await deps.readHolidayNotice(market, signal)),
      interval: HOLIDAY_REFRESH_MS,
    },
    toFirstValue(first, 'usHoliday'),
  )

  return combine({ lookup, status }, ({ lookup: { value }, status: { date } }): HolidayNotice => {
    if (value === null) return { notice: isUsHoliday(date) ? 'expected' : 'none' }
    return { notice: value ? 'shown' : 'none' }
  })
}
