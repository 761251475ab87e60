import { createDailyResource } from '#src/application/market/day-resources.ts'
import { type FirstView, toFirstValue } from '#src/application/market/first-view.ts'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import { HOLIDAY_LOOKUP_FAILED } from '#src/application/platform/log-messages.ts'
import { combine, type Readable } from '#src/application/platform/readable.ts'
import type { ResourceDeps } from '#src/application/platform/resource.ts'
import type { Ports } from '#src/application/ports.ts'
import { ok } from '#src/domain/result.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { isUsHoliday, referenceDate } from '#src/domain/trading/calendar.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** Returns whether this market shows the notice of a US holiday (§4); false if unknown (D2). */
export type ReadHolidayNotice = (market: Market, signal?: AbortSignal) => Promise<boolean>

/** Logs a failed lookup (§8), unless the caller aborted it. */
export function createReadHolidayNotice({
  holidays,
  marketClock,
  log,
}: Pick<Ports, 'holidays' | 'marketClock' | 'log'>): ReadHolidayNotice {
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
