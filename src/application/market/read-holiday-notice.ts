import { HOLIDAY_LOOKUP_FAILED } from '#src/application/platform/log-messages.ts'
import type { Ports } from '#src/application/ports.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'
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
