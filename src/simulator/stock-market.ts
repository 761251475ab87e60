import { addDays, type BogotaDate, type Instant, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { isBusinessDay } from '#src/domain/time/calendar.ts'
import { stockTradingHours } from '#src/domain/time/trading-hours.ts'
import { type ListedIndex, type ListedStock, STOCKS } from '#src/simulator/listed.ts'
import { weekdayIndex } from '#src/simulator/market-level.ts'
import { createWalk, type Walk } from '#src/simulator/walk.ts'

/** A trading day of the stock exchange up to `until`, which is its close at the latest. */
export interface StockDay {
  readonly opensAt: Instant
  readonly closesAt: Instant
  readonly until: Instant
  /** Its positions on the paths, in weekdays: the previous close, and its own opening. */
  readonly previousClose: number
  readonly start: number
}

/** Prices of the stocks at a position on their paths. */
export interface StockMarket {
  relativePrice(stock: ListedStock, at: number): number
  points(index: ListedIndex, at: number): number
}

/** The part of a day's change that all stocks share. */
const MARKET_DEVIATION = 0.0075
const MARKET_REACH = 0.12
const OWN_REACH = 0.25

/** The date at which all paths start, in their middle. */
const START = '2024-01-01'

function businessDayBefore(date: BogotaDate): BogotaDate {
  let day = addDays(date, -1)
  while (!isBusinessDay(day)) day = addDays(day, -1)
  return day
}

/** The stock exchange's current trading day: today's after its opening, else the last one. */
export function findStockDay(now: Instant): StockDay {
  const today = toDate(now)
  const begun = isBusinessDay(today) && now >= toInstant(today, stockTradingHours(today).opens)
  const date = begun ? today : businessDayBefore(today)
  const { opens, closes } = stockTradingHours(date)
  const closesAt = toInstant(date, closes)
  return {
    opensAt: toInstant(date, opens),
    closesAt,
    until: Math.min(now, closesAt),
    previousClose: weekdayIndex(businessDayBefore(date)),
    start: weekdayIndex(date) - 1,
  }
}

/** The position on the paths of an instant of the trading day. */
export const toPathPosition = ({ start, opensAt, closesAt }: StockDay, instant: Instant): number =>
  start + (instant - opensAt) / (closesAt - opensAt)

/** The paths of all stocks for a seed. */
export function createStockMarket(seed: number): StockMarket {
  const start = { at: weekdayIndex(START), value: 0 }
  const walk = (name: string, deviation: number, reach: number): Walk =>
    createWalk([seed, 'stock', name], { center: 0, deviation, reach, start })
  const market = walk('market', MARKET_DEVIATION, MARKET_REACH)
  const own = new Map(STOCKS.map(({ name, deviation }) => [name, walk(name, deviation, OWN_REACH)]))

  const relativePrice = ({ name, beta }: ListedStock, at: number) =>
    Math.exp(beta * market(at) + (own.get(name)?.(at) ?? 0))
  return {
    relativePrice,
    points({ base, getWeight }, at) {
      const weights = STOCKS.reduce((sum, stock) => sum + getWeight(stock), 0)
      const weighted = STOCKS.reduce((sum, stock) => sum + getWeight(stock) * relativePrice(stock, at), 0)
      return (base * weighted) / weights
    },
  }
}
