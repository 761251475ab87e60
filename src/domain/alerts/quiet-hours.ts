import {
  addDays,
  DAY_MS,
  type Instant,
  MINUTE_MS,
  millisecondOfDay,
  toDate,
  toInstant,
} from '#src/domain/time/bogota.ts'

/** Hours of Bogotá, `HH:MM`, in which nothing is sent; they may include midnight (D125). */
export interface QuietHours {
  readonly from: string
  readonly until: string
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** Whether a text is a time of day, `HH:MM`. */
export const isTimeOfDay = (text: string): boolean => TIME.test(text)

const toMs = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) * MINUTE_MS

/**
 * The end of the quiet hours that contain an instant; null outside of them. The start is quiet, the
 * end is not. Equal hours are no quiet hours.
 */
export function quietUntil(hours: QuietHours | null, at: Instant): Instant | null {
  if (hours === null) return null
  const [now, from, until] = [millisecondOfDay(at) % DAY_MS, toMs(hours.from), toMs(hours.until)]
  const today = toDate(at)
  if (from < until) return now >= from && now < until ? toInstant(today, hours.until) : null
  if (from === until) return null
  if (now >= from) return toInstant(addDays(today, 1), hours.until)
  return now < until ? toInstant(today, hours.until) : null
}
