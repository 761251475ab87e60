import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkReadiness, MAX_STEP_AGE_MS, type MarketHealth } from '#server/monitoring/health.ts'
import { createMetrics } from '#server/monitoring/metrics.ts'
import { startFailureMessage } from '#server/start/start-failure.ts'
import { temporaryDatabase } from '#tests/support/databases.ts'
import { openStream } from '#tests/support/event-stream.ts'
import { historyEnv } from '#tests/support/market-history.ts'
import { startTestServer } from '#tests/support/server.ts'

/** A source that has been silent for three minutes, and one that never sent a batch. */
const SOURCES = {
  spot: { ageMs: 180_000, lastDealAgeMs: 181_000, frozenSince: 1_000 },
  nextday: { ageMs: null, lastDealAgeMs: null, frozenSince: null },
}

const server = await startTestServer({
  ...(await historyEnv('2026-11-20T10:40')),
  METRICS_PORT: '0',
  METRICS_HOST: '127.0.0.1',
})
const metricsUrl = `http://127.0.0.1:${server.metricsPort}/metrics`

/** Returns the samples of the metrics by name and labels. */
async function readMetrics(): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(metricsUrl)).text()
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('healthz and readyz reply 200 on a working server', async () => {
  expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ status: 'ok' })
  const ready = await fetch(`${server.url}/readyz`)
  expect(ready.status).toBe(200)
  expect(ready.headers.get('cache-control')).toBe('no-store')
  expect(await ready.json()).toMatchObject({ status: 'ok', database: 'ok', market: 'ok' })
})

test('only the metrics port serves the metrics', async () => {
  expect(server.metricsPort).not.toBe(Number(new URL(server.url).port))
  expect((await fetch(`${server.url}/metrics`, { redirect: 'manual' })).headers.get('content-type')).not.toContain(
    'text/plain',
  )
  expect((await fetch(metricsUrl.replace('/metrics', '/otra'))).status).toBe(404)
  expect((await fetch(metricsUrl, { method: 'POST' })).status).toBe(404)
})

test('the metrics count requests by route, refused sign-ins, streams and messages', async () => {
  const route = 'http_request_duration_seconds_count{method="GET",route="/config.json",status="200"}'
  const before = (await readMetrics()).get(route) ?? 0
  await fetch(`${server.url}/config.json`)
  await fetch(`${server.url}/api/imc/usuarios/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ usr_name: 'nadie', entidad: 'ANDINA', usr_pwd: 'Incorrecta-12345' }),
  })
  const stream = await openStream(`${server.url}/api/market/stream?mercado=71`)
  const samples = await readMetrics()
  expect(samples.get(route)).toBe(before + 1)
  expect(samples.get('refused_sign_ins_total{realm="imc"}')).toBe(1)
  expect(samples.get('refused_sign_ins_total{realm="client"}')).toBe(0)
  expect(samples.get('market_streams{audience="delayed"}')).toBe(1)
  expect(samples.get('market_streams{audience="live"}')).toBe(0)
  expect(samples.get('outbox_messages{status="failed"}')).toBe(0)
  expect(samples.get('market_deal_reviews{status="waiting"}')).toBe(0)
  expect(samples.get('market_tape_lag_seconds')).toBeLessThan(5)
  expect(samples.has('nodejs_eventloop_lag_p99_seconds')).toBe(true)
  stream.close()
})

test('the start fails and names METRICS_HOST and METRICS_PORT when the metrics port is in use', async () => {
  await expect(
    startTestServer({ METRICS_PORT: String(server.metricsPort), METRICS_HOST: '127.0.0.1', DEMO_DATA: 'off' }),
  ).rejects.toThrow(/METRICS_HOST, METRICS_PORT/)
  expect(startFailureMessage({ kind: 'metrics-port', host: 'h', port: 9, detail: 'EX' })).toBe(
    'No se puede escuchar en h:9 (METRICS_HOST, METRICS_PORT): EX.',
  )
})

test.each([
  ['ready', MAX_STEP_AGE_MS, true],
  ['not ready', MAX_STEP_AGE_MS + 1, false],
])('the server is %s when its last market step is %d ms old', async (_state, stepAgeMs, ready) => {
  const database = await temporaryDatabase('sqlite')
  const market = (): MarketHealth => ({ stepAgeMs, tapeLagMs: 0, streams: { live: 0, delayed: 0 }, sources: SOURCES })
  const feeds = () => [{ name: 'trm', lagMs: 9, late: true }]
  const readiness = await checkReadiness({ database, market, feeds })
  expect(readiness).toMatchObject({
    ready,
    database: 'ok',
    feeds: { trm: 'old' },
    sources: {
      spot: { state: 'frozen', age: 180, lastDealAge: 181 },
      nextday: { state: 'ok', age: null, lastDealAge: null },
    },
  })
})

test('the server is not ready when its database is closed', async () => {
  const database = await temporaryDatabase('sqlite')
  await sql`select 1`.execute(database.db)
  const market = (): MarketHealth => ({
    stepAgeMs: 0,
    tapeLagMs: 0,
    streams: { live: 0, delayed: 0 },
    sources: SOURCES,
  })
  await database.close()
  expect(await checkReadiness({ database, market, feeds: () => [] })).toMatchObject({
    ready: false,
    database: 'failed',
  })
})

test('the metrics mark late feeds and contain each known lag', async () => {
  const feeds = () => [
    { name: 'news', lagMs: null, late: true },
    { name: 'trm', lagMs: 9_000, late: false },
    { name: 'quotes', lagMs: null, late: false },
  ]
  const database = await temporaryDatabase('sqlite')
  const market = (): MarketHealth => ({
    stepAgeMs: 0,
    tapeLagMs: 0,
    streams: { live: 0, delayed: 0 },
    sources: SOURCES,
  })
  const lines = (await createMetrics({ database, market, feeds }).read()).split('\n')
  expect(lines.filter((line) => line.startsWith('feed_'))).toEqual([
    'feed_lag_seconds{feed="trm"} 9',
    'feed_late{feed="news"} 1',
    'feed_late{feed="trm"} 0',
    'feed_late{feed="quotes"} 0',
  ])
})

test('the metrics have the age of each source and of its last deal (D114)', async () => {
  const database = await temporaryDatabase('sqlite')
  const market = (): MarketHealth => ({
    stepAgeMs: 0,
    tapeLagMs: 0,
    streams: { live: 0, delayed: 0 },
    sources: SOURCES,
  })
  const lines = (await createMetrics({ database, market, feeds: () => [] }).read()).split('\n')
  expect(lines.filter((line) => /^market_(source|last_deal)_/.test(line))).toEqual([
    'market_source_age_seconds{market="spot"} 180',
    'market_last_deal_age_seconds{market="spot"} 181',
    'market_source_frozen{market="spot"} 1',
    'market_source_frozen{market="nextday"} 0',
  ])
})
