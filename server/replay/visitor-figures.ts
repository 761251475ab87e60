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
