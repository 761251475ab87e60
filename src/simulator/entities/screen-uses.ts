import { addDays, type BogotaDate } from '#src/domain/time/bogota.ts'

/** The last day of the operator's report about the screens of the demo. */
const LAST_DAY = '2026-11-12'

/** Days before the last day, of a few screens that are rarely used. */
const RARE_DAYS = [61, 133, 240]

/**
 * Returns the last use of an assigned screen, by its position: most are in use, every sixth is
 * rarely used, and every ninth has no report.
 */
export function toLastUse(position: number): BogotaDate | null {
  if (position % 9 === 8) return null
  const rareDays = RARE_DAYS[Math.floor(position / 6) % RARE_DAYS.length] ?? 0
  return addDays(LAST_DAY, position % 6 === 5 ? -rareDays : -(position % 4))
}
