import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays, type BogotaDate, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { AUDIENCE_DELAY_MS, AUDIENCES, visibleUntil } from '#src/domain/trading/audience.ts'
import { isTradingDay, previousTradingDay, tradingDayOnOrBefore } from '#src/domain/trading/calendar.ts'
import { summariesBefore } from '#src/domain/trading/day-summary.ts'
import type { Deal } from '#src/domain/trading/deal.ts'
import { closeAndAverage, direction, dollarAmounts } from '#src/domain/trading/figures.ts'
import { MARKETS, type Market } from '#src/domain/trading/market.ts'
import { createMarketDayReader, MAX_FUTURE_DAYS } from '#src/domain/trading/market-day.ts'
import { daySource } from '#tests/support/day-source.ts'
import { createDay } from '#tests/support/deals.ts'

const FRIDAY = '2026-11-20'
const toDayInstant = (time: string, date = FRIDAY) => toInstant(date, time)
const DAY_END = toDayInstant('23:59:59')

/**
 * Creates a day with one deal at noon. Its price is the close, the average, the open and, on spot,
 * the TRM.
 */
const createDayWithDeal = (market: Market, date: BogotaDate, price: number, more: Partial<Deal> = {}) =>
  createDay([{ time: toDayInstant('12:00', date), price, term: market === 'spot' ? 0 : 1, ...more }], market, date)

test.each([
  ['2026-11-20', '2026-11-20'],
  ['2026-11-21', '2026-11-20'],
  ['2026-11-22', '2026-11-20'],
  ['2026-11-16', '2026-11-13'],
  ['2026-11-11', '2026-11-10'],
  ['2027-11-21', '2026-11-20'],
])('a request for %s, made on Friday 2026-11-20, gets the trading day %s (D2)', (date, tradingDay) => {
  const reader = createMarketDayReader(daySource([createDayWithDeal('spot', '2026-11-03', 4_000)]))
  expect(reader.findTradingDay({ market: 'spot', date, today: FRIDAY })).toEqual({ ok: true, value: tradingDay })
})

test('the next-day market has a trading day on a US holiday', () => {
  const reader = createMarketDayReader(daySource([createDayWithDeal('nextday', '2026-11-03', 4_000)]))
  expect(reader.findTradingDay({ market: 'nextday', date: '2026-11-11', today: FRIDAY })).toEqual({
    ok: true,
    value: '2026-11-11',
  })
})

test.each([
  ['2026-11-02', { ok: false, error: { kind: 'before-history', first: '2026-11-03' } }],
  ['2026-11-03', { ok: true, value: '2026-11-03' }],
  [addDays(FRIDAY, MAX_FUTURE_DAYS), { ok: true, value: FRIDAY }],
  [addDays(FRIDAY, MAX_FUTURE_DAYS + 1), { ok: false, error: { kind: 'far-future' } }],
])('on Friday 2026-11-20, findTradingDay of %s returns %j', (date, expected) => {
  const reader = createMarketDayReader(daySource([createDayWithDeal('spot', '2026-11-03', 4_000)]))
  expect(reader.findTradingDay({ market: 'spot', date, today: FRIDAY })).toEqual(expected)
})

test('the first day of a market without data is today', () => {
  const reader = createMarketDayReader(daySource([]))
  const find = (date: BogotaDate) => reader.findTradingDay({ market: 'spot', date, today: FRIDAY })
  expect(find('2026-11-19')).toEqual({ ok: false, error: { kind: 'before-history', first: FRIDAY } })
  expect(find(FRIDAY)).toEqual({ ok: true, value: FRIDAY })
})

const DEAL_AT = toDayInstant('12:00')

test.each([
  ['live', -1, null],
  ['live', 0, 4_100],
  ['delayed', 15 * MINUTE_MS - 1, null],
  ['delayed', 15 * MINUTE_MS, 4_100],
] as const)('the %s audience %i ms after the only deal reads the close %s (D17, D46)', (audience, age, close) => {
  const reader = createMarketDayReader(daySource([createDayWithDeal('spot', FRIDAY, 4_100)]))
  const until = visibleUntil(DEAL_AT + age, AUDIENCE_DELAY_MS[audience])
  expect(reader.closeAndAverage({ market: 'spot', date: FRIDAY, until }).close).toBe(close)
})

const anyDeals = fc.array(
  fc.record({
    minute: fc.integer({ min: 0, max: 299 }),
    centavos: fc.integer({ min: 300_000, max: 500_000 }),
    amount: fc.integer({ min: 1, max: 5_000_000 }),
    origin: fc.constantFrom('negotiated' as const, 'registered' as const),
    sector: fc.constantFrom(1 as const, 2 as const),
  }),
  { maxLength: 30 },
)

test('every figure equals the figure of a day that ends at the last visible instant', () => {
  fc.assert(
    fc.property(
      anyDeals,
      fc.constantFrom(...MARKETS),
      fc.constantFrom(...AUDIENCES),
      fc.integer({ min: 0, max: 330 }),
      (deals, market, audience, minute) => {
        const opensAt = toDayInstant('08:00')
        const allDeals = deals.map(({ minute: dealMinute, centavos, ...deal }) => ({
          ...deal,
          price: centavos / 100,
          time: opensAt + dealMinute * MINUTE_MS,
          term: market === 'spot' ? 0 : 1,
        }))
        const until = visibleUntil(opensAt + minute * MINUTE_MS, AUDIENCE_DELAY_MS[audience])
        const expected = createDay(
          allDeals.filter(({ time }) => time <= until),
          market,
        ).counted
        const reader = createMarketDayReader(daySource([createDay(allDeals, market)]))
        const view = { market, date: FRIDAY, until }
        expect(reader.closeAndAverage(view)).toEqual(closeAndAverage(expected.figures()))
        expect(reader.amounts(view)).toEqual(dollarAmounts(expected.figures()))
        expect([...reader.intraday(view).prices]).toEqual([...expected.prices])
        for (const name of ['open', 'low', 'high'] as const)
          expect(reader.prices(view)[name].value).toBe(expected.figures()?.[name] ?? null)
      },
    ),
  )
})

test('before the first visible deal, a day has only its TRM and the previous prices (D46)', () => {
  const reader = createMarketDayReader(
    daySource([createDayWithDeal('spot', '2026-11-19', 4_050), createDayWithDeal('spot', FRIDAY, 4_100)]),
  )
  const view = { market: 'spot', date: FRIDAY, until: toDayInstant('08:00') } as const
  expect(reader.figures(view)).toBeNull()
  expect(reader.closeAndAverage(view)).toEqual({ close: null, average: null, time: null })
  expect(reader.prices(view)).toEqual({
    trm: { value: 4_050, change: 'SAME', previous: null },
    open: { value: null, change: 'SAME', previous: 4_050 },
    low: { value: null, change: 'SAME', previous: 4_050 },
    high: { value: null, change: 'SAME', previous: 4_050 },
    previousClose: 4_050,
  })
  expect(reader.amounts(view)).toMatchObject({ sum: 0, count: 0, last: null })
  expect(reader.intraday(view)).toMatchObject({ sequence: null, times: { length: 0 } })
})

test.each([
  ['spot', '2026-11-20', '2026-11-19', 'no day'],
  ['spot', '2026-11-17', '2026-11-13', 'a weekend and a Colombian holiday'],
  ['spot', '2026-11-12', '2026-11-10', 'a US holiday'],
  ['nextday', '2026-11-12', '2026-11-11', 'no day, because the next-day market trades on a US holiday'],
  ['spot', '2026-01-13', '2026-01-09', 'a weekend and Epiphany'],
] as const)('prices of %s on %s are compared with %s (closed between them: %s)', (market, date, previous, _closed) => {
  const reader = createMarketDayReader(
    daySource([createDayWithDeal(market, previous, 4_000), createDayWithDeal(market, date, 4_000.01)]),
  )
  expect(reader.prices({ market, date, until: DAY_END })).toMatchObject({
    open: { value: 4_000.01, change: 'UP' },
    low: { change: 'UP' },
    high: { change: 'UP' },
  })
  expect(reader.priceAndPreviousClose({ market, date, until: DAY_END })).toEqual({
    close: 4_000.01,
    previousClose: 4_000,
  })
})

test('prices compare only with the previous trading day, and are SAME when that day has no data', () => {
  const reader = createMarketDayReader(
    daySource([createDayWithDeal('spot', '2026-11-18', 4_000), createDayWithDeal('spot', FRIDAY, 4_100)]),
  )
  const view = { market: 'spot', date: FRIDAY, until: DAY_END } as const
  expect(reader.prices(view).open.change).toBe('SAME')
  expect(reader.priceAndPreviousClose(view).previousClose).toBeNull()
})

test('the TRM in force comes from the last spot day with a TRM before the date (D45, D67)', () => {
  const reader = createMarketDayReader(
    daySource([
      createDayWithDeal('spot', '2026-11-12', 4_010),
      createDayWithDeal('spot', '2026-11-13', 4_020),
      createDayWithDeal('nextday', '2026-11-18', 9_000),
      createDayWithDeal('spot', '2026-11-18', 4_030, { sector: 2 }),
      createDayWithDeal('spot', '2026-11-19', 4_040, { origin: 'registered' }),
    ]),
  )
  const dates = ['2026-11-12', '2026-11-13', '2026-11-14', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
  expect(dates.map(reader.trmInForce)).toEqual([null, 4_010, 4_020, 4_020, 4_020, 4_020, 4_040])
})

/** Creates a reader of spot days with one deal each, whose price is the TRM. */
const createTrmReader = (days: readonly (readonly [date: BogotaDate, trm: number])[]) =>
  createMarketDayReader(daySource(days.map(([date, trm]) => createDayWithDeal('spot', date, trm))))

/** The TRM of 4,745.04 on 26 and 27 December 2022 is published; the other values are invented. */
const DECEMBER_2022 = createTrmReader([
  ['2022-12-22', 4_751.67],
  ['2022-12-23', 4_745.04],
  ['2022-12-27', 4_767.5],
])

test.each([
  ['2022-12-22', null],
  ['2022-12-23', 4_751.67],
  ['2022-12-24', 4_745.04],
  ['2022-12-25', 4_745.04],
  ['2022-12-26', 4_745.04],
  ['2022-12-27', 4_745.04],
  ['2022-12-28', 4_767.5],
])('the TRM in force on %s, around a weekend and a US holiday, is %s', (date, trm) => {
  expect(DECEMBER_2022.trmInForce(date)).toBe(trm)
})

/** The period of this TRM is published, its value is invented. */
test.each(['2015-09-12', '2015-09-13', '2015-09-14'])('the TRM of Friday 2015-09-11 is in force on %s', (date) => {
  const reader = createTrmReader([
    ['2015-09-10', 3_046.27],
    ['2015-09-11', 3_010.9],
    ['2015-09-14', 2_990.12],
  ])
  expect(reader.trmInForce(date)).toBe(3_010.9)
})

test('the TRM of a Friday is in force until Tuesday when Monday is a Colombian holiday', () => {
  const reader = createTrmReader([
    ['2026-11-13', 4_090.5],
    ['2026-11-17', 4_098.17],
  ])
  const dates = ['2026-11-14', '2026-11-15', '2026-11-16', '2026-11-17', '2026-11-18']
  expect(dates.map(reader.trmInForce)).toEqual([4_090.5, 4_090.5, 4_090.5, 4_090.5, 4_098.17])
})

test('the TRM in force comes from the last earlier spot day with a TRM, whichever days have one', () => {
  const tradingDays = Array.from({ length: 28 }, (_, i) => `2026-02-${String(i + 1).padStart(2, '0')}`).filter((date) =>
    isTradingDay('spot', date),
  )
  const anyTrm = fc.option(fc.integer({ min: 380_000, max: 420_000 }).map((centavos) => centavos / 100))
  const anyTrms = fc.tuple(...tradingDays.map(() => anyTrm))
  fc.assert(
    fc.property(anyTrms, (trms) => {
      const trmDays = tradingDays.flatMap((date, i) => (trms[i] == null ? [] : [[date, trms[i]] as const]))
      const expected = trmDays.filter(([date]) => date < '2026-02-17').at(-1)?.[1] ?? null
      expect(createTrmReader(trmDays).trmInForce('2026-02-17')).toBe(expected)
    }),
  )
})

test('both markets show the same TRM in force, with its direction from the previous TRM', () => {
  const reader = createMarketDayReader(
    daySource([
      createDayWithDeal('spot', '2026-11-18', 4_010),
      createDayWithDeal('spot', '2026-11-19', 4_000),
      createDayWithDeal('nextday', FRIDAY, 4_100),
    ]),
  )
  for (const market of MARKETS) {
    expect(reader.prices({ market, date: FRIDAY, until: DAY_END }).trm).toEqual({
      value: 4_000,
      change: 'DOWN',
      previous: 4_010,
    })
  }
})

test('a day with only a summary has the same figures as the day with its deals', () => {
  const days = ['2026-11-17', '2026-11-18', '2026-11-19'].flatMap((date, i) => [
    createDayWithDeal('spot', date, 4_000 + i),
    createDayWithDeal('nextday', date, 4_010 - i),
  ])
  const [dealReader, summaryReader] = [daySource(days), daySource(days, { held: [] })].map(createMarketDayReader)
  for (const market of MARKETS) {
    for (const date of ['2026-11-18', '2026-11-19']) {
      const view = { market, date, until: DAY_END }
      expect(summaryReader?.prices(view)).toEqual(dealReader?.prices(view))
      expect(summaryReader?.amounts(view)).toEqual(dealReader?.amounts(view))
      expect(summaryReader?.closeAndAverage(view)).toEqual(dealReader?.closeAndAverage(view))
    }
  }
})

test('the open is compared with the open of the previous trading day, on any trading day', () => {
  const anyPrice = fc.integer({ min: 399_990, max: 400_010 }).map((centavos) => centavos / 100)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 400 }),
      fc.constantFrom(...MARKETS),
      anyPrice,
      anyPrice,
      (daysAgo, market, previousPrice, lastPrice) => {
        const date = tradingDayOnOrBefore(market, addDays(FRIDAY, -daysAgo))
        const previousDate = previousTradingDay(market, date)
        const reader = createMarketDayReader(
          daySource([
            createDayWithDeal(market, previousDate, previousPrice),
            createDayWithDeal(market, date, lastPrice),
          ]),
        )
        expect(isTradingDay(market, previousDate)).toBe(true)
        expect(reader.prices({ market, date, until: DAY_END })).toMatchObject({
          open: { value: lastPrice, change: direction(lastPrice, previousPrice), previous: previousPrice },
          previousClose: previousPrice,
        })
      },
    ),
  )
})

test('statistics show the last trading day of each market up to today, as of the instant', () => {
  const source = daySource([
    createDayWithDeal('spot', '2026-11-10', 4_000),
    createDayWithDeal('nextday', '2026-11-11', 4_010),
    createDayWithDeal('nextday', '2026-11-10', 4_020),
  ])
  const reader = createMarketDayReader(source)
  const readCloses = (date: BogotaDate, time: string) =>
    reader
      .statistics(1, { today: date, until: toDayInstant(time, date) })
      .map(({ market, date: day, close }) => [market, day, close])
  expect(readCloses('2026-11-11', '11:59:59')).toEqual([['spot', '2026-11-10', 4_000]])
  expect(readCloses('2026-11-11', '12:00')).toEqual([
    ['spot', '2026-11-10', 4_000],
    ['nextday', '2026-11-11', 4_010],
  ])
  expect(reader.statistics(2, { today: '2026-11-11', until: DAY_END })).toEqual([])
})

test('an intraday series has the sequence of the stream, also without deals', () => {
  const reader = createMarketDayReader(daySource([createDayWithDeal('spot', FRIDAY, 4_000)]))
  const view = { market: 'spot', date: FRIDAY, until: DAY_END } as const
  expect(reader.intraday(view, 7)).toMatchObject({ sequence: 7, times: { length: 1 } })
  expect(reader.intraday({ ...view, date: '2026-11-19' }, 7)).toMatchObject({ sequence: 7, times: { length: 0 } })
})

test('summariesBefore returns the known trading days from the latest to the first', () => {
  const dates = ['2026-11-10', '2026-11-12', '2026-11-17']
  const source = daySource(dates.map((date) => createDayWithDeal('spot', date, 4_000)))
  const listDates = (before: BogotaDate) => [...summariesBefore(source, 'spot', before)].map(({ date }) => date)
  expect(listDates(FRIDAY)).toEqual(['2026-11-17', '2026-11-12', '2026-11-10'])
  expect(listDates('2026-11-17')).toEqual(['2026-11-12', '2026-11-10'])
  expect(listDates('2026-11-10')).toEqual([])
  expect([...summariesBefore(source, 'nextday', FRIDAY)]).toEqual([])
})
