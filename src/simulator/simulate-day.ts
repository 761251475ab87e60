import { isTradingDay } from '#src/domain/time/calendar.ts'
import { shapeOf } from '#src/simulator/day-shape.ts'
import { dayOf, type SessionKey, type SimulatedDay } from '#src/simulator/day-tape.ts'
import { publishedDay } from '#src/simulator/published-days.ts'

/**
 * A session of the simulated market, the same for the same seed, market and date whatever was asked before. Its counted deals
 * follow the profile of the real market, or the published figures where the day is a published one. A day without a session has
 * no deals. Throws on a date that is none.
 */
export function simulateDay(key: SessionKey): SimulatedDay {
  const { market, date } = key
  if (!isTradingDay(market, date)) return { market, date, deals: [], annulments: [] }
  const day = dayOf(key, shapeOf(key, publishedDay(market, date)))
  if (!day) throw new Error(`simulator: no tape for ${market} ${date}`)
  return day
}
