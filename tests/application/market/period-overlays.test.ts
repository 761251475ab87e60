import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import type { PeriodChartState } from '#src/application/market/period-chart.ts'
import type { ChartQuery } from '#src/application/market/ports.ts'
import { createState } from '#src/application/platform/readable.ts'
import { openMemory } from '#src/composition/memory.ts'
import type { IntervalName, Period } from '#src/domain/charting/intervals.ts'
import { toDate } from '#src/domain/time/bogota.ts'

async function runEventLoop() {
  for (let turn = 0; turn < 8; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

/** Opens the chart of a period and its comparisons, and waits for their loads. */
async function openOverlays(
  period: Period,
  interval: IntervalName | null = null,
  { isUp = true, narrow = false } = {},
) {
  const memory = createMemoryPorts()
  const unreachable = { ok: false, error: { kind: 'unreachable' } } as const
  const queries: ChartQuery[] = []
  const trms = { count: 0 }
  /** What fails: the calls with such a query. */
  const down = { prices: (_: ChartQuery): boolean => false }
  const market: typeof memory.market = {
    ...memory.market,
    trmHistory: async (...call) => {
      trms.count += 1
      return isUp ? memory.market.trmHistory(...call) : unreachable
    },
    periodChart: async (...call) => {
      queries.push(call[0])
      return down.prices(call[0]) ? unreachable : memory.market.periodChart(...call)
    },
  }
  const views = await openMemory({ ...memory, market }).loadMarket()
  const query = { view: 'candles', market: 'spot', period, narrow, interval } as const
  const { close, trm } = views.createLiveMarket({ screen: 'market', market: 'spot', delay: 0 }).getSnapshot()
  const source = createState({ close, trm })
  const chart = views.createPeriodChart({ query, interval: 15_000, source })
  const view = views.createPeriodOverlays({
    query,
    overlays: { trm: true, other: true },
    amounts: true,
    chart,
    interval: 15_000,
  })
  view.subscribe(() => {})
  await runEventLoop()
  const readChart = (): PeriodChartState => chart.getSnapshot()
  /** Publishes a correction of another day (D119), and waits for the next poll. */
  async function correct(at: number) {
    const correction = { kind: 'late', date: '2026-03-02', time: at, price: 4_000, amount: 1_000, at } as const
    source.set({ close, trm: { ...trm, value: { inForce: null, next: null, corrections: [correction] } } })
    memory.clock.advance(15_000)
    await runEventLoop()
    await runEventLoop()
  }
  return {
    correct,
    queries,
    trms,
    down,
    readAll: () => view.getSnapshot(),
    readChart,
    read: () => view.getSnapshot().lines,
    readAmounts: () => view.getSnapshot().amounts,
  }
}

test('a chart of several days is compared with the TRM of each day and the other market (D126)', async () => {
  const { read, readChart } = await openOverlays('1m')
  const starts = readChart().chart.value?.value.starts ?? new Float64Array(0)
  expect(read().map(({ kind, name, failed }) => [kind, name, failed])).toEqual([
    ['trm', 'TRM', null],
    ['other', 'Next day', null],
  ])
  for (const { values } of read()) {
    expect(values).toHaveLength(starts.length)
    expect(values?.filter((value) => value > 1_000).length).toBeGreaterThan(starts.length - 3)
  }
})

test('the TRM of a session holds for all its points (D126)', async () => {
  const { read, readChart } = await openOverlays('5d')
  const starts = [...(readChart().chart.value?.value.starts ?? [])]
  const trms = read()[0]?.values ?? new Float64Array(0)
  const days = [...new Set(starts.map(toDate))]
  expect(days).toHaveLength(5)
  for (const day of days) expect(new Set(trms.filter((_, i) => toDate(starts[i] ?? 0) === day)).size).toBe(1)
})

test('the comparisons reach the earlier points once they are there (D126)', async () => {
  const { read, readChart } = await openOverlays('1m')
  const before = readChart().chart.value?.value.starts.length ?? 0
  readChart().earlier.load()
  await runEventLoop()
  await runEventLoop()
  const { starts } = readChart().chart.value?.value ?? { starts: new Float64Array(0) }
  expect(starts.length).toBeGreaterThan(before + 200)
  for (const { values } of read()) {
    expect(values).toHaveLength(starts.length)
    expect(values?.slice(0, 20).every((value) => value > 1_000)).toBe(true)
  }
})

test('a failed load says so and keeps the other line (D126)', async () => {
  const { read } = await openOverlays('1m', 'week', { isUp: false })
  expect(read().map(({ kind, values, failed }) => [kind, values === null, failed?.title])).toEqual([
    ['trm', true, 'No pudimos consultar la comparación con la TRM'],
    ['other', false, undefined],
  ])
})

test('after a correction the parts for the earlier points are loaded again (D126, D119)', async () => {
  const { correct, queries, read, readChart, trms } = await openOverlays('1m')
  readChart().earlier.load()
  await runEventLoop()
  await runEventLoop()
  const countParts = () =>
    queries.filter(({ view, market, before }) => view === 'prices' && market === 'nextday' && before).length
  const parts = countParts()
  expect(parts).toBeGreaterThan(0)
  const trmLoads = trms.count
  await correct(1)
  expect(countParts()).toBe(2 * parts)
  // The TRM too, whose line stays meanwhile.
  expect(trms.count).toBe(trmLoads + 1)
  expect(read()[0]?.values?.at(-2)).toBeGreaterThan(1_000)
  await correct(1)
  expect(countParts()).toBe(2 * parts)
})

test('a failed part for the earlier points keeps the line, says so and is loaded by a retry (D126)', async () => {
  const { down, read, readAll, readChart } = await openOverlays('1m')
  // The earlier points of the chart itself are candles.
  down.prices = ({ view, before }) => view === 'prices' && before !== undefined
  readChart().earlier.load()
  await runEventLoop()
  await runEventLoop()
  const { starts } = readChart().chart.value?.value ?? { starts: new Float64Array(0) }
  const { failedAmounts } = readAll()
  expect(read().map(({ kind, failed }) => [kind, failed?.title ?? null])).toEqual([
    ['trm', null],
    ['other', 'No pudimos consultar la comparación con Next day'],
  ])
  expect(failedAmounts?.title).toBe('No pudimos consultar los montos de la gráfica')
  expect(read()[1]?.values?.at(-2)).toBeGreaterThan(1_000)
  expect(read()[1]?.values?.[0]).toBeNaN()

  down.prices = () => false
  read()[1]?.failed?.resource.retry()
  failedAmounts?.resource.retry()
  await runEventLoop()
  await runEventLoop()
  expect([read()[1]?.failed, readAll().failedAmounts]).toEqual([null, null])
  expect(read()[1]?.values).toHaveLength(starts.length)
  expect(read()[1]?.values?.[0]).toBeGreaterThan(1_000)
})

test.each([
  ['1m', 'week'],
  ['5d', '1h'],
] as const)(
  'on a narrow page the other market has the intervals of the candles: %s in %s (D126)',
  async (period, interval) => {
    const narrow = await openOverlays(period, null, { narrow: true })
    const chosen = await openOverlays(period, interval)
    expect(narrow.readChart().chart.value?.value.starts).toEqual(chosen.readChart().chart.value?.value.starts)
    expect(narrow.read()[1]?.values).toEqual(chosen.read()[1]?.values)
  },
)

test.each([
  ['1d', null],
  ['5d', null],
  ['1m', 'week'],
] as const)('candles of %s in %s have the amount of each interval (D126)', async (period, interval) => {
  const { readAmounts, readChart } = await openOverlays(period, interval)
  const { starts } = readChart().chart.value?.value ?? { starts: new Float64Array(0) }
  expect(starts.length).toBeGreaterThan(3)
  expect(readAmounts()).toHaveLength(starts.length)
  expect(readAmounts()?.every((amount) => amount > 0)).toBe(true)
})
