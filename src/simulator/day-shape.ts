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

/** Everything the tape of a day has to come to: whole centavos, counted deals, whole US$. */
export interface DayShape extends DayPrices {
  readonly count: number
  /** Null: whatever the sizes add up to. */
  readonly amount: number | null
  /** The TRM that a later day published for this one; null: whatever the deals give. */
  readonly trm: number | null
}

interface MarketDay {
  readonly seed: number
  readonly market: Market
  readonly date: BogotaDate
}

const PRICES = ['open', 'low', 'high', 'close', 'average'] as const

/** How much of the opening's gap already knows where the day is going. */
const FORESIGHT = 0.6

/** Openings at whole pesos. */
const WHOLE_OPENINGS = 0.85

/** Closing against the average, as a share of the range. */
const CLOSING_DEVIATION = 0.24

const NOTHING_PUBLISHED = { open: null, low: null, high: null, close: null, average: null, amount: null, count: null }

const least = (one: number, other: number) => Math.min(one, other)
const most = (one: number, other: number) => Math.max(one, other)

/**
 * An unconstrained spot day around its level; the opening lies near the level before, with some of
 * the day's move in it.
 */
function naturalSpot(seed: number, date: BogotaDate, random: Random): DayPrices {
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
  return widened(
    {
      open: snapped(open, opening),
      low: snapped(low, drawTickSize(random)),
      high: snapped(low + range, drawTickSize(random)),
      close: snapped(close, drawTickSize(random)),
      average: toCentavos(level),
    },
    level * RANGE.most * 100,
  )
}

const snapped = (pesos: number, tick: number) => Math.round(toCentavos(pesos) / tick) * tick

/**
 * Makes room for the opening, but not beyond the widest range known: then the opening gives way.
 */
function widened(prices: DayPrices, widest: number): DayPrices {
  const low = most(least(prices.low, prices.open), least(prices.low, Math.ceil(prices.high - widest)))
  const high = least(most(prices.high, prices.open), most(prices.high, Math.floor(low + widest)))
  return { ...prices, low, high, open: clamp(prices.open, low, high), close: clamp(prices.close, low, high) }
}

/** Next day moves like spot, less far, and a day's carry above it. */
function naturalNextday(spot: DayPrices, random: Random): DayPrices {
  const average = spot.average + toCentavos(random.between(CARRY[0], CARRY[1]))
  const near = (price: number) => {
    const tick = drawTickSize(random)
    return Math.round((average + NEXTDAY_RANGE * (price - spot.average)) / tick) * tick
  }
  const low = least(near(spot.low), average - 1)
  const high = most(near(spot.high), average + 1)
  const within = (price: number) => clamp(near(price), low, high)
  return { average, low, high, open: within(spot.open), close: within(spot.close) }
}

/**
 * The counted deals a spot trading day has; next-day trading days have a share of them, on days without
 * spot too.
 */
function naturalCount({ seed, market, date }: MarketDay): number {
  const deals = Math.round(lognormal(createRandom(seed, 'deals', date), DEALS))
  if (market === 'spot') return deals
  const random = createRandom(seed, 'deals', 'nextday', date)
  return Math.round(deals * random.between(NEXTDAY_SHARE[0], NEXTDAY_SHARE[1]))
}

function naturalPrices({ seed, market, date }: MarketDay): DayPrices {
  if (market === 'spot') return naturalSpot(seed, date, createRandom(seed, 'spot', date))
  const known = publishedDay('spot', date)
  const spot = naturalSpot(seed, date, createRandom(seed, 'spot', date))
  return naturalNextday(known ? fitted(spot, known) : spot, createRandom(seed, 'nextday', date))
}

/**
 * How far the known prices lie from the natural ones: by the average, without one by the mean of
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
 * The highest low that leaves a known average as far above it as averages usually are; any when one
 * is unknown.
 */
const furthestLow = (average: number | null, high: number | null) =>
  average === null || high === null
    ? Number.POSITIVE_INFINITY
    : Math.floor((average - AVERAGE_POSITION.least * high) / (1 - AVERAGE_POSITION.least))

/** The lowest high, likewise. */
const furthestHigh = (average: number | null, low: number | null) =>
  average === null || low === null ? Number.NEGATIVE_INFINITY : Math.ceil(low + (average - low) / AVERAGE_POSITION.most)

/**
 * The natural prices moved to where the known ones are, the known ones in their place and the rest
 * around them.
 */
function fitted(natural: DayPrices, known: DayFigures): DayPrices {
  const shift = findShift(natural, known)
  const given = PRICES.flatMap((name) => known[name] ?? []).map(toCentavos)
  const exact = (name: keyof DayPrices) => (known[name] === null ? null : toCentavos(known[name]))
  const range = natural.high - natural.low
  const reach = (name: 'low' | 'high', from: number | null, step: number) =>
    from === null ? natural[name] + shift : from + step
  const high = exact('high')
  const average = exact('average')
  const low = exact('low') ?? most(1, least(reach('low', high, -range), Math.min(...given, furthestLow(average, high))))
  const top = high ?? most(reach('high', exact('low'), range), Math.max(...given, furthestHigh(average, exact('low'))))
  const inside = (name: 'open' | 'close') => exact(name) ?? clamp(natural[name] + shift, low, top)
  return {
    low,
    high: top,
    open: inside('open'),
    close: inside('close'),
    average: average ?? between(natural.average + shift, low, top),
  }
}

/**
 * Within the range; an average that lies outside comes in as far as averages usually lie from the
 * edges.
 */
const between = (price: number, low: number, high: number) =>
  price > low && price < high
    ? price
    : clamp(
        price,
        Math.ceil(low + (high - low) * AVERAGE_POSITION.least),
        Math.floor(low + (high - low) * AVERAGE_POSITION.most),
      )

/** The deals that open, low, high and close need, when each deal has one price. */
export function leastCount({ open, low, high, close }: DayPrices): number {
  if (low === high) return 1
  return 2 + (low < least(open, close) ? 1 : 0) + (high > most(open, close) ? 1 : 0)
}

/** The published count, else what the published amount is enough for, else what is natural. */
function chooseCount(day: MarketDay, prices: DayPrices, { count, amount }: Omit<DayFigures, 'date'>): number {
  if (count !== null) return count
  const deals = amount === null ? naturalCount(day) : Math.round(amount / MEAN_SIZE)
  return most(deals, leastCount(prices))
}

/**
 * Completes what is known of a day by what such a day is like; contradictions of the known figures
 * stay in it.
 */
export function createDayShape(day: MarketDay, known: Omit<DayFigures, 'date'> = NOTHING_PUBLISHED): DayShape {
  const prices = fitted(naturalPrices(day), { ...known, date: day.date })
  const trm = day.market === 'spot' ? findPublishedTrm(day.date) : null
  return { ...prices, count: chooseCount(day, prices, known), amount: known.amount, trm: trm && toCentavos(trm) }
}
