import fc from 'fast-check'
import { expect, test } from 'vitest'

import { DEFAULT_TICKERS } from '#src/domain/quotes/quotes.ts'
import { formatTime, type Instant, MINUTE_MS, SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { stockTick } from '#src/simulator/listed.ts'
import { findLevel } from '#src/simulator/market-level.ts'
import { simulateIndexSeries, simulateQuotes } from '#src/simulator/simulate-quotes.ts'

const SEED = 71

const simulateQuotesAt = (date: string, time: string, seed = SEED) =>
  simulateQuotes({ seed, now: toInstant(date, time) })
const anyInstant = fc.integer({ min: toInstant('2024-01-02', '00:00'), max: toInstant('2028-12-30', '00:00') })

const listSecurities = ({ stocks, indices }: ReturnType<typeof simulateQuotes>) => [...stocks, ...indices]
const hasDecimals = (value: number, digits: number) => Number(value.toFixed(digits)) === value

test('quotes depend only on the seed and the instant', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer(), (now, seed) => {
      const quotes = simulateQuotes({ seed, now })
      simulateQuotes({ seed, now: now + 1_234_567 })
      expect(simulateQuotes({ seed, now })).toEqual(quotes)
    }),
  )
})

test('currencies are six pairs with the dollar, and the euro in pesos', () => {
  expect(simulateQuotesAt('2026-11-20', '10:40').currencies.map(({ from, to }) => `${from}/${to}`)).toEqual([
    'EUR/USD',
    'USD/JPY',
    'GBP/USD',
    'USD/BRL',
    'USD/MXN',
    'USD/CLP',
    'EUR/COP',
  ])
})

test('stocks start with the default tickers, and indices start with the charted index', () => {
  const { stocks, indices } = simulateQuotesAt('2026-11-20', '10:40')
  expect(stocks.slice(0, 6).map(({ name }) => name)).toEqual(DEFAULT_TICKERS)
  expect(indices.map(({ name }) => name)).toEqual(['MSCI COLCAP', 'COLIR', 'COLEQTY'])
})

test('stocks and currencies have the same length, so that their tables have the same height', () => {
  const { currencies, stocks } = simulateQuotesAt('2026-11-20', '10:40')
  expect(stocks).toHaveLength(currencies.length)
})

test('rates have four or two decimals and bounded changes', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer(), (now, seed) => {
      for (const { value, change } of simulateQuotes({ seed, now }).currencies) {
        const digits = value < 100 ? 4 : 2
        expect(value).toBeGreaterThan(0)
        expect(hasDecimals(value, digits)).toBe(true)
        expect(hasDecimals(change, digits)).toBe(true)
        expect(Math.abs(change / value)).toBeLessThan(0.06)
      }
    }),
  )
})

test('the change of a rate is relative to the last rate of the previous day', () => {
  const thursday = simulateQuotesAt('2026-11-19', '23:59:59').currencies
  const friday = simulateQuotesAt('2026-11-20', '14:00').currencies
  for (const [i, { from, to, value, change }] of friday.entries()) {
    if (to === 'COP') continue
    expect([from, to, Math.abs(value - change - (thursday[i]?.value ?? 0)) < 0.003 * value]).toEqual([from, to, true])
  }
})

test('the rates of the weekend are near the rates of Friday and do not change', () => {
  const friday = simulateQuotesAt('2026-11-20', '23:59:59').currencies.slice(0, 6)
  const saturday = simulateQuotesAt('2026-11-21', '09:00').currencies.slice(0, 6)
  const sunday = simulateQuotesAt('2026-11-22', '23:00').currencies.slice(0, 6)
  const monday = simulateQuotesAt('2026-11-23', '00:00').currencies.slice(0, 6)
  expect(sunday).toEqual(saturday)
  for (const [i, { value }] of saturday.entries()) {
    expect(Math.abs(value / (friday[i]?.value ?? 0) - 1)).toBeLessThan(0.0005)
    expect(monday[i]?.value).toBe(value)
    expect(monday[i]?.change).toBeCloseTo(0)
  }
})

test('rates change during a weekday', () => {
  const readValues = (time: string) =>
    simulateQuotesAt('2026-11-20', time)
      .currencies.slice(0, 6)
      .map(({ value }) => value)
  expect(readValues('10:40')).not.toEqual(readValues('10:41'))
  expect(readValues('03:00')).not.toEqual(readValues('10:41'))
})

test('the euro in pesos is the euro in dollars times the given price of the dollar', () => {
  const now = toInstant('2026-11-20', '10:40')
  const { currencies } = simulateQuotes({ seed: SEED, now, dollar: { value: 4102.35, previous: 4098.17 } })
  const [euro] = currencies
  const pesos = currencies.at(-1)
  expect(pesos?.value).toBe(Number(((euro?.value ?? 0) * 4102.35).toFixed(2)))
  const previousPesos = ((euro?.value ?? 0) - (euro?.change ?? 0)) * 4098.17
  expect(pesos?.change).toBeCloseTo((pesos?.value ?? 0) - previousPesos, 1)
})

test('without a given price of the dollar, the euro in pesos uses the TRM in force', () => {
  const { currencies } = simulateQuotesAt('2026-11-20', '10:40')
  const trm = findLevel(SEED, '2026-11-19')
  expect(currencies.at(-1)?.value).toBeCloseTo((currencies[0]?.value ?? 0) * trm, 1)
})

test.each([
  [999, 1],
  [1_000, 5],
  [4_999, 5],
  [5_000, 10],
  [9_999, 10],
  [10_000, 20],
])('stockTick of %i pesos returns %i', (price, tick) => {
  expect(stockTick(price)).toBe(tick)
})

test('stock values are multiples of their tick, and changes have two decimals', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer(), (now, seed) => {
      for (const { value, change } of simulateQuotes({ seed, now }).stocks) {
        expect(value % stockTick(value)).toBe(0)
        expect(value).toBeGreaterThan(0)
        expect(hasDecimals(change, 2)).toBe(true)
        expect(Math.abs(change)).toBeLessThan(20)
      }
    }),
  )
})

test.each([
  ['winter', '2026-11-20', '2026-11-19', '09:30', '16:00'],
  ['summer', '2026-07-15', '2026-07-14', '08:30', '15:00'],
])(
  'in the %s of New York, stocks and indices change from the open until the close on %s',
  (_season, day, previousDay, opens, closes) => {
    const open = toInstant(day, opens)
    const close = toInstant(day, closes)
    const simulateSecurities = (now: Instant) => listSecurities(simulateQuotes({ seed: SEED, now }))
    const previous = listSecurities(simulateQuotesAt(previousDay, '23:00'))
    expect(simulateSecurities(open - 1)).toEqual(previous)
    expect(simulateSecurities(open).map(({ value }) => value)).toEqual(previous.map(({ value }) => value))
    expect(simulateSecurities(open).map(({ change }) => Math.abs(change))).toEqual(previous.map(() => 0))
    expect(simulateSecurities(open + 30 * MINUTE_MS)).not.toEqual(simulateSecurities(open + 60 * MINUTE_MS))
    expect(simulateSecurities(close - MINUTE_MS)).not.toEqual(simulateSecurities(close))
    expect(simulateSecurities(close + 1)).toEqual(simulateSecurities(close))
    expect(simulateSecurities(toInstant(day, '23:59:59'))).toEqual(simulateSecurities(close))
  },
)

test('the change of stocks and indices is relative to the previous close', () => {
  const values = new Map(
    listSecurities(simulateQuotesAt('2026-11-18', '20:00')).map(({ name, value }) => [name, value]),
  )
  for (const { name, value, change } of listSecurities(simulateQuotesAt('2026-11-19', '11:17'))) {
    expect(change).toBeCloseTo((value / (values.get(name) ?? 0) - 1) * 100, 2)
  }
})

test.each([
  ['a Sunday', '2026-11-22', '2026-11-20'],
  ['a Colombian holiday', '2026-11-16', '2026-11-13'],
])('stocks, indices and the index series on %s have the values of the last close', (_name, day, last) => {
  expect(listSecurities(simulateQuotesAt(day, '11:00'))).toEqual(listSecurities(simulateQuotesAt(last, '22:00')))
  const series = simulateIndexSeries({ seed: SEED, now: toInstant(day, '11:00') })
  expect(series).toEqual(simulateIndexSeries({ seed: SEED, now: toInstant(last, '22:00') }))
})

test('stocks trade on a US holiday', () => {
  const readValues = (time: string) => simulateQuotesAt('2026-11-11', time).stocks.map(({ value }) => value)
  expect(readValues('10:00')).not.toEqual(readValues('15:00'))
})

test('the index series ends with the value of the quote, not after the requested instant', () => {
  fc.assert(
    fc.property(anyInstant, fc.integer(), (now, seed) => {
      const { name, times, values } = simulateIndexSeries({ seed, now })
      const [quotedIndex] = simulateQuotes({ seed, now }).indices
      expect(name).toBe(quotedIndex?.name)
      expect(values.at(-1)).toBe(quotedIndex?.value)
      expect(times.length).toBe(values.length)
      expect(times.at(-1)).toBeLessThanOrEqual(now)
      for (let i = 1; i < times.length; i++) expect(times[i]).toBeGreaterThan(times[i - 1] ?? 0)
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['09:30:00', 1, '09:30:00'],
  ['09:30:01', 2, '09:30:01'],
  ['09:31:00', 2, '09:31:00'],
  ['10:40:20', 72, '10:40:20'],
  ['16:00:00', 391, '16:00:00'],
  ['18:00:00', 391, '16:00:00'],
])('the index series at %s has %i points, the last at %s', (time, points, last) => {
  const { times } = simulateIndexSeries({ seed: SEED, now: toInstant('2026-11-20', time) })
  expect(times.length).toBe(points)
  expect(formatTime(times[0] ?? 0)).toBe('09:30:00')
  expect(formatTime(times.at(-1) ?? 0)).toBe(last)
})

test('a later index series has the same earlier points', () => {
  const earlySeries = simulateIndexSeries({ seed: SEED, now: toInstant('2026-11-20', '11:00') })
  const lateSeries = simulateIndexSeries({ seed: SEED, now: toInstant('2026-11-20', '14:00') + SECOND_MS })
  expect([...lateSeries.values.slice(0, earlySeries.values.length)]).toEqual([...earlySeries.values])
})

test('the index changes less than 4 % within a day', () => {
  const { values } = simulateIndexSeries({ seed: SEED, now: toInstant('2026-11-20', '18:00') })
  expect(Math.max(...values) / Math.min(...values)).toBeLessThan(1.04)
  expect(new Set(values).size).toBeGreaterThan(200)
})
