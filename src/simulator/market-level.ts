import { type BogotaDate, DAY_MS, toInstant } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import { PUBLISHED_DAYS, type PublishedDay } from '#src/simulator/published-days.ts'
import { hashParts } from '#src/simulator/random.ts'
import { bridge, createWalk, type Knot } from '#src/simulator/walk.ts'

/** Standard deviation of the daily change of the level. */
export const DAILY_MOVE = 0.006

/** Center of the levels after the last published day, in logarithms of pesos (assumption). */
const FUTURE_CENTER = Math.log(4000)

/** The largest distance of a walk's knots from the center, in logarithms of pesos (assumption). */
const WALK_REACH = 0.2

/** 1970-01-01 was a Thursday, three days after a Monday. */
const DAYS_SINCE_MONDAY = 3

/**
 * Numbers the days from Monday to Friday; Saturday and Sunday share Friday's number. Monday
 * 1969-12-29 is 0.
 */
export function weekdayIndex(date: BogotaDate): number {
  const day = Math.floor(toInstant(date, '00:00') / DAY_MS) + DAYS_SINCE_MONDAY
  return Math.floor(day / 7) * 5 + Math.min(((day % 7) + 7) % 7, 4)
}

const toKnot = (date: BogotaDate, pesos: number): Knot => ({ at: weekdayIndex(date), value: Math.log(pesos) })

function toLevel({ average, low, high }: PublishedDay): number | null {
  if (average !== null) return average
  return low !== null && high !== null ? (low + high) / 2 : null
}

/**
 * Creates the knots of the published levels. A published TRM is the level of the previous spot day,
 * unless that day has published prices.
 */
function createPublishedKnots(): readonly Knot[] {
  const levels = new Map<BogotaDate, number>()
  for (const { date, trm } of PUBLISHED_DAYS) if (trm !== null) levels.set(previousTradingDay('spot', date), trm)
  for (const day of PUBLISHED_DAYS) {
    const level = toLevel(day)
    if (level !== null) levels.set(day.date, level)
  }
  return [...levels].map(([date, level]) => toKnot(date, level)).sort((one, other) => one.at - other.at)
}

const KNOTS = createPublishedKnots()
const FIRST = KNOTS[0] ?? toKnot('2008-06-13', 1708)
const LAST = KNOTS.at(-1) ?? FIRST

/**
 * The level of a day, in pesos: the average price of its deals. It equals every published average
 * and TRM; between them it is a bridge, outside of them a bounded walk. Weekends and holidays have
 * a level too.
 */
export function findLevel(seed: number, date: BogotaDate): number {
  const at = weekdayIndex(date)
  if (at <= FIRST.at || at >= LAST.at) {
    const start = at <= FIRST.at ? FIRST : LAST
    const center = at <= FIRST.at ? FIRST.value : FUTURE_CENTER
    const walk = createWalk([seed, 'level'], { center, deviation: DAILY_MOVE, reach: WALK_REACH, start })
    return Math.exp(walk(at))
  }
  const next = KNOTS.findIndex((knot) => knot.at >= at)
  return Math.exp(bridge(hashParts(seed, 'level'), KNOTS[next - 1] ?? FIRST, KNOTS[next] ?? LAST, DAILY_MOVE, at))
}

/**
 * Returns the TRM of a spot day's deals, in pesos, which a later published day states; null when it
 * is unpublished.
 */
export const findPublishedTrm = (date: BogotaDate): number | null =>
  PUBLISHED_DAYS.find((day) => day.trm !== null && day.date > date && previousTradingDay('spot', day.date) === date)
    ?.trm ?? null
