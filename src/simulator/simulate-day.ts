import { runSteps, type Steps } from '#src/domain/steps.ts'
import { isTradingDay } from '#src/domain/trading/calendar.ts'
import { createDayShape } from '#src/simulator/day-shape.ts'
import { type SimulatedDay, type SimulationKey, simulateShape } from '#src/simulator/day-tape.ts'
import { publishedDay } from '#src/simulator/published-days.ts'

/**
 * Simulates a market day, always the same for the same seed, market and date. Its counted
 * deals follow the profile of the real market, or the published figures of a published day. A day
 * without trading has no deals. Throws for an invalid date.
 */
export const simulateDay = (key: SimulationKey): SimulatedDay => runSteps(simulateDaySteps(key))

/** `simulateDay` in steps of less than a millisecond each. */
export function* simulateDaySteps(key: SimulationKey): Steps<SimulatedDay> {
  const { market, date } = key
  if (!isTradingDay(market, date)) return { market, date, deals: [], annulments: [] }
  const shape = createDayShape(key, publishedDay(market, date))
  yield
  const day = yield* simulateShape(key, shape)
  if (!day) throw new Error(`simulator: no tape for ${market} ${date}`)
  return day
}
