import { addDays, type BogotaDate, type Instant, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { isBusinessDay } from '#src/domain/trading/calendar.ts'
import { stockTradingHours } from '#src/domain/trading/trading-hours.ts'
import { type ListedIndex, type ListedStock, STOCKS } from '#src/simulator/listed.ts'
import { weekdayIndex } from '#src/simulator/market-level.ts'
import { createWalk, type Walk } from '#src/simulator/walk.ts'

/** A trading day of the stock exchange; `until` is the current time, at most the close. */
export interface StockDay {
  readonly opensAt: Instant
  readonly closesAt: Instant
  readonly until: Instant
  /** Positions on the paths, in weekdays. */
  readonly previousClosePosition: number
  readonly openingPosition: number
}

/** Prices of stocks, relative to their center, and points of indices at a position on the paths. */
export interface StockMarket {
  relativePrice(stock: ListedStock, at: number): number
  points(index: ListedIndex, at: number): number
}

/** Standard deviation of the daily change that all stocks share. */
const MARKET_DEVIATION = 0.0075

/** Maximum distances of the knots of the common path and of a stock's own path from the center. */
const MARKET_REACH = 0.12
const OWN_REACH = 0.25

/** All paths start at their center on this date. */
const START = '2024-01-01'

function findPreviousBusinessDay(date: BogotaDate): BogotaDate {
  let day = addDays(date, -1)
  while (!isBusinessDay(day)) day = addDays(day, -1)
  return day
}

/** The exchange's current trading day: today after its opening, else the last trading day. */
export function findStockDay(now: Instant): StockDay {
  const today = toDate(now)
  const hasOpened = isBusinessDay(today) && now >= toInstant(today, stockTradingHours(today).opens)
  const date = hasOpened ? today : findPreviousBusinessDay(today)
  const { opens, closes } = stockTradingHours(date)
  const closesAt = toInstant(date, closes)
  return {
    opensAt: toInstant(date, opens),
    closesAt,
    until: Math.min(now, closesAt),
    previousClosePosition: weekdayIndex(findPreviousBusinessDay(date)),
    openingPosition: weekdayIndex(date) - 1,
  }
}

/** Returns the position of an instant of the trading day on the paths. */
export const toPathPosition = ({ openingPosition, opensAt, closesAt }: StockDay, instant: Instant): number =>
  openingPosition + (instant - opensAt) / (closesAt - opensAt)

/** Creates the paths of all stocks for a seed. */
export function createStockMarket(seed: number): StockMarket {
  const start = { at: weekdayIndex(START), value: 0 }
  const createStockWalk = (name: string, deviation: number, reach: number): Walk =>
    createWalk([seed, 'stock', name], { center: 0, deviation, reach, start })
  const marketWalk = createStockWalk('market', MARKET_DEVIATION, MARKET_REACH)
  const ownWalks = new Map(STOCKS.map(({ name, deviation }) => [name, createStockWalk(name, deviation, OWN_REACH)]))

  const relativePrice = ({ name, beta }: ListedStock, at: number) =>
    Math.exp(beta * marketWalk(at) + (ownWalks.get(name)?.(at) ?? 0))
  return {
    relativePrice,
    points({ base, getWeight }, at) {
      const weightSum = STOCKS.reduce((sum, stock) => sum + getWeight(stock), 0)
      const weightedSum = STOCKS.reduce((sum, stock) => sum + getWeight(stock) * relativePrice(stock, at), 0)
      return (base * weightedSum) / weightSum
    },
  }
}
