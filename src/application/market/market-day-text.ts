import type { DayValue } from '#src/application/market/market-gateway.ts'
import { amountsTime } from '#src/application/market/market-messages.ts'
import type { MarketStatus } from '#src/application/market/market-status.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import { dayName, shortClockText } from '#src/domain/text.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { CloseAndAverage } from '#src/domain/trading/market.ts'

/** The name of a trading day; null when it is today or unknown. */
export const formatOtherDay = (day: BogotaDate | null, { today }: MarketStatus): string | null =>
  day === null || day === today ? null : dayName(day)

/** Up to which deal the amounts are: that of a close of the same refresh. */
export function formatAmountsTime({ value, failures }: ResourceState<DayValue<CloseAndAverage>>): string | null {
  const lastDealAt = failures > 0 ? null : (value?.value.time ?? null)
  return lastDealAt === null ? null : amountsTime(shortClockText(lastDealAt))
}
