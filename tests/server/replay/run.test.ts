import { pino } from 'pino'
import { expect, test } from 'vitest'
import { TICK_MS } from '#server/market/market-module.ts'
import { type ReplayRequest, readArguments } from '#server/replay/arguments.ts'
import { runReplay } from '#server/replay/run.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import { type Instant, instantOf } from '#src/domain/time/bogota.ts'
import { PUBLISHED_DAYS } from '#src/simulator/published-days.ts'
import { temporaryFolder } from '#tests/support/databases.ts'
import { testScheduler, testTime } from '#tests/support/market.ts'

const silent = pino({ level: 'silent' })

/** Runs a day through the real server and real HTTP, at a pace of a quarter of an hour a look. */
async function replay(request: ReplayRequest) {
  const time = testTime(instantOf('2026-11-21', '09:43'))
  const scheduler = testScheduler()
  const urls: string[] = []
  const result = await runReplay(
    { ...request, port: 0 },
    {
      now: time.now,
      dataDir: await temporaryFolder(),
      portalFolder: null,
      logger: silent,
      scheduler,
      started: (url) => urls.push(url),
      wait: async (milliseconds) => {
        time.pass(milliseconds)
        scheduler.run(TICK_MS)
        scheduler.run(HEARTBEAT_MS)
        await new Promise((resolve) => setImmediate(resolve))
      },
    },
  )
  return { result, urls, left: scheduler.count }
}

const FULL_DAYS = PUBLISHED_DAYS.filter(({ amount, count }) => amount !== null && count !== null)
const SHOWN = [
  ...FULL_DAYS.filter(({ date }) => ['2008-06-13', '2024-11-01', '2025-09-22'].includes(date)),
  ...PUBLISHED_DAYS.filter(({ market, date }) => market === 'nextday' && date === '2026-01-19'),
]

test.each(SHOWN)('$market of $date is answered as it was published', { timeout: 60_000 }, async (row) => {
  const { result, urls, left } = await replay({ market: row.market, row, speed: 3_600, port: 0 })
  expect(urls).toHaveLength(1)
  expect(left).toBe(0)
  expect(result.ok && result.value.filter(({ equal }) => !equal)).toEqual([])
  expect(result.ok && result.value.filter(({ asked }) => asked !== null).length).toBeGreaterThanOrEqual(4)
})

test('a day given by figures of its own is answered with them', { timeout: 60_000 }, async () => {
  const line =
    '--open 4403 --low 4391 --high 4439.88 --close 4433.30 --average 4413.89 --amount 1239.614 --deals 2595 --speed 3600'
  const request = readArguments(line.split(' '), '2026-11-20')
  if (!request.ok) throw new Error('the arguments are right')
  const { result } = await replay(request.value)
  expect(result.ok && result.value.map(({ figure, answered }) => [figure, answered])).toEqual([
    ['open', 4403],
    ['low', 4391],
    ['high', 4439.88],
    ['close', 4433.3],
    ['average', 4413.89],
    ['amount', 1_239_614_000],
    ['count', 2595],
  ])
})

test('figures that no day can have, and a day without a session, are refused before anything starts', async () => {
  const row = { date: '2026-11-20', open: 5, low: 4, high: 3, close: null, average: null, amount: null, count: null }
  for (const [date, but] of [
    ['2026-11-20', {}],
    ['2026-11-16', { low: 3, high: 6 }],
  ] as const) {
    const { result, urls } = await replay({ market: 'spot', row: { ...row, ...but, date }, speed: 60, port: 0 })
    expect(result).toMatchObject({ ok: false, error: { kind: 'impossible-day' } })
    expect(urls).toEqual([])
  }
})

test('nothing of the day is known before its time', { timeout: 60_000 }, async () => {
  const [row] = SHOWN
  if (!row) throw new Error('there are published days')
  const time = testTime(instantOf('2026-11-21', '09:43'))
  const scheduler = testScheduler()
  const counts: [Instant, number][] = []
  let url = ''
  let started = 0
  await runReplay(
    { market: 'spot', row, speed: 3_600, port: 0 },
    {
      now: time.now,
      dataDir: await temporaryFolder(),
      portalFolder: null,
      logger: silent,
      scheduler,
      started: (at) => {
        url = at
        started = time.now()
      },
      wait: async (milliseconds) => {
        const reply = await fetch(`${url}/api/market/estadisticas/estadisticasMontoMercado`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ fecha: row.date, mercado: 71, delay: 15 }),
        })
        const { data } = (await reply.json()) as { data: { count: number } }
        counts.push([time.now() - started, data.count])
        time.pass(milliseconds)
        scheduler.run(TICK_MS)
      },
    },
  )
  expect(counts[0]).toEqual([0, 0])
  const growing = counts.map(([, count]) => count)
  expect(growing).toEqual([...growing].sort((one, other) => one - other))
  expect(new Set(growing).size).toBeGreaterThan(10)
  expect(growing.at(-1)).toBeLessThanOrEqual(row.count ?? 0)
})
