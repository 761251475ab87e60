import type { DayValue } from '#src/application/market/market-gateway.ts'
import { amountsTimeText, YESTERDAY } from '#src/application/market/market-messages.ts'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import { formatDayName, formatShortClock, formatShortDay } from '#src/domain/text.ts'
import { addDays, type BogotaDate } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import type { CloseAndAverage, Market } from '#src/domain/trading/market.ts'

/** The name of a trading day; null when it is today or unknown. */
export const formatOtherDay = (day: BogotaDate | null, { today }: MarketStatus): string | null =>
  day === null || day === today ? null : formatDayName(day)

/** Names the previous trading day, the base of comparisons (D66): 'ayer', or 'vie 20'. */
export function formatComparedDay(market: Market, tradingDay: BogotaDate, today: BogotaDate): string {
  const previous = previousTradingDay(market, tradingDay)
  return addDays(previous, 1) === today ? YESTERDAY : formatShortDay(previous)
}

/** Formats the time of the last deal in the amounts; null after a failed refresh of the close. */
export function formatAmountsTime({ value, failures }: ResourceState<DayValue<CloseAndAverage>>): string | null {
  const lastDealAt = failures > 0 ? null : (value?.value.time ?? null)
  return lastDealAt === null ? null : amountsTimeText(formatShortClock(lastDealAt))
}
