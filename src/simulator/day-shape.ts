import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { DAILY_MOVE, findLevel, findPublishedTrm } from '#src/simulator/market-level.ts'
import {
  AVERAGE_POSITION,
  CARRY,
  clamp,
  DEAL_COUNT,
  drawLognormal,
  MEAN_SIZE,
  NEXTDAY_RANGE,
  NEXTDAY_SHARE,
  OPENING_GAP,
  RANGE,
} from '#src/simulator/profile.ts'
import { type DayFigures, publishedDay } from '#src/simulator/published-days.ts'
import { createRandom, type Random } from '#src/simulator/random.ts'
import { drawTickSize, WHOLE_PESO } from '#src/simulator/ticks.ts'

/** Prices in whole centavos. */
export interface DayPrices {
  readonly open: number
  readonly low: number
  readonly high: number
  readonly close: number
  readonly average: number
}

/** The figures that the counted deals of a day must have; `amount` in whole US$. */
export interface DayShape extends DayPrices {
  readonly count: number
  /** Null accepts any sum of the sizes. */
  readonly amount: number | null
  /** The published TRM of the day's deals, in centavos; null accepts any TRM. */
  readonly trm: number | null
}

/** The day to draw; the same key always gives the same day. */
interface DayKey {
  readonly seed: number
  readonly market: Market
  readonly date: BogotaDate
}

const PRICE_NAMES = ['open', 'low', 'high', 'close', 'average'] as const

/** Correlation of the opening gap with the day's move. */
const GAP_CORRELATION = 0.6

/** Probability of an opening at whole pesos. */
const WHOLE_OPENINGS = 0.85

/** Standard deviation of the close from the average, as a share of the range. */
const CLOSING_DEVIATION = 0.24

const NOTHING_PUBLISHED = { open: null, low: null, high: null, close: null, average: null, amount: null, count: null }

/**
 * Draws the prices of a spot day around its level. The opening is near the level of the previous
 * day, and includes a part of the day's move.
 */
function drawSpotPrices(seed: number, date: BogotaDate, random: Random): DayPrices {
  const level = findLevel(seed, date)
  const previousLevel = findLevel(seed, previousTradingDay('spot', date))
  const move = Math.log(level / previousLevel)
  const gapDeviations =
    GAP_CORRELATION * clamp(move / DAILY_MOVE, -2, 2) + Math.sqrt(1 - GAP_CORRELATION ** 2) * random.normal()
  const open = previousLevel * (1 + OPENING_GAP.mean + OPENING_GAP.deviation * gapDeviations)
  const range = level * drawLognormal(random, RANGE)
  const { mean, deviation, least: lowest, most: highest } = AVERAGE_POSITION
  const low = level - range * clamp(mean + deviation * random.normal(), lowest, highest)
  const close = clamp(level + range * CLOSING_DEVIATION * random.normal(), low, low + range)
  const openingTick = random.chance(WHOLE_OPENINGS) ? WHOLE_PESO : drawTickSize(random)
  return widenRange(
    {
      open: roundToTick(open, openingTick),
      low: roundToTick(low, drawTickSize(random)),
      high: roundToTick(low + range, drawTickSize(random)),
      close: roundToTick(close, drawTickSize(random)),
      average: toCentavos(level),
    },
    level * RANGE.most * 100,
  )
}

const roundToTick = (pesos: number, tick: number) => Math.round(toCentavos(pesos) / tick) * tick

/**
 * Extends the range to include the opening, up to `maximumRange`. Beyond that, the opening moves
 * into the range.
 */
function widenRange(prices: DayPrices, maximumRange: number): DayPrices {
  const low = Math.max(Math.min(prices.low, prices.open), Math.min(prices.low, Math.ceil(prices.high - maximumRange)))
  const high = Math.min(Math.max(prices.high, prices.open), Math.max(prices.high, Math.floor(low + maximumRange)))
  return { ...prices, low, high, open: clamp(prices.open, low, high), close: clamp(prices.close, low, high) }
}

/** Draws next-day prices: the spot prices with a smaller range, plus the carry of a day. */
function drawNextdayPrices(spot: DayPrices, random: Random): DayPrices {
  const average = spot.average + toCentavos(random.between(CARRY[0], CARRY[1]))
  const scalePrice = (price: number) => {
    const tick = drawTickSize(random)
    return Math.round((average + NEXTDAY_RANGE * (price - spot.average)) / tick) * tick
  }
  const low = Math.min(scalePrice(spot.low), average - 1)
  const high = Math.max(scalePrice(spot.high), average + 1)
  const toDayPrice = (price: number) => clamp(scalePrice(price), low, high)
  return { average, low, high, open: toDayPrice(spot.open), close: toDayPrice(spot.close) }
}

/**
 * Draws the number of counted deals. Next day has a share of the number drawn for spot, also on a
 * day without spot trading.
 */
function drawDealCount({ seed, market, date }: DayKey): number {
  const deals = Math.round(drawLognormal(createRandom(seed, 'deals', date), DEAL_COUNT))
  if (market === 'spot') return deals
  const random = createRandom(seed, 'deals', 'nextday', date)
  return Math.round(deals * random.between(NEXTDAY_SHARE[0], NEXTDAY_SHARE[1]))
}

function drawPrices({ seed, market, date }: DayKey): DayPrices {
  if (market === 'spot') return drawSpotPrices(seed, date, createRandom(seed, 'spot', date))
  const published = publishedDay('spot', date)
  const spot = drawSpotPrices(seed, date, createRandom(seed, 'spot', date))
  return drawNextdayPrices(published ? fitPrices(spot, published) : spot, createRandom(seed, 'nextday', date))
}

/**
 * Returns known price less drawn price, in centavos: that of the average if it is known, else the
 * mean over the other known prices.
 */
function findShift(drawn: DayPrices, known: DayFigures): number {
  if (known.average !== null) return toCentavos(known.average) - drawn.average
  const shifts = PRICE_NAMES.flatMap((name) => {
    const price = known[name]
    return price === null ? [] : [toCentavos(price) - drawn[name]]
  })
  return shifts.length === 0 ? 0 : Math.round(shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length)
}

/**
 * Returns the low for which a known average is at its usual minimum position in the range. Infinity
 * when average or high is unknown.
 */
const findHighestLow = (average: number | null, high: number | null) =>
  average === null || high === null
    ? Number.POSITIVE_INFINITY
    : Math.floor((average - AVERAGE_POSITION.least * high) / (1 - AVERAGE_POSITION.least))

/**
 * Returns the high for which a known average is at its usual maximum position in the range.
 * −Infinity when average or low is unknown.
 */
const findLowestHigh = (average: number | null, low: number | null) =>
  average === null || low === null ? Number.NEGATIVE_INFINITY : Math.ceil(low + (average - low) / AVERAGE_POSITION.most)

/** Replaces drawn prices by known prices, and shifts the others towards the known prices. */
function fitPrices(drawn: DayPrices, known: DayFigures): DayPrices {
  const shift = findShift(drawn, known)
  const knownPrices = PRICE_NAMES.flatMap((name) => known[name] ?? []).map(toCentavos)
  const getKnown = (name: keyof DayPrices) => (known[name] === null ? null : toCentavos(known[name]))
  const range = drawn.high - drawn.low
  const estimate = (name: 'low' | 'high', otherExtreme: number | null, step: number) =>
    otherExtreme === null ? drawn[name] + shift : otherExtreme + step
  const [knownLow, knownHigh, average] = [getKnown('low'), getKnown('high'), getKnown('average')]
  const low =
    knownLow ??
    Math.max(1, Math.min(estimate('low', knownHigh, -range), ...knownPrices, findHighestLow(average, knownHigh)))
  const high =
    knownHigh ?? Math.max(estimate('high', knownLow, range), ...knownPrices, findLowestHigh(average, knownLow))
  const toPriceInRange = (name: 'open' | 'close') => getKnown(name) ?? clamp(drawn[name] + shift, low, high)
  return {
    low,
    high,
    open: toPriceInRange('open'),
    close: toPriceInRange('close'),
    average: average ?? moveAverageInside(drawn.average + shift, low, high),
  }
}

/** Returns an average inside the range unchanged, else the nearest of its usual positions in it. */
const moveAverageInside = (average: number, low: number, high: number) =>
  average > low && average < high
    ? average
    : clamp(
        average,
        Math.ceil(low + (high - low) * AVERAGE_POSITION.least),
        Math.floor(low + (high - low) * AVERAGE_POSITION.most),
      )

/** Returns the minimum number of deals for open, low, high and close. */
export function minimumDealCount({ open, low, high, close }: DayPrices): number {
  if (low === high) return 1
  return 2 + (low < Math.min(open, close) ? 1 : 0) + (high > Math.max(open, close) ? 1 : 0)
}

/** Returns the published count, else an estimate from the published amount, else a drawn count. */
function chooseCount(key: DayKey, prices: DayPrices, { count, amount }: Omit<DayFigures, 'date'>): number {
  if (count !== null) return count
  const deals = amount === null ? drawDealCount(key) : Math.round(amount / MEAN_SIZE)
  return Math.max(deals, minimumDealCount(prices))
}

/**
 * Completes the known figures of a day with drawn figures. It does not resolve contradictions
 * between known figures.
 */
export function createDayShape(key: DayKey, known: Omit<DayFigures, 'date'> = NOTHING_PUBLISHED): DayShape {
  const prices = fitPrices(drawPrices(key), { ...known, date: key.date })
  const trm = key.market === 'spot' ? findPublishedTrm(key.date) : null
  return { ...prices, count: chooseCount(key, prices, known), amount: known.amount, trm: trm && toCentavos(trm) }
}
