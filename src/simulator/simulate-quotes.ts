import { rateDigits } from '#src/domain/money.ts'
import type { CurrencyQuote, IndexSeries, SecurityQuote } from '#src/domain/quotes/quotes.ts'
import {
  addDays,
  DAY_MS,
  type Instant,
  MINUTE_MS,
  millisecondOfDay,
  toDate,
  toWeekday,
} from '#src/domain/time/bogota.ts'
import { tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import { INDICES, type ListedIndex, type ListedStock, PAIRS, STOCKS, stockTick } from '#src/simulator/listed.ts'
import { findLevel, weekdayIndex } from '#src/simulator/market-level.ts'
import {
  createStockMarket,
  findStockDay,
  type StockDay,
  type StockMarket,
  toPathPosition,
} from '#src/simulator/stock-market.ts'
import { createWalk } from '#src/simulator/walk.ts'

/** Pesos per dollar: the current value, and the previous value to compare with. */
interface DollarQuote {
  readonly value: number
  readonly previous: number
}

interface QuoteMoment {
  readonly seed: number
  readonly now: Instant
  /**
   * The dollar price that the audience may see. If it is absent or null, EUR/COP uses the TRM in
   * force, which is public.
   */
  readonly dollar?: DollarQuote | null
}

export interface SimulatedQuotes {
  readonly currencies: readonly CurrencyQuote[]
  readonly stocks: readonly SecurityQuote[]
  readonly indices: readonly SecurityQuote[]
}

/** Maximum distance of a path's knots from its center, in logarithms. */
const PAIR_REACH = 0.08

/** All currency paths start at their center on this date. */
const START = '2024-01-01'

const roundTo = (value: number, digits: number) => Number(value.toFixed(digits))

const toPercent = (value: number, previous: number) => roundTo((value / previous - 1) * 100, 2)

/**
 * Returns the positions on the currency paths now and at the previous close. Currencies trade all
 * day from Monday to Friday in Bogotá; on weekends they have the rates of Friday.
 */
function findPathPositions(now: Instant): { readonly at: number; readonly previousAt: number } {
  const today = toDate(now)
  const day = weekdayIndex(today)
  const isWeekend = toWeekday(today) === 0 || toWeekday(today) === 6
  return { at: isWeekend ? day : day - 1 + millisecondOfDay(now) / DAY_MS, previousAt: day - 1 }
}

function toQuote(from: string, to: string, value: number, previous: number): CurrencyQuote {
  const digits = rateDigits(value)
  const rounded = roundTo(value, digits)
  return { from, to, value: rounded, change: roundTo(rounded - roundTo(previous, digits), digits) }
}

/** The TRM in force and the previous TRM: the levels of the last two spot days. */
function findTrmDollar({ seed, now }: QuoteMoment): DollarQuote {
  const tradingDay = tradingDayOnOrBefore('spot', addDays(toDate(now), -1))
  const previousDay = tradingDayOnOrBefore('spot', addDays(tradingDay, -1))
  return { value: findLevel(seed, tradingDay), previous: findLevel(seed, previousDay) }
}

function simulateCurrencies(moment: QuoteMoment): readonly CurrencyQuote[] {
  const { at, previousAt } = findPathPositions(moment.now)
  const start = weekdayIndex(START)
  const pairs = PAIRS.map(({ from, to, center, deviation }) => {
    const shape = { center: 0, deviation, reach: PAIR_REACH, start: { at: start, value: 0 } }
    const walk = createWalk([moment.seed, 'pair', from, to], shape)
    return toQuote(from, to, center * Math.exp(walk(at)), center * Math.exp(walk(previousAt)))
  })
  const euro = pairs.find(({ from, to }) => from === 'EUR' && to === 'USD')
  if (!euro) return pairs
  const dollar = moment.dollar ?? findTrmDollar(moment)
  const previousEuro = euro.value - euro.change
  return [...pairs, toQuote('EUR', 'COP', euro.value * dollar.value, previousEuro * dollar.previous)]
}

function simulateStock(market: StockMarket, stock: ListedStock, at: number, previousAt: number): SecurityQuote {
  const findPrice = (position: number) => {
    const price = stock.center * market.relativePrice(stock, position)
    return Math.round(price / stockTick(price)) * stockTick(price)
  }
  return { name: stock.name, value: findPrice(at), change: toPercent(findPrice(at), findPrice(previousAt)) }
}

const findPoints = (market: StockMarket, index: ListedIndex, at: number) => roundTo(market.points(index, at), 2)

function simulateIndex(market: StockMarket, index: ListedIndex, at: number, previousAt: number): SecurityQuote {
  const value = findPoints(market, index, at)
  return { name: index.name, value, change: toPercent(value, findPoints(market, index, previousAt)) }
}

/**
 * Simulates currencies, stocks and indices, always the same for a seed and an instant. Stocks and
 * indices change only during the hours of the stock exchange; before the opening they have their
 * previous close. Changes compare with the previous day (currencies) or trading day.
 */
export function simulateQuotes(moment: QuoteMoment): SimulatedQuotes {
  const market = createStockMarket(moment.seed)
  const tradingDay = findStockDay(moment.now)
  const at = toPathPosition(tradingDay, tradingDay.until)
  const previousAt = tradingDay.previousClosePosition
  return {
    currencies: simulateCurrencies(moment),
    stocks: STOCKS.map((stock) => simulateStock(market, stock, at, previousAt)),
    indices: INDICES.map((index) => simulateIndex(market, index, at, previousAt)),
  }
}

/** Returns the opening, every minute after it, and the last instant of the day so far. */
function toMinutes({ opensAt, until }: StockDay): Float64Array {
  const minutes = Math.ceil((until - opensAt) / MINUTE_MS)
  return Float64Array.from({ length: minutes + 1 }, (_, i) => Math.min(opensAt + i * MINUTE_MS, until))
}

/** The first index on its trading day, one point per minute; the last point is its quote. */
export function simulateIndexSeries({ seed, now }: { readonly seed: number; readonly now: Instant }): IndexSeries {
  const market = createStockMarket(seed)
  const tradingDay = findStockDay(now)
  const times = toMinutes(tradingDay)
  return {
    name: INDICES[0].name,
    times,
    values: times.map((time) => findPoints(market, INDICES[0], toPathPosition(tradingDay, time))),
  }
}
