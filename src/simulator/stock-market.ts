import { addDays, type BogotaDate, dateOf, type Instant, instantOf } from '#src/domain/time/bogota.ts'
import { isBusinessDay } from '#src/domain/time/calendar.ts'
import { stockTradingHours } from '#src/domain/time/trading-hours.ts'
import { type ListedIndex, type ListedStock, STOCKS } from '#src/simulator/listed.ts'
import { weekdayIndex } from '#src/simulator/market-level.ts'
import { createWalk, type Walk } from '#src/simulator/walk.ts'

/** A stock session as far as it has gone: `until` is where it stands, at the latest its close. */
export interface StockSession {
  readonly opensAt: Instant
  readonly closesAt: Instant
  readonly until: Instant
  /** Its place on the paths, in weekdays: where the session before closed, where this one began. */
  readonly previousClose: number
  readonly start: number
}

/** Prices of the stocks against the middle of their paths, at a place on the paths. */
export interface StockMarket {
  relativePrice(stock: ListedStock, at: number): number
  points(index: ListedIndex, at: number): number
}

/** What all stocks share of a day's move. */
const MARKET_DEVIATION = 0.0075
const MARKET_REACH = 0.12
const OWN_REACH = 0.25

/** Paths begin in the middle here. */
const START = '2024-01-01'

function businessDayBefore(date: BogotaDate): BogotaDate {
  let day = addDays(date, -1)
  while (!isBusinessDay(day)) day = addDays(day, -1)
  return day
}

/** The session of the Colombian stock exchange that `now` sees: today's once it has begun, else the last one. */
export function stockSession(now: Instant): StockSession {
  const today = dateOf(now)
  const begun = isBusinessDay(today) && now >= instantOf(today, stockTradingHours(today).opens)
  const date = begun ? today : businessDayBefore(today)
  const { opens, closes } = stockTradingHours(date)
  const closesAt = instantOf(date, closes)
  return {
    opensAt: instantOf(date, opens),
    closesAt,
    until: Math.min(now, closesAt),
    previousClose: weekdayIndex(businessDayBefore(date)),
    start: weekdayIndex(date) - 1,
  }
}

/** The place on the paths of an instant of the session. */
export const placeIn = ({ start, opensAt, closesAt }: StockSession, instant: Instant): number =>
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
    points({ base, weightOf }, at) {
      const weights = STOCKS.reduce((sum, stock) => sum + weightOf(stock), 0)
      const weighted = STOCKS.reduce((sum, stock) => sum + weightOf(stock) * relativePrice(stock, at), 0)
      return (base * weighted) / weights
    },
  }
}
