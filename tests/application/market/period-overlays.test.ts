import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import type { PeriodChartState } from '#src/application/market/period-chart.ts'
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
  const market: typeof memory.market = {
    ...memory.market,
    trmHistory: async (...call) => (isUp ? memory.market.trmHistory(...call) : unreachable),
  }
  const views = await openMemory({ ...memory, market }).loadMarket()
  const query = { view: 'candles', market: 'spot', period, narrow, interval } as const
  const source = createState({
    close: views.createLiveMarket({ screen: 'market', market: 'spot', delay: 0 }).getSnapshot().close,
  })
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
  return { readChart, read: () => view.getSnapshot().lines, readAmounts: () => view.getSnapshot().amounts }
}

test('a chart of several days is compared with the TRM of each day and the other market (D126)', async () => {
  const { read, readChart } = await openOverlays('1m')
  const starts = readChart().chart.value?.value.starts ?? new Float64Array(0)
  expect(read().map(({ kind, name, hasFailed }) => [kind, name, hasFailed])).toEqual([
    ['trm', 'TRM', false],
    ['other', 'Next day', false],
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
  expect(read().map(({ kind, values, hasFailed }) => [kind, values === null, hasFailed])).toEqual([
    ['trm', true, true],
    ['other', false, false],
  ])
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
