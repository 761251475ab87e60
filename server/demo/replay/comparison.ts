import {
  amountsReply,
  closeAndAverageReply,
  type DayRequest,
  pricesReply,
} from '#src/adapters/http/contract/market/market.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { MARKET_IDS, type Market, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import type { DayFigures } from '#src/simulator/published-days.ts'

/** Maximum difference of the averages, in pesos (D60). */
const AVERAGE_TOLERANCE = 0.01

const REPLAYED_FIGURES = ['open', 'low', 'high', 'close', 'average', 'amount', 'count'] as const
export type ReplayedFigure = (typeof REPLAYED_FIGURES)[number]

/** A figure of the replayed day. A null `expected` was not given and equals any value. */
export interface Comparison {
  readonly figure: ReplayedFigure
  readonly expected: number | null
  readonly actual: number | null
  readonly equal: boolean
}

// In binary, two prices that differ by a centavo may differ by slightly more than 0.01.
const HALF_A_CENTAVO = 0.005

function isEqual(figure: ReplayedFigure, expected: number, actual: number | null): boolean {
  if (actual === null) return false
  if (figure === 'average') return Math.abs(expected - actual) < AVERAGE_TOLERANCE + HALF_A_CENTAVO
  return expected === actual
}

/** Compares the figures for equality; averages may differ by the tolerance. */
export const compareFigures = (expected: DayFigures, actual: DayFigures): readonly Comparison[] =>
  REPLAYED_FIGURES.map((figure) => {
    const [expectedValue, actualValue] = [expected[figure], actual[figure]]
    const areEqual = expectedValue === null || isEqual(figure, expectedValue, actualValue)
    return { figure, expected: expectedValue, actual: actualValue, equal: areEqual }
  })

/**
 * Fetches the figures of a trading day with the requests of the home page for a visitor. `base` is
 * the URL of the market API.
 */
export async function fetchVisitorFigures(base: string, market: Market, date: BogotaDate): Promise<DayFigures> {
  const request: DayRequest = { fecha: date, mercado: MARKET_IDS[market], delay: VISITOR_DELAY_MINUTES }
  const load = async (path: string): Promise<unknown> => {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
    })
    return response.json()
  }
  const { open, low, high } = pricesReply.parse(await load(MARKET_PATHS.prices)).data
  const { close, avg: average } = closeAndAverageReply.parse(await load(MARKET_PATHS.closeAndAverage)).data
  const { sum: amount, count } = amountsReply.parse(await load(MARKET_PATHS.amounts)).data
  return { date, open, low, high, close, average, amount, count }
}
