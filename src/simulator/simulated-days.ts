import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { MarketDaySource } from '#src/domain/trading/day-source.ts'
import { createScriptedDays } from '#src/domain/trading/scripted-days.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'

/**
 * The first day that the simulator has deals for, in this portal: more than any chart or calendar
 * reaches back.
 */
const FIRST_SIMULATED_DAY: BogotaDate = '2008-01-02'

/** The days of the simulated market of a seed; each is simulated when it is needed first. */
export const createSimulatedDays = (seed: number): MarketDaySource =>
  createScriptedDays((market, date) => simulateDay({ seed, market, date }), FIRST_SIMULATED_DAY)
