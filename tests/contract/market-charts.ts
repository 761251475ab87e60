import { expect, test } from 'vitest'

import type { ChartQuery, MarketGateway } from '#src/application/market/ports.ts'
import { CHART_VIEWS } from '#src/domain/charting/chart-view.ts'
import { PERIODS } from '#src/domain/charting/intervals.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import type { Result } from '#src/domain/result.ts'
import { addDays, type BogotaDate, MINUTE_MS, toDate, toInstant, toWeekday } from '#src/domain/time/bogota.ts'
import { isTradingDay } from '#src/domain/trading/calendar.ts'
import { MARKETS, type Market, SECTORS } from '#src/domain/trading/market.ts'
import { AFTER_SPOT, type CreateMarket, JUST_OPENED, ON_SUNDAY } from '#tests/contract/market-gateway.ts'

const TODAY = '2026-11-20'
const QUERY: ChartQuery = { view: 'prices', market: 'spot', period: '1d', narrow: false, date: TODAY }

function getValue<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`)
  return result.value
}

function requireNumber(value: number | null | undefined): number {
  if (value === null || value === undefined) throw new Error('no figure')
  return value
}

/** Timeout of tests that load a year, which the memory adapters simulate on first use. */
const LONG_MS = 60_000

/** Loads the chart of a view; throws when the reply has another view. */
async function loadChart<V extends PeriodChart['view']>(
  market: MarketGateway,
  query: ChartQuery & { readonly view: V },
) {
  const { tradingDay, value } = getValue(await market.periodChart(query))
  const isRequested = (chart: PeriodChart): chart is Extract<PeriodChart, { view: V }> => chart.view === query.view
  if (!isRequested(value)) throw new Error(`${value.view} instead of ${query.view}`)
  return { tradingDay, chart: value }
}

interface Point {
  readonly start: number
  readonly price: number
  readonly amount: number
}

/** Loads the deals of today in groups of this many minutes. */
async function loadDealGroups(
  minutes: number,
  market: MarketGateway,
  marketId: Market,
): Promise<readonly (readonly Point[])[]> {
  const intraday = await market.intraday({ market: marketId, date: TODAY, delay: 15 })
  const { times, prices, amounts } = getValue(intraday).value
  const groups = new Map<number, Point[]>()
  times.forEach((time, i) => {
    const start = Math.floor(time / (minutes * MINUTE_MS)) * minutes * MINUTE_MS
    const group = groups.get(start) ?? []
    group.push({ start, price: prices[i] ?? Number.NaN, amount: amounts[i] ?? Number.NaN })
    groups.set(start, group)
  })
  return [...groups.values()]
}

/** Returns the trading days after `after` and until `last`, inclusive. */
function listTradingDays(market: Market, after: BogotaDate, last: BogotaDate): readonly BogotaDate[] {
  const days: BogotaDate[] = []
  for (let date = addDays(after, 1); date <= last; date = addDays(date, 1))
    if (isTradingDay(market, date)) days.push(date)
  return days
}

const expectNear = (values: Float64Array, expected: readonly number[]) => {
  expect(values).toHaveLength(expected.length)
  // Replies are rounded to centavos.
  for (const [i, value] of expected.entries()) expect(Math.abs((values[i] ?? 0) - value)).toBeLessThan(0.00501)
}

/** Tests of period charts and statistics of every market gateway. */
export function marketChartsContract(name: string, create: CreateMarket): void {
  test.each(MARKETS)(`${name}: the %s prices of 1d are the deals of the trading day`, async (marketId) => {
    const { market } = await create(AFTER_SPOT)
    const { times, prices, amounts } = getValue(
      await market.intraday({ market: marketId, date: TODAY, delay: 15 }),
    ).value
    const { tradingDay, chart } = await loadChart(market, { ...QUERY, view: 'prices', market: marketId })
    expect(tradingDay).toBe(TODAY)
    expect(times.length).toBeGreaterThan(20)
    expect(chart).toEqual({ view: 'prices', starts: times, closes: prices, amounts })
  })

  test.each([
    ['spot', 5, false, null],
    ['spot', 15, true, null],
    ['nextday', 5, false, null],
    ['spot', 1, false, '1min'],
    ['spot', 30, true, '30min'],
    ['nextday', 60, false, '1h'],
  ] as const)(
    `${name}: a %s candle of 1d summarizes the deals of %i minutes when narrow is %s and the interval %s (D126)`,
    async (marketId, minutes, narrow, interval) => {
      const { market } = await create(AFTER_SPOT)
      const { chart } = await loadChart(market, { ...QUERY, view: 'candles', market: marketId, narrow, interval })
      const groups = await loadDealGroups(minutes, market, marketId)
      const pricesByGroup = groups.map((group) => group.map(({ price }) => price))
      expect(chart).toEqual({
        view: 'candles',
        starts: Float64Array.from(groups, ([first]) => first?.start ?? Number.NaN),
        open: Float64Array.from(pricesByGroup, ([first = Number.NaN]) => first),
        high: Float64Array.from(pricesByGroup, (prices) => Math.max(...prices)),
        low: Float64Array.from(pricesByGroup, (prices) => Math.min(...prices)),
        close: Float64Array.from(pricesByGroup, (prices) => prices.at(-1) ?? Number.NaN),
      })
    },
  )

  test(`${name}: with an interval, the prices of 1d have its closes and amounts (D126)`, async () => {
    const { market } = await create(AFTER_SPOT)
    const { chart } = await loadChart(market, { ...QUERY, view: 'prices', interval: '15min' })
    const groups = await loadDealGroups(15, market, 'spot')
    expect([...chart.closes]).toEqual(groups.map((group) => group.at(-1)?.price))
    expectNear(
      chart.amounts,
      groups.map((group) => group.reduce((sum, { amount }) => sum + amount, 0)),
    )
  })

  test(`${name}: an interval that a period does not have changes nothing (D126)`, async () => {
    const { market } = await create(AFTER_SPOT)
    for (const [period, interval] of [
      ['1d', 'week'],
      ['5d', 'week'],
      ['1m', '1h'],
    ] as const) {
      const query = { ...QUERY, view: 'candles', period } as const
      expect(await market.periodChart({ ...query, interval })).toEqual(await market.periodChart(query))
    }
  })

  test(`${name}: averages are moving averages of 8 and 13 closes`, async () => {
    const { market } = await create(AFTER_SPOT)
    const { chart } = await loadChart(market, { ...QUERY, view: 'averages' })
    const { chart: candles } = await loadChart(market, { ...QUERY, view: 'candles' })
    const closes = [...chart.closes]
    const computeAverages = (window: number) =>
      closes
        .map((_, i) => closes.slice(i - window + 1, i + 1))
        .slice(window - 1)
        .map((values) => values.reduce((sum, value) => sum + value, 0) / window)
    expect(closes.length).toBeGreaterThan(20)
    expect([chart.starts, chart.closes]).toEqual([candles.starts, candles.close])
    for (const [column, window] of [
      [chart.short, 8],
      [chart.long, 13],
    ] as const) {
      expect(column.every(Number.isFinite)).toBe(true)
      expectNear(column.slice(window - 1), computeAverages(window))
    }
  })

  test(`${name}: a Bollinger band is two standard deviations around the average of 20 closes`, async () => {
    const { market } = await create(AFTER_SPOT)
    const { chart } = await loadChart(market, { ...QUERY, view: 'bollinger' })
    expect(chart.middle.every(Number.isFinite)).toBe(true)
    const lastCloses = [...chart.closes.slice(-20)]
    const mean = lastCloses.reduce((sum, value) => sum + value, 0) / 20
    const deviation = Math.sqrt(lastCloses.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 20)
    expectNear(chart.middle.slice(-1), [mean])
    expectNear(chart.upper.slice(-1), [mean + 2 * deviation])
    expectNear(chart.lower.slice(-1), [mean - 2 * deviation])
  })

  test.each(MARKETS)(`${name}: the %s prices of 5d have the last five trading days in half-hours`, async (marketId) => {
    const { market } = await create(AFTER_SPOT)
    const { chart } = await loadChart(market, { ...QUERY, view: 'prices', market: marketId, period: '5d' })
    const days = [...new Set([...chart.starts].map(toDate))]
    expect(days).toEqual(listTradingDays(marketId, '2026-11-10', TODAY).slice(-5))
    expect(chart.starts.every((start) => start % (30 * MINUTE_MS) === 0)).toBe(true)
    expect(chart.amounts.every((amount) => amount > 0)).toBe(true)
  })

  test.each([
    ['spot', '1m', '2026-10-20'],
    ['nextday', '6m', '2026-05-20'],
    ['spot', '1a', '2025-11-20'],
  ] as const)(
    `${name}: the %s prices of %s have a point for each trading day after %s`,
    async (marketId, period, after) => {
      const { market } = await create(AFTER_SPOT)
      const { tradingDay, chart } = await loadChart(market, { ...QUERY, view: 'prices', market: marketId, period })
      const midnights = listTradingDays(marketId, after, TODAY).map((date) => toInstant(date, '00:00'))
      expect([tradingDay, [...chart.starts]]).toEqual([TODAY, midnights])
      expect(chart.closes.every((close) => close > 1_000)).toBe(true)
    },
    LONG_MS,
  )

  test(
    `${name}: the points before a day continue a chart to the left, and end with the history (D126)`,
    async () => {
      const { market } = await create(AFTER_SPOT)
      const query = { ...QUERY, view: 'averages', period: '1m', interval: 'day' } as const
      const { chart: month } = await loadChart(market, query)
      const { chart: earlier } = await loadChart(market, { ...query, before: '2026-10-21' })
      const midnights = listTradingDays('spot', '2026-09-20', '2026-10-20').map((date) => toInstant(date, '00:00'))
      expect([...earlier.starts]).toEqual(midnights)
      // The averages of the month start with the earlier closes.
      const closes = [...earlier.closes.slice(-7), ...month.closes.slice(0, 1)]
      expectNear(month.short.slice(0, 1), [closes.reduce((sum, close) => sum + close, 0) / 8])
      const { chart: none } = await loadChart(market, { ...query, before: '1950-01-01' })
      expect(none.starts).toHaveLength(0)
    },
    LONG_MS,
  )

  test(`${name}: candles of 1m on a narrow page are weeks that start on Monday`, async () => {
    const { market } = await create(AFTER_SPOT)
    const { chart } = await loadChart(market, { ...QUERY, view: 'candles', period: '1m', narrow: true })
    expect(new Set([...chart.starts].map((start) => toWeekday(toDate(start))))).toEqual(new Set([1]))
    expect(chart.starts).toHaveLength(5)
    expect(chart.high.every((high, i) => high >= (chart.low[i] ?? Infinity))).toBe(true)
  })

  test(`${name}: before the first visible deal 1d is empty and 1m ends on the previous day`, async () => {
    const { market } = await create(JUST_OPENED)
    for (const view of CHART_VIEWS) {
      const { tradingDay, value } = getValue(await market.periodChart({ ...QUERY, view }))
      expect([tradingDay, value.view, value.starts.length]).toEqual([TODAY, view, 0])
    }
    const { chart } = await loadChart(market, { ...QUERY, view: 'prices', period: '1m' })
    expect(toDate(chart.starts.at(-1) ?? 0)).toBe('2026-11-19')
  })

  test(
    `${name}: on a Sunday every view and period shows the data of Friday`,
    async () => {
      const { market } = await create(ON_SUNDAY)
      for (const view of CHART_VIEWS) {
        for (const period of PERIODS) {
          const { tradingDay, value } = getValue(await market.periodChart({ ...QUERY, view, period }))
          const last = toDate(value.starts.at(-1) ?? 0)
          expect([view, period, tradingDay, last]).toEqual([view, period, TODAY, TODAY])
        }
      }
    },
    LONG_MS,
  )

  test.each(SECTORS)(`${name}: statistics of sector %i have a row for each market and term`, async (sector) => {
    const { market } = await create(AFTER_SPOT)
    const rows = getValue(await market.statistics(sector))
    expect(rows.map(({ market: marketId, term }) => `${marketId} ${term}`)).toEqual([
      'spot 0',
      'nextday 1',
      'nextday 2',
      'nextday 3',
    ])
    for (const row of rows) {
      expect(row.date).toBe(TODAY)
      expect(row.averageAmount).toBe(Math.round(requireNumber(row.sum) / requireNumber(row.count)))
      const [prices, amounts] = [
        [row.low, row.open, row.close, row.average, row.high].map(requireNumber),
        [row.lowAmount, row.lastAmount, row.averageAmount, row.highAmount].map(requireNumber),
      ]
      for (const values of [prices, amounts]) {
        expect(values[0]).toBe(Math.min(...values))
        expect(values.at(-1)).toBe(Math.max(...values))
      }
    }
  })

  test(`${name}: statistics of sector 1 also count registered deals`, async () => {
    const { market } = await create(AFTER_SPOT)
    const [row] = getValue(await market.statistics(1))
    const { count, sum } = getValue(await market.amounts({ market: 'spot', date: TODAY, delay: 15 })).value
    expect(requireNumber(row?.count)).toBeGreaterThan(requireNumber(count))
    expect(requireNumber(row?.sum)).toBeGreaterThan(requireNumber(sum))
  })

  test(`${name}: statistics are empty before the first visible deal`, async () => {
    const { market } = await create(JUST_OPENED)
    expect(getValue(await market.statistics(2))).toEqual([])
  })

  test(`${name}: an aborted load of a chart or of statistics returns unreachable`, async () => {
    const { market } = await create(AFTER_SPOT)
    const signal = AbortSignal.abort()
    const unreachable = { ok: false, error: { kind: 'unreachable' } }
    expect(await market.periodChart(QUERY, signal)).toEqual(unreachable)
    expect(await market.statistics(1, signal)).toEqual(unreachable)
  })
}
