import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { formatOverlayDifference, type OverlaysOptions } from '#src/application/market/chart-overlays.ts'
import { openMemory } from '#src/composition/memory.ts'
import { NO_OVERLAYS, type Overlays } from '#src/domain/charting/overlays.ts'

async function runEventLoop() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

const SPOT_DAY = { market: 'spot', tradingDay: '2026-11-20', isUp: true } as const

/** Opens the comparisons of a day and waits for their loads. */
async function openOverlays(
  overlays: Partial<Overlays>,
  options: Partial<Pick<OverlaysOptions, 'market' | 'tradingDay'> & { readonly isUp: boolean }> = {},
) {
  const { isUp, ...day } = { ...SPOT_DAY, ...options }
  const memory = createMemoryPorts()
  const unreachable = { ok: false, error: { kind: 'unreachable' } } as const
  const intraday: typeof memory.market.intraday = async (...call) =>
    isUp ? memory.market.intraday(...call) : unreachable
  const ports = { ...memory, market: { ...memory.market, intraday } }
  const { createOverlays } = await openMemory(ports).loadMarket()
  const view = createOverlays({
    ...day,
    overlays: { ...NO_OVERLAYS, ...overlays },
    interval: 15_000,
  })
  view.subscribe(() => {})
  await runEventLoop()
  return view.getSnapshot().lines
}

test('the previous day, the other market and another date are loaded with their deals (D126)', async () => {
  const lines = await openOverlays({ previous: true, other: true, date: '2026-11-13' })
  expect(lines.map(({ kind, name, day }) => [kind, name, day?.tradingDay])).toEqual([
    ['previous', 'Día anterior', '2026-11-19'],
    ['other', 'Next day', '2026-11-20'],
    ['date', '13 nov 2026', '2026-11-13'],
  ])
  for (const { day } of lines) expect(day?.value.times.length).toBeGreaterThan(20)
})

test('a failed load says so and keeps the other lines (D126)', async () => {
  const lines = await openOverlays({ previous: true }, { isUp: false })
  expect(lines.map(({ day, isEmpty, failed }) => [day, isEmpty, failed?.title])).toEqual([
    [null, true, 'No pudimos consultar la comparación con el día anterior'],
  ])
})

test('a day before the history has no data, and no retry (D126)', async () => {
  const lines = await openOverlays({ date: '1999-03-01' })
  expect(lines.map(({ day, isEmpty, failed }) => [day, isEmpty, failed])).toEqual([[null, true, null]])
})

test('on a holiday of the US, next day is not compared with the spot prices of the day before (D126)', async () => {
  const lines = await openOverlays({ other: true }, { market: 'nextday', tradingDay: '2026-11-11' })
  expect(lines).toEqual([{ kind: 'other', name: 'Dólar Spot', day: null, isEmpty: true, failed: null }])
})

test.each(['2026-11-20', '2026-11-21', '2026-11-15'])(
  'a day of the address that is not an earlier trading day has no line and is not loaded: %s (D126)',
  async (date) => {
    const lines = await openOverlays({ date, previous: true }, { isUp: false })
    expect(lines.map(({ kind, day, isEmpty }) => [kind, day, isEmpty])).toEqual([
      ['previous', null, true],
      ['date', null, true],
    ])
    expect(await openOverlays({ date })).toMatchObject([{ kind: 'date', day: null, isEmpty: true }])
  },
)

test('without a comparison nothing is loaded', async () => {
  expect(await openOverlays({})).toEqual([])
})

test.each([
  [4_102.35, 4_100, '(+2,35, +0,06%)'],
  [4_100, 4_102.35, '(−2,35, −0,06%)'],
  [4_100, 4_100, '(0,00, 0,00%)'],
])('the difference of %d to %d is %s (D126)', (price, other, text) => {
  expect(formatOverlayDifference(price, other)).toBe(text)
})
