import { pino } from 'pino'
import { expect, test } from 'vitest'
import { replayFailureMessage } from '#server/demo/replay/messages.ts'
import { type ReplayRequest, readArguments } from '#server/demo/replay/read-arguments.ts'
import { runReplay } from '#server/demo/replay/run-replay.ts'
import { TICK_MS } from '#server/market/market-module.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { PUBLISHED_DAYS } from '#src/simulator/published-days.ts'
import { migratedFolder } from '#tests/support/databases.ts'
import { scriptedDays, splitIntoSteps, testScheduler, testTime } from '#tests/support/market.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'

/** Returns options of a server that starts fast: few deals on other days, and no demo entities. */
const createOptions = async () => ({
  dataDir: await migratedFolder(),
  portalFolder: null,
  logger: pino({ level: 'silent' }),
  otherDays: splitIntoSteps(scriptedDays),
  parts: { hashes: cheapHashes, demoEntities: [] },
})

/**
 * Replays a day on a real server. The test clock passes each wait of the replay immediately.
 * `onWait` gets the number of waits so far.
 */
async function replay(request: ReplayRequest, signal?: AbortSignal, onWait?: (count: number) => void) {
  const time = testTime(toInstant('2026-11-21', '09:43'))
  const scheduler = testScheduler()
  const urls: string[] = []
  let waitCount = 0
  const result = await runReplay(
    { ...request, port: 0 },
    {
      ...(await createOptions()),
      now: time.now,
      scheduler,
      onStarted: (url) => urls.push(url),
      ...(signal && { signal }),
      wait: async (milliseconds) => {
        waitCount += 1
        onWait?.(waitCount)
        time.pass(milliseconds)
        scheduler.run(TICK_MS)
        scheduler.run(HEARTBEAT_MS)
        await new Promise((resolve) => setImmediate(resolve))
      },
    },
  )
  return { result, urls, timers: scheduler.count, waitCount }
}

const FULL_DAYS = PUBLISHED_DAYS.filter(({ amount, count }) => amount !== null && count !== null)
const REPLAYED_DAYS = [
  ...FULL_DAYS.filter(({ date }) => ['2008-06-13', '2024-11-01', '2025-09-22'].includes(date)),
  ...PUBLISHED_DAYS.filter(({ market, date }) => market === 'nextday' && date === '2026-01-19'),
]

test.each(REPLAYED_DAYS)('a replay of the market $market on $date returns the published figures', async (figures) => {
  const { result, urls, timers } = await replay({ market: figures.market, figures, speed: 3_600, port: 0 })
  expect(urls).toHaveLength(1)
  expect(timers).toBe(0)
  expect(result.ok && result.value.filter(({ equal }) => !equal)).toEqual([])
  expect(result.ok && result.value.filter(({ expected }) => expected !== null).length).toBeGreaterThanOrEqual(4)
})

test('a stopped replay ends at its next check and closes the server', async () => {
  const [figures] = REPLAYED_DAYS
  if (!figures) throw new Error('there is no published day')
  const stop = new AbortController()
  const { result, urls, timers, waitCount } = await replay(
    { market: 'spot', figures, speed: 60, port: 0 },
    stop.signal,
    (count) => count === 3 && stop.abort(),
  )
  expect(result).toEqual({ ok: false, error: { kind: 'stopped' } })
  expect([timers, waitCount]).toEqual([0, 3])
  await expect(fetch(urls[0] ?? '')).rejects.toThrow('fetch failed')
})

test('a replay of given figures returns the same figures', async () => {
  const line =
    '--open 4403 --low 4391 --high 4439.88 --close 4433.30 --average 4413.89 --amount 1239.614 --deals 2595 --speed 3600'
  const request = readArguments(line.split(' '), '2026-11-20')
  if (!request.ok) throw new Error('the arguments were refused')
  const { result } = await replay(request.value)
  expect(result.ok && result.value.map(({ figure, actual }) => [figure, actual])).toEqual([
    ['open', 4403],
    ['low', 4391],
    ['high', 4439.88],
    ['close', 4433.3],
    ['average', 4413.89],
    ['amount', 1_239_614_000],
    ['count', 2595],
  ])
})

test('runReplay starts no server for impossible figures or a day without trading', async () => {
  const possibleFigures = {
    open: 5,
    low: 3,
    high: 6,
    close: null,
    average: null,
    amount: null,
    count: null,
  }
  for (const [date, overrides] of [
    ['2026-11-20', { low: 4, high: 3 }],
    ['2026-11-16', {}],
  ] as const) {
    const { result, urls } = await replay({
      market: 'spot',
      figures: { ...possibleFigures, ...overrides, date },
      speed: 60,
      port: 0,
    })
    expect(result).toMatchObject({ ok: false, error: { kind: 'impossible-day' } })
    expect(urls).toEqual([])
  }
})

test('the failure message of an impossible day contains a line for each violation', () => {
  const violations = [
    { code: 'range-reversed', low: 2, high: 1 },
    { code: 'too-few-deals', count: 1, minimum: 3 },
  ] as const
  expect(replayFailureMessage({ kind: 'impossible-day', violations }).split('\n')).toHaveLength(3)
})

test('the number of replayed deals grows with the market clock', async () => {
  const [figures] = REPLAYED_DAYS
  if (!figures) throw new Error('there is no published day')
  const time = testTime(toInstant('2026-11-21', '09:43'))
  const scheduler = testScheduler()
  const counts: [elapsedMs: number, count: number][] = []
  let url = ''
  let startedAt = 0
  await runReplay(
    { market: 'spot', figures, speed: 3_600, port: 0 },
    {
      ...(await createOptions()),
      now: time.now,
      scheduler,
      onStarted: (serverUrl) => {
        url = serverUrl
        startedAt = time.now()
      },
      wait: async (milliseconds) => {
        const reply = await fetch(`${url}/api/market/estadisticas/estadisticasMontoMercado`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ fecha: figures.date, mercado: 71, delay: 15 }),
        })
        const { data } = (await reply.json()) as { data: { count: number } }
        counts.push([time.now() - startedAt, data.count])
        time.pass(milliseconds)
        scheduler.run(TICK_MS)
      },
    },
  )
  expect(counts[0]).toEqual([0, 0])
  const dealCounts = counts.map(([, count]) => count)
  expect(dealCounts).toEqual([...dealCounts].sort((one, other) => one - other))
  expect(new Set(dealCounts).size).toBeGreaterThan(10)
  expect(dealCounts.at(-1)).toBeLessThanOrEqual(figures.count ?? 0)
})
