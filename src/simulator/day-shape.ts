import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/time/calendar.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { DAILY_MOVE, findLevel, findPublishedTrm } from '#src/simulator/market-level.ts'
import {
  AVERAGE_POSITION,
  CARRY,
  clamp,
  DEALS,
  lognormal,
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

/**
 * The figures that the tape of a day must have: prices in whole centavos, counted deals, whole US$.
 */
export interface DayShape extends DayPrices {
  readonly count: number
  /** Null accepts any sum of the sizes. */
  readonly amount: number | null
  /** The TRM of this day that a later day published. Null accepts the TRM of the deals. */
  readonly trm: number | null
}

interface MarketDay {
  readonly seed: number
  readonly market: Market
  readonly date: BogotaDate
}

const PRICES = ['open', 'low', 'high', 'close', 'average'] as const

/** Share of the opening gap that already has the direction of the day's move. */
const FORESIGHT = 0.6

/** Probability of an opening at whole pesos. */
const WHOLE_OPENINGS = 0.85

/** Standard deviation of the close from the average, as a share of the range. */
const CLOSING_DEVIATION = 0.24

const NOTHING_PUBLISHED = { open: null, low: null, high: null, close: null, average: null, amount: null, count: null }

const least = (one: number, other: number) => Math.min(one, other)
const most = (one: number, other: number) => Math.max(one, other)

/**
 * Draws the prices of a spot day around its level. The opening is near the level of the previous
 * day, and includes a part of the day's move.
 */
function drawSpotPrices(seed: number, date: BogotaDate, random: Random): DayPrices {
  const level = findLevel(seed, date)
  const before = findLevel(seed, previousTradingDay('spot', date))
  const move = Math.log(level / before)
  const surprise = FORESIGHT * clamp(move / DAILY_MOVE, -2, 2) + Math.sqrt(1 - FORESIGHT ** 2) * random.normal()
  const open = before * (1 + OPENING_GAP.mean + OPENING_GAP.deviation * surprise)
  const range = level * lognormal(random, RANGE)
  const { mean, deviation, least: lowest, most: highest } = AVERAGE_POSITION
  const low = level - range * clamp(mean + deviation * random.normal(), lowest, highest)
  const close = clamp(level + range * CLOSING_DEVIATION * random.normal(), low, low + range)
  const opening = random.chance(WHOLE_OPENINGS) ? WHOLE_PESO : drawTickSize(random)
  return widenRange(
    {
      open: roundToTick(open, opening),
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
 * Extends the range to include the opening, up to the widest known range. Beyond that, the opening
 * moves.
 */
function widenRange(prices: DayPrices, widest: number): DayPrices {
  const low = most(least(prices.low, prices.open), least(prices.low, Math.ceil(prices.high - widest)))
  const high = least(most(prices.high, prices.open), most(prices.high, Math.floor(low + widest)))
  return { ...prices, low, high, open: clamp(prices.open, low, high), close: clamp(prices.close, low, high) }
}

/** Draws the prices of next day: those of spot with a smaller range, plus the carry of a day. */
function drawNextdayPrices(spot: DayPrices, random: Random): DayPrices {
  const average = spot.average + toCentavos(random.between(CARRY[0], CARRY[1]))
  const near = (price: number) => {
    const tick = drawTickSize(random)
    return Math.round((average + NEXTDAY_RANGE * (price - spot.average)) / tick) * tick
  }
  const low = least(near(spot.low), average - 1)
  const high = most(near(spot.high), average + 1)
  const toDayPrice = (price: number) => clamp(near(price), low, high)
  return { average, low, high, open: toDayPrice(spot.open), close: toDayPrice(spot.close) }
}

/**
 * Draws the number of counted deals. Next day has a share of the deals of spot, also on days
 * without spot.
 */
function drawDealCount({ seed, market, date }: MarketDay): number {
  const deals = Math.round(lognormal(createRandom(seed, 'deals', date), DEALS))
  if (market === 'spot') return deals
  const random = createRandom(seed, 'deals', 'nextday', date)
  return Math.round(deals * random.between(NEXTDAY_SHARE[0], NEXTDAY_SHARE[1]))
}

function drawPrices({ seed, market, date }: MarketDay): DayPrices {
  if (market === 'spot') return drawSpotPrices(seed, date, createRandom(seed, 'spot', date))
  const known = publishedDay('spot', date)
  const spot = drawSpotPrices(seed, date, createRandom(seed, 'spot', date))
  return drawNextdayPrices(known ? fitPrices(spot, known) : spot, createRandom(seed, 'nextday', date))
}

/**
 * Returns the difference between known and natural prices: that of the average, else the mean of
 * the others.
 */
function findShift(natural: DayPrices, known: DayFigures): number {
  if (known.average !== null) return toCentavos(known.average) - natural.average
  const shifts = PRICES.flatMap((name) => {
    const price = known[name]
    return price === null ? [] : [toCentavos(price) - natural[name]]
  })
  return shifts.length === 0 ? 0 : Math.round(shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length)
}

/**
 * Returns the highest low for which a known average is at its usual minimum position in the range.
 * Infinity when average or high is unknown.
 */
const findHighestLow = (average: number | null, high: number | null) =>
  average === null || high === null
    ? Number.POSITIVE_INFINITY
    : Math.floor((average - AVERAGE_POSITION.least * high) / (1 - AVERAGE_POSITION.least))

/**
 * Returns the lowest high for which a known average is at its usual maximum position in the range.
 */
const findLowestHigh = (average: number | null, low: number | null) =>
  average === null || low === null ? Number.NEGATIVE_INFINITY : Math.ceil(low + (average - low) / AVERAGE_POSITION.most)

/** Replaces natural prices by known ones, and shifts the others towards them. */
function fitPrices(natural: DayPrices, known: DayFigures): DayPrices {
  const shift = findShift(natural, known)
  const given = PRICES.flatMap((name) => known[name] ?? []).map(toCentavos)
  const exact = (name: keyof DayPrices) => (known[name] === null ? null : toCentavos(known[name]))
  const range = natural.high - natural.low
  const reach = (name: 'low' | 'high', from: number | null, step: number) =>
    from === null ? natural[name] + shift : from + step
  const high = exact('high')
  const average = exact('average')
  const low =
    exact('low') ?? most(1, least(reach('low', high, -range), Math.min(...given, findHighestLow(average, high))))
  const top =
    high ?? most(reach('high', exact('low'), range), Math.max(...given, findLowestHigh(average, exact('low'))))
  const inside = (name: 'open' | 'close') => exact(name) ?? clamp(natural[name] + shift, low, top)
  return {
    low,
    high: top,
    open: inside('open'),
    close: inside('close'),
    average: average ?? moveInside(natural.average + shift, low, top),
  }
}

/**
 * Returns the average unchanged when it is inside the range. Else returns its usual extreme
 * position in the range.
 */
const moveInside = (price: number, low: number, high: number) =>
  price > low && price < high
    ? price
    : clamp(
        price,
        Math.ceil(low + (high - low) * AVERAGE_POSITION.least),
        Math.floor(low + (high - low) * AVERAGE_POSITION.most),
      )

/** Returns the minimum number of deals for open, low, high and close. */
export function leastCount({ open, low, high, close }: DayPrices): number {
  if (low === high) return 1
  return 2 + (low < least(open, close) ? 1 : 0) + (high > most(open, close) ? 1 : 0)
}

/** Returns the published count, else an estimate from the published amount, else a drawn count. */
function chooseCount(day: MarketDay, prices: DayPrices, { count, amount }: Omit<DayFigures, 'date'>): number {
  if (count !== null) return count
  const deals = amount === null ? drawDealCount(day) : Math.round(amount / MEAN_SIZE)
  return most(deals, leastCount(prices))
}

/**
 * Completes the known figures of a day with natural ones. It does not resolve contradictions
 * between known figures.
 */
export function createDayShape(day: MarketDay, known: Omit<DayFigures, 'date'> = NOTHING_PUBLISHED): DayShape {
  const prices = fitPrices(drawPrices(day), { ...known, date: day.date })
  const trm = day.market === 'spot' ? findPublishedTrm(day.date) : null
  return { ...prices, count: chooseCount(day, prices, known), amount: known.amount, trm: trm && toCentavos(trm) }
}
