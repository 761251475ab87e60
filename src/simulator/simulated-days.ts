import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { MarketDaySource } from '#src/domain/trading/day-summary.ts'
import { createScriptedDays } from '#src/domain/trading/scripted-days.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'

/** The first simulated day of this portal, earlier than any chart or calendar shows. */
const FIRST_SIMULATED_DAY: BogotaDate = '2008-01-02'

/** Creates the simulated days of a seed. Each day is simulated when it is first read. */
export const createSimulatedDays = (seed: number): MarketDaySource =>
  createScriptedDays((market, date) => simulateDay({ seed, market, date }), FIRST_SIMULATED_DAY)
