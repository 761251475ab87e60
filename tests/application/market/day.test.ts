import { expect, test, vi } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createComparedDayView, createDayView, type DayDeps } from '#src/application/market/day.ts'
import type { FirstView } from '#src/application/market/first-view.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import { waitUntil } from '#src/application/platform/readable.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { toDayPageRange } from '#src/domain/trading/days.ts'

const FRIDAY = '2026-11-20'

/** Ports at a market time of Friday 20 November 2026, with the values of a rendered page. */
function open(time = '12:43:15', readFirstView: DayDeps['readFirstView'] = () => null, date = FRIDAY) {
  const ports = createMemoryPorts()
  ports.marketClock.set(toInstant(date, time))
  const calls = { days: vi.spyOn(ports.market, 'days'), intraday: vi.spyOn(ports.market, 'intraday') }
  return { ports, calls, deps: { ...ports, readFirstView } }
}

/** Runs a view until a state of it. */
async function read<T extends object>(view: Readable<T>, isReady: (state: T) => boolean): Promise<T> {
  const { unsubscribe } = view.subscribe(() => undefined)
  const state = await waitUntil(view, isReady)
  unsubscribe()
  return state
}

const readDay = (deps: DayDeps, date: string, delay = 15) =>
  read(createDayView(deps, date, delay), ({ list, chart }) => list.value !== null && chart?.intraday.loading !== true)

test('a past day has its figures, the close before, the deals by hour and its neighbours, loaded once', async () => {
  const { deps, calls } = open()
  const { day, kind, summary, previousClose, neighbours, chart } = await readDay(deps, '2026-11-18')
  expect([kind, neighbours]).toEqual(['trading', { previous: '2026-11-17', next: '2026-11-19' }])
  expect(summary).toMatch(/^El miércoles, 18 de noviembre de 2026 el dólar spot abrió en .* y cerró en /)
  expect(previousClose).toBe((await readDay(deps, '2026-11-17')).day?.spot?.close)
  expect(chart?.market).toBe('spot')
  expect(chart?.hours.reduce((sum, { count }) => sum + count, 0)).toBe(day?.spot?.count)
  deps.clock.advance(10 * MINUTE_MS)
  expect(calls.days).toHaveBeenCalledTimes(2)
})

test.each([
  ['2026-11-21', 'future', { previous: FRIDAY, next: null }],
  ['2026-11-15', 'weekend', { previous: '2026-11-13', next: '2026-11-17' }],
  ['2026-11-16', 'holiday', { previous: '2026-11-13', next: '2026-11-17' }],
] as const)('%s, of the kind %s, has no chart and leads to the days next to it', async (date, kind, neighbours) => {
  const { deps, calls } = open()
  const state = await readDay(deps, date)
  expect([state.kind, state.neighbours, state.chart]).toEqual([kind, neighbours, null])
  expect(calls.intraday).not.toHaveBeenCalled()
})

test('a day before the history has no previous day, and a US holiday the next-day market', async () => {
  const { deps } = open()
  const before = await readDay(deps, '1990-01-04')
  expect([before.kind, before.day, before.neighbours.previous]).toEqual(['before-history', null, null])
  const holiday = await readDay(deps, '2026-11-11')
  expect([holiday.kind, holiday.chart?.market, holiday.day?.spot]).toEqual(['nextday-only', 'nextday', null])
  expect(holiday.summary).toContain('Fue festivo en Estados Unidos')
})

test.each([
  ['13:14:59', 15, 'y va en'],
  ['13:15:00', 15, 'y cerró en'],
  ['13:00:00', 0, 'y cerró en'],
  ['12:59:59', 0, 'y va en'],
])('at %s with a delay of %i minutes the summary of today says %j (D17)', async (time, delay, words) => {
  const { deps } = open(time)
  expect((await readDay(deps, FRIDAY, delay)).summary).toContain(words)
})

test('today is loaded again each minute, until the view has no subscriber', async () => {
  const { deps, calls } = open()
  const { unsubscribe } = createDayView(deps, FRIDAY, 15).subscribe(() => undefined)
  await vi.waitFor(() => expect(calls.days).toHaveBeenCalledTimes(1))
  await vi.waitFor(() => {
    deps.clock.advance(MINUTE_MS)
    expect(calls.days.mock.calls.length).toBeGreaterThan(2)
  })
  unsubscribe()
  const count = calls.days.mock.calls.length
  deps.clock.advance(10 * MINUTE_MS)
  expect(calls.days).toHaveBeenCalledTimes(count)
})

test('a page with the days starts from them: a past day for all, today for visitors only (D17)', async () => {
  for (const [date, delay, loads] of [
    ['2026-11-18', 0, 0],
    [FRIDAY, 15, 0],
    [FRIDAY, 0, 1],
  ] as const) {
    const range = toDayPageRange(date)
    const { deps, calls } = open()
    const list = await deps.market.days(range)
    if (!list.ok) throw new Error(list.error.kind)
    calls.days.mockClear()
    const now = deps.clock.now()
    const first: FirstView = {
      ...{ renderedAt: now, arrivedAt: now, marketTime: deps.marketClock.now() },
      parts: { days: { range, list: list.value } },
    }
    const view = createDayView({ ...deps, readFirstView: () => first }, date, delay)
    expect(view.getSnapshot().day === null).toBe(loads === 1)
    await read(view, ({ list: { value } }) => value !== null)
    expect(calls.days).toHaveBeenCalledTimes(loads)
  }
})

test('the compared day is its own range, and one after today is of the future', async () => {
  const { deps, calls } = open()
  const compared = await read(createComparedDayView(deps, '2026-11-17'), ({ list }) => list.value !== null)
  expect([compared.kind, compared.day?.date]).toEqual(['trading', '2026-11-17'])
  expect(calls.days.mock.lastCall?.[0]).toEqual({ from: '2026-11-17', until: '2026-11-17' })
  const future = await read(createComparedDayView(deps, '2026-11-24'), ({ list }) => list.value !== null)
  expect([future.kind, future.day]).toEqual(['future', null])
})
