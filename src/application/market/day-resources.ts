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
import { type BogotaDate, MINUTE_MS } from '#src/domain/time/bogota.ts'
import { isUsHoliday, referenceDate } from '#src/domain/trading/calendar.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** Adds the reference date to a query (D1). A reply contains its own trading day (D2). */
export const atReferenceDate = <Q extends object>(
  { marketClock }: Pick<PlatformPorts, 'marketClock'>,
  query: Q,
): Q & { readonly date: BogotaDate } => ({ ...query, date: referenceDate(marketClock.now()) })

/** A call of the market that loads the values of one day. */
export type LoadDay<T> = (query: MarketQuery, signal?: AbortSignal) => Promise<Result<DayValue<T>, CallFailure>>

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

export type PolledMarketDeps = ResourceDeps & Pick<MarketPorts, 'market'>

/** Creates one polled resource per part of the spot market. */
export function createPolledMarket(
  deps: PolledMarketDeps,
  status: Readable<MarketStatus>,
  { delay, panels: panelInterval, chart: chartInterval }: Pace,
  first: FirstView | null = null,
) {
  const createPart = <T>(load: LoadDay<T>, interval: number, value: FirstValue<DayValue<T>> | null) =>
    createDailyResource(
      deps,
      status,
      { load: (signal) => load(atReferenceDate(deps, { market: 'spot', delay }), signal), interval },
      value,
    )
  const { market } = deps
  return {
    close: createPart(market.closeAndAverage, panelInterval, toFirstValue(first, 'close')),
    prices: createPart(market.prices, panelInterval, toFirstValue(first, 'prices')),
    amounts: createPart(market.amounts, panelInterval, toFirstValue(first, 'amounts')),
    intraday: createPart(market.intraday, chartInterval, toFirstValue(first, 'intraday')),
  }
}

/** Returns whether this market shows the notice of a US holiday (§4); false if unknown (D2). */
type ReadHolidayNotice = (market: Market, signal?: AbortSignal) => Promise<boolean>

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

export type HolidayNoticeDeps = ResourceDeps & Pick<MarketPorts, 'holidays'>

/** The calendar only reserves the space of the notice; the lookup decides whether it is shown. */
export function createHolidayNotice(
  deps: HolidayNoticeDeps,
  status: Readable<MarketStatus>,
  market: Market,
  first: FirstView | null = null,
): Readable<HolidayNotice> {
  const readHolidayNotice = createReadHolidayNotice(deps)
  const lookup = createDailyResource(
    deps,
    status,
    {
      load: async (signal) => ok(await readHolidayNotice(market, signal)),
      interval: HOLIDAY_REFRESH_MS,
    },
    toFirstValue(first, 'usHoliday'),
  )

  return combine({ lookup, status }, ({ lookup: { value }, status: { date } }): HolidayNotice => {
    if (value === null) return { notice: isUsHoliday(date) ? 'expected' : 'none' }
    return { notice: value ? 'shown' : 'none' }
  })
}
