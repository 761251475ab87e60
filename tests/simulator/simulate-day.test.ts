import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type BogotaDate, SECOND_MS } from '#src/domain/time/bogota.ts'
import { isTradingDay, previousTradingDay } from '#src/domain/trading/calendar.ts'
import { ANNULMENT_WINDOW_MS, isCounted } from '#src/domain/trading/deal.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { tradingBounds } from '#src/domain/trading/trading-hours.ts'
import { findLevel } from '#src/simulator/market-level.ts'
import { ARRIVAL_SHARES, DEAL_COUNT, RANGE, SIZE_TABLE } from '#src/simulator/profile.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import {
  calculateAverage,
  calculateFigures,
  selectCountedDeals,
  selectUnannulledDeals,
  sumAmounts,
  toCentavos,
} from '#tests/simulator/deal-figures.ts'

const SEED = 71

const anyDate = fc.integer({ min: 0, max: 12_000 }).map((days) => addDays('2008-01-01', days))
const anyKey = fc.record({ seed: fc.integer(), market: fc.constantFrom(...MARKETS), date: anyDate })

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const deviation = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)))
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Lists the trading days among the `calendarDays` days from `from` on. */
function listTradingDays(market: Market, from: BogotaDate, calendarDays: number): readonly BogotaDate[] {
  return Array.from({ length: calendarDays }, (_, i) => addDays(from, i)).filter((day) => isTradingDay(market, day))
}

/** Spot days of a year for which no real figures are published. */
const spotDays = listTradingDays('spot', '2026-07-01', 365).map((day) =>
  simulateDay({ seed: SEED, market: 'spot', date: day }),
)
const nextDayMarketDays = listTradingDays('nextday', '2026-07-01', 365).map((day) =>
  simulateDay({ seed: SEED, market: 'nextday', date: day }),
)
const spotFigures = spotDays.map((day) => calculateFigures(selectCountedDeals(day)))

test('a day does not depend on the days simulated before', () => {
  const first = simulateDay({ seed: 3, market: 'spot', date: '2026-11-20' })
  simulateDay({ seed: 4, market: 'nextday', date: '2026-11-20' })
  simulateDay({ seed: 3, market: 'spot', date: '2019-01-15' })
  expect(simulateDay({ seed: 3, market: 'spot', date: '2026-11-20' })).toEqual(first)
})

test('another seed, market or date results in other prices', () => {
  const listPrices = (seed: number, market: Market, day: BogotaDate) =>
    simulateDay({ seed, market, date: day })
      .deals.slice(0, 50)
      .map(({ price }) => price)
  const base = listPrices(3, 'spot', '2026-11-20')
  expect(listPrices(4, 'spot', '2026-11-20')).not.toEqual(base)
  expect(listPrices(3, 'nextday', '2026-11-20')).not.toEqual(base)
  expect(listPrices(3, 'spot', '2026-11-19')).not.toEqual(base)
})

test('a day has deals if and only if it is a trading day', () => {
  fc.assert(
    fc.property(anyKey, (simulation) => {
      expect(simulateDay(simulation).deals.length > 0).toBe(isTradingDay(simulation.market, simulation.date))
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['nextday', '2026-11-11', 'a US holiday'],
  ['spot', '2026-11-20', 'a working day'],
] as const)('simulateDay returns deals of %s on %s, %s', (market, date, _day) => {
  expect(simulateDay({ seed: SEED, market, date }).deals.length).toBeGreaterThan(0)
})

test.each([
  ['spot', '2026-11-11', 'a US holiday'],
  ['spot', '2026-11-16', 'a Colombian holiday'],
  ['nextday', '2026-11-16', 'a Colombian holiday'],
  ['nextday', '2026-11-22', 'a Sunday'],
] as const)('simulateDay returns no deals of %s on %s, %s', (market, date, _day) => {
  expect(simulateDay({ seed: SEED, market, date }).deals).toHaveLength(0)
})

test('deals are in order of time and id, on whole seconds within trading hours', () => {
  fc.assert(
    fc.property(anyKey, (simulation) => {
      const { deals } = simulateDay(simulation)
      const { opensAt, closesAt } = tradingBounds(simulation.market, simulation.date)
      for (const [i, deal] of deals.entries()) {
        expect(deal.time).toBeGreaterThanOrEqual(deals[i - 1]?.time ?? opensAt)
        expect(deal.time).toBeLessThan(closesAt)
        expect(deal.time % SECOND_MS).toBe(0)
      }
      expect(new Set(deals.map(({ id }) => id)).size).toBe(deals.length)
      expect(deals.map(({ id }) => id)).toEqual(deals.map(({ id }) => id).toSorted())
    }),
    { numRuns: 20 },
  )
})

test('a deal id has the market number, the date and the number of the deal', () => {
  const { deals } = simulateDay({ seed: 5, market: 'spot', date: '2026-11-20' })
  expect(deals[1098]?.id).toBe('op-71-20261120-1099')
  expect(simulateDay({ seed: 5, market: 'nextday', date: '2026-11-20' }).deals[6]?.id).toBe('op-76-20261120-0007')
})

test('prices are whole centavos, amounts are whole dollars, and terms match the market', () => {
  fc.assert(
    fc.property(anyKey, (simulation) => {
      for (const { price, amount, term, market } of simulateDay(simulation).deals) {
        expect(price).toBe(Math.round(price * 100) / 100)
        expect(price).toBeGreaterThan(0)
        expect(Number.isSafeInteger(amount) && amount > 0).toBe(true)
        expect(market).toBe(simulation.market)
        expect(market === 'spot' ? term === 0 : term >= 1 && term <= 3).toBe(true)
      }
    }),
    { numRuns: 10 },
  )
})

test('an annulment follows its deal within 15 minutes, and a spot day has at most six annulments', () => {
  const annulmentDelays = [...spotDays, ...nextDayMarketDays].flatMap((day) =>
    day.annulments.map(({ id, time }) => time - (day.deals.find((deal) => deal.id === id)?.time ?? Number.NaN)),
  )
  expect(annulmentDelays.length).toBeGreaterThan(500)
  for (const delay of annulmentDelays) {
    expect(delay).toBeGreaterThan(0)
    expect(delay).toBeLessThanOrEqual(ANNULMENT_WINDOW_MS)
  }
  for (const day of spotDays) expect(day.annulments.length).toBeLessThanOrEqual(6)
})

test('the first and the last counted deal of a day are never annulled', () => {
  for (const day of spotDays) {
    const ids = new Set(day.annulments.map(({ id }) => id))
    const sectorOne = day.deals.filter(({ sector, origin }) => sector === 1 && origin === 'negotiated')
    expect(ids.has(sectorOne[0]?.id ?? '')).toBe(false)
    expect(ids.has(sectorOne.at(-1)?.id ?? '')).toBe(false)
  }
})

test('the number of counted deals is between the published extremes, around the published median', () => {
  const counts = spotFigures.map(({ count }) => count)
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(DEAL_COUNT.least)
  expect(Math.max(...counts)).toBeLessThanOrEqual(DEAL_COUNT.most)
  expect(Math.abs(median(counts) / DEAL_COUNT.median - 1)).toBeLessThan(0.05)
})

test('deal sizes have the shares of the size table', () => {
  const sizes = spotDays.slice(0, 60).flatMap((day) => selectCountedDeals(day).map(({ amount }) => amount))
  for (const [thousands, weight] of SIZE_TABLE) {
    const share = (100 * sizes.filter((size) => size === thousands * 1_000).length) / sizes.length
    expect(Math.abs(share - weight)).toBeLessThan(0.5)
  }
  expect(Math.abs(mean(sizes) / 662_500 - 1)).toBeLessThan(0.02)
})

test.each([['spot', spotDays] as const, ['nextday', nextDayMarketDays] as const])(
  'each tenth of the %s trading hours has its share of the deals',
  (market, days) => {
    const tenths = new Array<number>(10).fill(0)
    for (const day of days) {
      const { opensAt, closesAt } = tradingBounds(market, day.date)
      for (const { time } of selectCountedDeals(day)) {
        const tenth = Math.floor(((time - opensAt) / (closesAt - opensAt)) * 10)
        tenths[tenth] = (tenths[tenth] ?? 0) + 1
      }
    }
    const total = tenths.reduce((sum, deals) => sum + deals, 0)
    for (const [i, share] of ARRIVAL_SHARES.entries()) {
      expect(Math.abs((100 * (tenths[i] ?? 0)) / total - share)).toBeLessThan(0.6)
    }
  },
)

test('ranges are between the published extremes, around the published median', () => {
  const ranges = spotFigures.map(({ low, high, average }) => (high - low) / average)
  expect(Math.min(...ranges)).toBeGreaterThan(RANGE.least * 0.97)
  expect(Math.max(...ranges)).toBeLessThan(RANGE.most * 1.03)
  expect(Math.abs(median(ranges) - 0.0095)).toBeLessThan(0.0008)
})

test('a day opens near the TRM of the previous day', () => {
  const trms = spotDays.map((day) => calculateAverage(selectUnannulledDeals(day).filter(({ sector }) => sector === 1)))
  const gaps = spotFigures.slice(1).map(({ open }, i) => (open ?? 0) / (trms[i] ?? 1) - 1)
  expect(Math.abs(mean(gaps) + 0.0015)).toBeLessThan(0.001)
  expect(Math.abs(deviation(gaps) - 0.0035)).toBeLessThan(0.0008)
})

test('the average moves by about 0.6 % a day and equals the level of the day to the centavo', () => {
  const moves = spotFigures.slice(1).map(({ average }, i) => Math.log(average / (spotFigures[i]?.average ?? 1)))
  expect(Math.abs(deviation(moves) - 0.006)).toBeLessThan(0.001)
  for (const [i, { average }] of spotFigures.entries()) {
    expect(average).toBe(Math.round(findLevel(SEED, spotDays[i]?.date ?? '') * 100))
  }
})

test('prices cluster at half pesos and tens of centavos', () => {
  const prices = spotDays.flatMap((day) => selectCountedDeals(day).map(({ price }) => toCentavos(price)))
  const halves = prices.filter((price) => price % 50 === 0).length / prices.length
  const tens = prices.filter((price) => price % 10 === 0 && price % 50 !== 0).length / prices.length
  expect(Math.abs(halves - 0.55)).toBeLessThan(0.03)
  expect(Math.abs(tens - 0.25)).toBeLessThan(0.03)
  const wholeOpenings = spotFigures.filter(({ open }) => (open ?? 1) % 100 === 0).length / spotFigures.length
  expect(wholeOpenings).toBeGreaterThan(0.7)
})

test('next day has fewer deals, a smaller range and a higher average price than spot', () => {
  const byDate = new Map(spotDays.map((day) => [day.date, calculateFigures(selectCountedDeals(day))]))
  const pairs = nextDayMarketDays.flatMap((day) => {
    const spot = byDate.get(day.date)
    return spot ? [{ spot, next: calculateFigures(selectCountedDeals(day)) }] : []
  })
  for (const { spot, next } of pairs) {
    expect(next.count / spot.count).toBeGreaterThan(0.099)
    expect(next.count / spot.count).toBeLessThan(0.151)
    expect(next.average - spot.average).toBeGreaterThanOrEqual(20)
    expect(next.average - spot.average).toBeLessThanOrEqual(100)
  }
  const shares = pairs.map(({ spot, next }) => (next.high - next.low) / (spot.high - spot.low))
  expect(Math.abs(median(shares) - 0.4)).toBeLessThan(0.03)
})

test('next-day deals settle mostly after one day', () => {
  const terms = nextDayMarketDays.flatMap((day) => selectCountedDeals(day).map(({ term }) => term))
  expect(terms.filter((term) => term === 1).length / terms.length).toBeGreaterThan(0.8)
  expect(new Set(terms)).toEqual(new Set([1, 2, 3]))
})

test('the average amount of registered deals and of deals with clients is 50,000 to 150,000 US$', () => {
  const uncountedDeals = spotDays
    .slice(0, 40)
    .flatMap((day) => selectUnannulledDeals(day).filter((deal) => !isCounted(deal)))
  const registered = uncountedDeals.filter(({ sector }) => sector === 1)
  const clients = uncountedDeals.filter(({ sector }) => sector === 2)
  for (const deals of [registered, clients]) {
    expect(sumAmounts(deals) / deals.length).toBeGreaterThan(50_000)
    expect(sumAmounts(deals) / deals.length).toBeLessThan(150_000)
  }
  expect(new Set(registered.map(({ origin }) => origin))).toEqual(new Set(['registered']))
  expect(new Set(clients.map(({ origin }) => origin))).toEqual(new Set(['registered', 'negotiated']))
})

test('about half of the deals with clients have a price above the market', () => {
  const day = spotDays[0]
  const countedDeals = day ? selectCountedDeals(day) : []
  const findMarketPrice = (time: number) =>
    countedDeals.findLast((deal) => deal.time <= time)?.price ?? countedDeals[0]?.price ?? 0
  const margins = (day ? selectUnannulledDeals(day) : [])
    .filter(({ sector }) => sector === 2)
    .map(({ time, price }) => price - findMarketPrice(time))
  const shareAbove = margins.filter((margin) => margin > 0).length / margins.length
  expect(shareAbove).toBeGreaterThan(0.4)
  expect(shareAbove).toBeLessThan(0.6)
  expect(Math.max(...margins.map(Math.abs))).toBeLessThan(5.5)
})

test('findLevel is between 1,100 and 6,500 for any seed and day', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 0, max: 25_000 }), (seed, days) => {
      const level = findLevel(seed, addDays('1995-01-02', days))
      expect(level).toBeGreaterThan(1_100)
      expect(level).toBeLessThan(6_500)
    }),
  )
})

test('the level moves less than 3 % a day, also around the published days', () => {
  for (const day of listTradingDays('spot', '2025-06-01', 400)) {
    const move = Math.abs(Math.log(findLevel(SEED, day) / findLevel(SEED, previousTradingDay('spot', day))))
    expect(move).toBeLessThan(0.03)
  }
})
