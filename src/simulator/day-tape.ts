import { runSteps, type Steps } from '#src/domain/steps.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { MARKET_IDS, type Market } from '#src/domain/trading/market.ts'
import type { ScriptedDay } from '#src/domain/trading/scripted-days.ts'
import { type TradingHours, tradingBounds } from '#src/domain/trading/trading-hours.ts'
import { drawArrivalTimes } from '#src/simulator/arrivals.ts'
import type { DayShape } from '#src/simulator/day-shape.ts'
import { drawSizes, drawSizesWithSum } from '#src/simulator/deal-sizes.ts'
import {
  type CountedDeals,
  type DealDraft,
  drawAnnulledDeals,
  drawClientDeals,
  drawRegisteredDeals,
  moveToTrm,
} from '#src/simulator/other-deals.ts'
import { fitAverage } from '#src/simulator/price-average.ts'
import { pricePath } from '#src/simulator/price-path.ts'
import { CARRY, clamp, TERM_SHARES } from '#src/simulator/profile.ts'
import { createRandom, type Random } from '#src/simulator/random.ts'

/** All deals and annulments of a trading day, as a source reports them. */
export interface SimulatedDay extends ScriptedDay {
  readonly market: Market
  readonly date: BogotaDate
}

/** The day to simulate; `hours` replaces the usual trading hours. */
export interface SimulationKey {
  readonly seed: number
  readonly market: Market
  readonly date: BogotaDate
  readonly hours?: TradingHours
}

const TERM_TOTAL = TERM_SHARES.reduce<number>((sum, share) => sum + share, 0)

/** Draws days to settlement: 0 for spot, mostly 1 for next day. */
function drawTerms(market: Market, count: number, random: Random): Uint8Array {
  if (market === 'spot') return new Uint8Array(count)
  return Uint8Array.from({ length: count }, () => {
    const draw = random.next() * TERM_TOTAL
    if (draw < TERM_SHARES[0]) return 1
    return draw < TERM_SHARES[0] + TERM_SHARES[1] ? 2 : 3
  })
}

/**
 * Adds a premium per day of later settlement to prices that are not pinned, within the range of the
 * day.
 */
function addCarry(prices: Float64Array, terms: Uint8Array, pinned: ReadonlySet<number>, day: DayShape, random: Random) {
  const carry = 100 * random.between(CARRY[0], CARRY[1])
  for (const [i, term] of terms.entries()) {
    if (term > 1 && !pinned.has(i)) prices[i] = clamp((prices[i] ?? 0) + (term - 1) * carry, day.low, day.high)
  }
}

/**
 * Draws counted deals with the figures of the shape. Null if the average of the shape is impossible
 * with the other figures.
 */
function* drawCountedDeals(key: SimulationKey, day: DayShape): Steps<CountedDeals | null> {
  const { seed, market, date, hours } = key
  const createPartRandom = (part: string) => createRandom(seed, market, date, part)
  const terms = drawTerms(market, day.count, createPartRandom('terms'))
  const amounts =
    day.amount === null
      ? drawSizes(day.count, createPartRandom('sizes'))
      : drawSizesWithSum(day.amount, day.count, createPartRandom('sizes'))
  yield
  const { prices, pinned } = pricePath(day, day.count, createPartRandom('path'))
  addCarry(prices, terms, pinned, day, createPartRandom('carry'))
  yield
  if (!fitAverage({ prices, amounts, pinned }, day, createPartRandom('ticks'))) return null
  yield
  const times = drawArrivalTimes(day.count, tradingBounds(market, date, hours), createPartRandom('times'))
  return { times, prices, amounts, terms }
}

function toDrafts({ times, prices, amounts, terms }: CountedDeals): DealDraft[] {
  return Array.from(times, (time, i) => ({
    time,
    price: prices[i] ?? 0,
    amount: amounts[i] ?? 0,
    term: terms[i] ?? 0,
    sector: 1,
    origin: 'negotiated',
    annulledAt: null,
  }))
}

/**
 * Simulates all deals of a day; the counted deals have the figures of the shape. Null if the
 * average of the shape is impossible. A step takes less than a millisecond.
 */
export function* simulateShape(key: SimulationKey, day: DayShape): Steps<SimulatedDay | null> {
  const { seed, market, date, hours } = key
  const counted = yield* drawCountedDeals(key, day)
  if (!counted) return null
  yield
  const tradingDay = { market, ...tradingBounds(market, date, hours) }
  const random = createRandom(seed, market, date, 'sides')
  const countedDrafts = toDrafts(counted)
  const registeredDrafts = drawRegisteredDeals(counted, tradingDay, random)
  const drafts = [
    ...countedDrafts,
    ...(day.trm === null ? registeredDrafts : moveToTrm(registeredDrafts, countedDrafts, day.trm)),
    ...drawClientDeals(counted, tradingDay, random),
    ...drawAnnulledDeals(counted, tradingDay, random),
  ]
  yield
  drafts.sort((one, other) => one.time - other.time)
  yield

  const prefix = `op-${MARKET_IDS[market]}-${date.replaceAll('-', '')}-`
  const toId = (index: number) => prefix + String(index + 1).padStart(4, '0')
  return {
    market,
    date,
    deals: drafts.map(({ time, price, amount, term, sector, origin }, index) => ({
      id: toId(index),
      market,
      term,
      sector,
      origin,
      time,
      price: price / 100,
      amount,
    })),
    annulments: drafts
      .flatMap(({ annulledAt }, index) => (annulledAt === null ? [] : [{ id: toId(index), time: annulledAt }]))
      .sort((one, other) => one.time - other.time),
  }
}

/** Runs `simulateShape` without pauses. */
export const createSimulatedDay = (key: SimulationKey, day: DayShape): SimulatedDay | null =>
  runSteps(simulateShape(key, day))
