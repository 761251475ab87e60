import { type Instant, SECOND_MS } from '#src/domain/time/bogota.ts'
import { ANNULMENT_WINDOW_MS, type Origin } from '#src/domain/trading/deal.ts'
import type { Market, Sector } from '#src/domain/trading/market.ts'
import { drawArrivalTimes } from '#src/simulator/arrivals.ts'
import {
  ANNULMENTS,
  CLIENT_REGISTERED,
  CLIENT_SHARE,
  drawLognormal,
  REGISTERED_SHARE,
  SMALL_SIZE,
} from '#src/simulator/profile.ts'
import type { Random } from '#src/simulator/random.ts'
import { drawTickSize } from '#src/simulator/ticks.ts'

/** A deal before it gets its number; price in centavos, `annulledAt` null without annulment. */
export interface DealDraft {
  readonly time: Instant
  readonly price: number
  readonly amount: number
  readonly term: number
  readonly sector: Sector
  readonly origin: Origin
  readonly annulledAt: Instant | null
}

/** The counted deals in order of time; prices in centavos. */
export interface CountedDeals {
  readonly times: Float64Array
  readonly prices: Float64Array
  readonly amounts: Float64Array
  readonly terms: Uint8Array
}

interface DaySpan {
  readonly market: Market
  readonly opensAt: Instant
  readonly closesAt: Instant
}

/** Spread of registered deals around the market price, in centavos. */
const REGISTERED_SPREAD = 40

/** Minimum margin of the prices for clients, in centavos. */
const CLIENT_MARGIN = 30
/** Spread of that margin above its minimum, in centavos. */
const CLIENT_SPREAD = 150

/** Largest shift of registered deals towards a TRM, in centavos. */
const LARGEST_MOVE = 1_000

/** Largest difference from a TRM that its rounding to centavos removes, in centavos. */
const ROUNDING_TOLERANCE = 0.45

/** Error of a mistyped price, in centavos, from and to. */
const SLIP = [100, 1_000] as const

/** The minimum and maximum time from a deal to its annulment, in seconds. */
const MIN_ANNULMENT_S = 20
const MAX_ANNULMENT_S = ANNULMENT_WINDOW_MS / SECOND_MS

/** The unit of the sizes, in US$. */
const THOUSAND = 1_000
/** The largest size that gets an extra zero, in US$. */
const LARGEST_MISTYPED = 2_000_000

const drawCount = (dealCount: number, [from, to]: readonly [number, number], random: Random) =>
  Math.round(dealCount * random.between(from, to))

const drawSmallSize = (random: Random) => Math.round(drawLognormal(random, SMALL_SIZE) / THOUSAND) * THOUSAND

/**
 * Returns a function that finds the row of the last counted deal up to a time. Its calls must have
 * ascending times. Before the first deal it returns the first row.
 */
function createLastDealFinder({ times }: CountedDeals): (time: Instant) => number {
  let row = 0
  return (time) => {
    while (row + 1 < times.length && (times[row + 1] ?? 0) <= time) row++
    return row
  }
}

const drawPriceNear = (centavos: number, random: Random) => {
  const tick = drawTickSize(random)
  return Math.max(1, Math.round(centavos / tick) * tick)
}

const sumAmounts = (deals: readonly DealDraft[]) => deals.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Shifts the prices of the registered deals by the same few centavos, so that all TRM deals average
 * to a TRM. Leaves them unchanged when the shift would be too large.
 */
export function moveToTrm(registered: readonly DealDraft[], counted: readonly DealDraft[], trm: number): DealDraft[] {
  const allDeals = [...counted, ...registered]
  const shortfall = allDeals.reduce((sum, { price, amount }) => sum + (trm - price) * amount, 0)
  const excess = Math.max(0, Math.abs(shortfall) - ROUNDING_TOLERANCE * sumAmounts(allDeals))
  const shift = Math.sign(shortfall) * Math.ceil(excess / sumAmounts(registered))
  return registered.map((deal) => (Math.abs(shift) > LARGEST_MOVE ? deal : { ...deal, price: deal.price + shift }))
}

/**
 * Draws deals between IMCs that were agreed elsewhere and registered, near the market price of
 * their time.
 */
export function drawRegisteredDeals(counted: CountedDeals, tradingDay: DaySpan, random: Random): DealDraft[] {
  const findLastDeal = createLastDealFinder(counted)
  return Array.from(
    drawArrivalTimes(drawCount(counted.times.length, REGISTERED_SHARE, random), tradingDay, random),
    (time) => {
      const row = findLastDeal(time)
      const price = drawPriceNear((counted.prices[row] ?? 0) + REGISTERED_SPREAD * random.normal(), random)
      return {
        time,
        price,
        amount: drawSmallSize(random),
        term: counted.terms[row] ?? 0,
        sector: 1,
        origin: 'registered',
        annulledAt: null,
      }
    },
  )
}

/** Draws deals of IMCs with their clients, with a margin above or below the market price. */
export function drawClientDeals(counted: CountedDeals, tradingDay: DaySpan, random: Random): DealDraft[] {
  const findLastDeal = createLastDealFinder(counted)
  return Array.from(
    drawArrivalTimes(drawCount(counted.times.length, CLIENT_SHARE, random), tradingDay, random),
    (time) => {
      const row = findLastDeal(time)
      const margin = (CLIENT_MARGIN + CLIENT_SPREAD * Math.abs(random.normal())) * (random.chance(0.5) ? 1 : -1)
      return {
        time,
        price: drawPriceNear((counted.prices[row] ?? 0) + margin, random),
        amount: drawSmallSize(random),
        term: counted.terms[row] ?? 0,
        sector: 2,
        origin: random.chance(CLIENT_REGISTERED) ? 'registered' : 'negotiated',
        annulledAt: null,
      }
    },
  )
}

/**
 * Returns price and amount of a mistake: a deal entered twice, a wrong price, or an amount with an
 * extra zero.
 */
function mistype(price: number, amount: number, random: Random): { price: number; amount: number } {
  const draw = random.next()
  if (draw < 0.4) return { price, amount }
  if (draw < 0.7 && amount <= LARGEST_MISTYPED) return { price, amount: amount * 10 }
  const slip = Math.round(random.between(SLIP[0], SLIP[1]) / 50) * 50
  return { price: Math.max(1, price + (random.chance(0.5) ? slip : -slip)), amount }
}

/**
 * Draws deals between IMCs that were entered by mistake and annulled. They are never the first or
 * the last deal of the day.
 */
export function drawAnnulledDeals(counted: CountedDeals, { market }: DaySpan, random: Random): DealDraft[] {
  const { times, prices, amounts, terms } = counted
  const firstTime = times[0] ?? 0
  const lastTime = times.at(-1) ?? 0
  return Array.from({ length: random.integer(...ANNULMENTS[market]) }, (): DealDraft => {
    const row = random.integer(0, times.length - 1)
    const time = (times[row] ?? firstTime) + random.integer(1, 15) * SECOND_MS
    const drawAnnulmentDelay = () => random.integer(MIN_ANNULMENT_S, MAX_ANNULMENT_S)
    const delaySeconds = Math.min(drawAnnulmentDelay(), drawAnnulmentDelay())
    return {
      ...mistype(prices[row] ?? 0, amounts[row] ?? 0, random),
      time,
      term: terms[row] ?? 0,
      sector: 1,
      origin: 'negotiated',
      annulledAt: time + delaySeconds * SECOND_MS,
    }
  }).filter(({ time }) => time > firstTime && time < lastTime)
}
