import { lateDataText } from '#src/application/market/market-messages.ts'
import type { FeedName, FeedStatuses } from '#src/domain/quotes/feeds.ts'
import { formatDayName, formatShortClock } from '#src/domain/text.ts'
import { type BogotaDate, toDate } from '#src/domain/time/bogota.ts'

/**
 * Formats the time of a late feed's data: 'Datos de las 10:40'. Returns null if the feed is not
 * late (D53).
 */
export function formatLateDataTime(feeds: FeedStatuses | null, name: FeedName, today: BogotaDate): string | null {
  const { updatedAt, late } = feeds?.[name] ?? { updatedAt: null, late: false }
  if (!late || updatedAt === null) return null
  const day = toDate(updatedAt)
  return lateDataText({ day: day === today ? null : formatDayName(day), time: formatShortClock(updatedAt) })
}
