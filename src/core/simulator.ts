/** A simulated dollar market: deterministic deals by seed and date, and the demo accounts. */
export { DEMO_ACCOUNTS, DEMO_PASSWORD, type DemoAccount } from '#src/simulator/demo-accounts.ts'
export type { SimulatedDay, SimulationKey } from '#src/simulator/day-tape.ts'
export { type DayFigures, PUBLISHED_DAYS, type PublishedDay, publishedDay } from '#src/simulator/published-days.ts'
export { replayDay, type ReplayViolation } from '#src/simulator/replay-day.ts'
export { simulateDay } from '#src/simulator/simulate-day.ts'
export { simulateNews } from '#src/simulator/simulate-news.ts'
export { type SimulatedQuotes, simulateIndexSeries, simulateQuotes } from '#src/simulator/simulate-quotes.ts'
export { createSimulatedDays } from '#src/simulator/simulated-days.ts'
