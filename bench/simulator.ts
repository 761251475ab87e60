/** Measures a simulated year of both markets. `npm run bench:simulator` prints the times. */
import { addDays } from '#src/domain/time/bogota.ts'
import { MARKETS } from '#src/domain/trading/market.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { readCommandLine } from '../tools/command-line.mjs'

readCommandLine()

/** All dates of a year, also days without trading. */
const YEAR = Array.from({ length: 365 }, (_, days) => addDays('2025-11-20', days))

for (let seed = 1; seed <= 5; seed++) {
  const startedAt = performance.now()
  let tradingDays = 0
  let deals = 0
  for (const date of YEAR) {
    for (const market of MARKETS) {
      const day = simulateDay({ seed, market, date })
      tradingDays += day.deals.length > 0 ? 1 : 0
      deals += day.deals.length
    }
  }
  const duration = Math.round(performance.now() - startedAt)
  console.log(`seed ${seed}: a year of both markets, ${tradingDays} trading days, ${deals} deals: ${duration} ms`)
}
