import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { MARKET_BASE } from '#server/http/paths.ts'
import { STREAM_RETRY_MS } from '#server/market/stream/stream-routes.ts'
import { addDays, DAY_MS, MINUTE_MS, SECOND_MS, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import { TRM_SPANS, toTrmSpanRange } from '#src/domain/trading/trm-choice.ts'
import { temporaryDatabase } from '#tests/support/databases.ts'
import { openStream } from '#tests/support/event-stream.ts'
import { createMarketApp, LIVE_HEADERS, openTestMarket, testTime } from '#tests/support/market.ts'
import { post, rawExchange } from '#tests/support/raw-http.ts'

const FRIDAY = '2026-11-20'
const STREAM = `${MARKET_BASE}/stream?mercado=71`

async function serve(env: Readonly<Record<string, string>>) {
  const time = testTime(toInstant(FRIDAY, '10:40'))
  const settings = { MARKET_CLOCK: `${FRIDAY}T10:40`, ...env }
  const market = await openTestMarket({ database: await temporaryDatabase('sqlite'), time, env: settings })
  const app = await createMarketApp(market, settings)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  return { url, time, market, open: (headers: Record<string, string> = {}) => openStream(url + STREAM, headers) }
}

const REFUSED_STREAM = {
  message: 'Hay demasiadas conexiones en vivo desde su red. Cierre alguna o intente de nuevo en 30 segundos.',
}

test('the limit of all streams refuses further networks with 503, until one ends', async () => {
  const { url, open } = await serve({ STREAMS: '2', TRUST_PROXY: '1' })
  const readers = await Promise.all(['203.0.113.1', '203.0.113.2'].map((net) => open({ 'x-forwarded-for': net })))
  const third = { headers: { 'x-forwarded-for': '203.0.113.3' } }
  const refusal = await fetch(url + STREAM, third)
  expect([refusal.status, refusal.headers.get('retry-after'), await refusal.json()]).toEqual([
    503,
    '30',
    { message: 'Hay demasiadas conexiones en vivo en este momento. Intente de nuevo en 30 segundos.' },
  ])
  readers[0]?.close()
  await expect.poll(async () => (await open(third.headers)).status).toBe(200)
})

test('the limit of streams per network counts clients and visitors together', async () => {
  const { url, open } = await serve({ STREAMS_PER_ADDRESS: '2' })
  const readers = [await open(), await open(LIVE_HEADERS)]
  expect(readers.map(({ status }) => status)).toEqual([200, 200])
  const refusal = await fetch(url + STREAM)
  expect([refusal.status, refusal.headers.get('retry-after'), await refusal.json()]).toEqual([
    429,
    String(STREAM_RETRY_MS / SECOND_MS),
    REFUSED_STREAM,
  ])
  expect(refusal.headers.get('content-type')).toContain('application/json')
})

test('a closed stream releases its slot', async () => {
  const { open } = await serve({ STREAMS_PER_ADDRESS: '1' })
  let reader = await open()
  for (let round = 0; round < 3; round += 1) {
    expect((await open()).status).toBe(429)
    reader.close()
    await expect
      .poll(async () => {
        reader = await open()
        return reader.status
      })
      .toBe(200)
  }
})

test('the stream limit uses the forwarded address only behind a trusted proxy', async () => {
  const toAddressHeader = (address: string) => ({ 'x-forwarded-for': address })
  const trusting = await serve({ STREAMS_PER_ADDRESS: '1', TRUST_PROXY: '1' })
  expect((await trusting.open(toAddressHeader('203.0.113.7'))).status).toBe(200)
  expect((await trusting.open(toAddressHeader('203.0.113.7'))).status).toBe(429)
  expect((await trusting.open(toAddressHeader('203.0.113.8'))).status).toBe(200)
  expect((await trusting.open(toAddressHeader('2001:db8::1'))).status).toBe(200)
  expect((await trusting.open(toAddressHeader('2001:db8::2'))).status).toBe(429)
  const direct = await serve({ STREAMS_PER_ADDRESS: '1' })
  expect((await direct.open(toAddressHeader('203.0.113.7'))).status).toBe(200)
  expect((await direct.open(toAddressHeader('203.0.113.8'))).status).toBe(429)
})

test('a closed connection releases the slots of all its pipelined streams', async () => {
  const { url, open } = await serve({ STREAMS_PER_ADDRESS: '3' })
  const { hostname, port } = new URL(url)
  const request = `GET ${STREAM} HTTP/1.1\r\nhost: x\r\n\r\n`
  const socket = connect(Number(port), hostname, () => socket.write(request.repeat(3)))
  socket.on('error', () => undefined)
  await expect.poll(async () => (await open()).status).toBe(429)
  socket.destroy()
  const openThree = async () => {
    const readers = await Promise.all([open(), open(), open()])
    for (const reader of readers) reader.close()
    return readers.map(({ status }) => status)
  }
  await expect.poll(openThree).toEqual([200, 200, 200])
})

test('the default limit per network is 100 streams', async () => {
  const { open } = await serve({})
  const readers = await Promise.all(Array.from({ length: 101 }, () => open()))
  expect(readers.filter(({ status }) => status === 200)).toHaveLength(100)
  expect(readers.filter(({ status }) => status === 429)).toHaveLength(1)
})

const fetchChart = (url: string, fecha: string, headers: Record<string, string> = {}) =>
  post(url, `${MARKET_BASE}/graficos/graficoMoneda/`, { fecha, moneda: 1, delay: 15 }, headers)

/** Trading days that are older than those in memory. */
const OLD_DAYS = Array.from({ length: 12 }).reduce<string[]>(
  (dates) => [...dates, previousTradingDay('spot', dates.at(-1) ?? addDays(FRIDAY, -30))],
  [],
)

test('the limit of old days per network and minute does not count days in memory', async () => {
  const { url, time } = await serve({ OLD_DAYS_PER_MINUTE: '3', TRUST_PROXY: '1' })
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = OLD_DAYS
  for (const date of [first, second, third]) expect((await fetchChart(url, date)).status).toBe(200)
  const refusal = await fetchChart(url, fourth)
  expect([refusal.status, refusal.headers['retry-after'], JSON.parse(refusal.text)]).toEqual([
    429,
    '20',
    { message: 'Demasiadas solicitudes desde su red. Intente de nuevo en 20 segundos.' },
  ])
  expect((await fetchChart(url, fourth, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200)
  for (const date of [first, second, fourth, FRIDAY, addDays(FRIDAY, -1)])
    expect((await fetchChart(url, date)).status).toBe(200)
  expect((await fetchChart(url, fifth)).status).toBe(429)
  time.pass(MINUTE_MS / 3)
  expect((await fetchChart(url, fifth)).status).toBe(200)
})

const fetchPrices = (url: string, delay: number, headers: Record<string, string> = {}) =>
  post(url, `${MARKET_BASE}/estadisticas/estadisticasPrecioMercado/`, { fecha: FRIDAY, mercado: 71, delay }, headers)

test('the limit of rare delays per network does not count cached, live and 15-minute reads', async () => {
  const { url, time, market } = await serve({ RARE_READS_PER_MINUTE: '2', TRUST_PROXY: '127.0.0.1' })
  for (const delay of [20, 21, 20, 21]) expect((await fetchPrices(url, delay)).status).toBe(200)
  const refusal = await fetchPrices(url, 22)
  expect([refusal.status, refusal.headers['retry-after'], JSON.parse(refusal.text)]).toEqual([
    429,
    '30',
    { message: 'Demasiadas solicitudes desde su red. Intente de nuevo en 30 segundos.' },
  ])
  expect((await fetchPrices(url, 22, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200)
  expect((await fetchPrices(url, 15)).status).toBe(200)
  expect((await fetchPrices(url, 0, LIVE_HEADERS)).status).toBe(200)
  time.pass(SECOND_MS)
  await market.tick()
  expect((await fetchPrices(url, 20)).status).toBe(429)
  time.pass(MINUTE_MS / 2)
  expect((await fetchPrices(url, 20)).status).toBe(200)
})

test('the server computes the chart of a closed day once for all delays', async () => {
  const { url, time, market } = await serve({ OLD_DAYS_PER_MINUTE: '1', RARE_READS_PER_MINUTE: '1' })
  const [date = ''] = OLD_DAYS
  const fetchDelayed = (delay: number) =>
    post(url, `${MARKET_BASE}/graficos/graficoMoneda/`, { fecha: date, moneda: 1, delay })
  const first = await fetchDelayed(15)
  expect([first.status, first.headers['x-market-delay']]).toEqual([200, '15'])
  time.pass(20 * MINUTE_MS)
  await market.tick()
  for (const delay of [15, 16, 60, 1_440]) {
    const chart = await fetchDelayed(delay)
    expect([chart.status, chart.headers['x-market-delay'], chart.text]).toEqual([200, String(delay), first.text])
  }
})

test('the previous day is not closed for a delay of one day', async () => {
  const { market } = await serve({})
  const thursday = addDays(FRIDAY, -1)
  const findEntry = (delay: number) => market.reader.dayEntry({ market: 'spot', date: thursday, delay })
  expect(findEntry(15 * MINUTE_MS)).toEqual(findEntry(0))
  expect(findEntry(DAY_MS)).not.toEqual(findEntry(0))
})

test('the limit of rare TRM ranges per network does not count the ranges of the TRM page', async () => {
  const { url, time, market } = await serve({ RARE_READS_PER_MINUTE: '2', TRUST_PROXY: '127.0.0.1' })
  const fetchHistory = async (query: string, headers: Record<string, string> = {}) =>
    fetch(`${url}${MARKET_BASE}/trm/historia${query}`, { headers })
  const toQuery = ({ from, until }: { readonly from: string; readonly until: string }) =>
    `?desde=${from}&hasta=${until}`
  const createRareQuery = (days: number) => toQuery({ from: addDays(FRIDAY, -days), until: addDays(FRIDAY, -2) })

  for (const days of [3_000, 3_001, 3_000, 3_001]) expect((await fetchHistory(createRareQuery(days))).status).toBe(200)
  const refusal = await fetchHistory(createRareQuery(3_002))
  expect([refusal.status, refusal.headers.get('retry-after'), await refusal.json()]).toEqual([
    429,
    '30',
    { message: 'Demasiadas solicitudes desde su red. Intente de nuevo en 30 segundos.' },
  ])
  expect((await fetchHistory(createRareQuery(3_002), { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200)

  time.pass(SECOND_MS)
  await market.tick()
  const pageQueries = [...TRM_SPANS.map((span) => toQuery(toTrmSpanRange(span, FRIDAY))), '']
  for (const query of pageQueries) {
    expect((await fetchHistory(query)).status).toBe(200)
    expect((await fetchHistory(query, LIVE_HEADERS)).status).toBe(200)
  }
  time.pass(MINUTE_MS / 2)
  expect((await fetchHistory(createRareQuery(3_002))).status).toBe(200)
})

const fetchBands = (url: string, desv: string | undefined, sma?: number) =>
  post(url, `${MARKET_BASE}/graficos/graficoBollinger`, { mercado: 71, moneda: 'USD/COP', desv, sma })

test('the limit of rare band parameters per network rounds deviations to two decimals', async () => {
  const { url } = await serve({ RARE_READS_PER_MINUTE: '2' })
  const fetchStatuses = async (...calls: readonly [string | undefined, number?][]) => {
    const statuses: number[] = []
    for (const call of calls) statuses.push((await fetchBands(url, ...call)).status)
    return statuses
  }
  expect(await fetchStatuses(['2.51'], ['2.5149'], ['2.5051'])).toEqual([200, 200, 200])
  expect(await fetchStatuses(['2'], [undefined], ['2.0049'], ['2', 20])).toEqual([200, 200, 200, 200])
  expect(await fetchStatuses(['2', 21], ['2.5'], ['2', 22])).toEqual([200, 429, 429])
})

test('the current day does not count as an old day before its first deal', async () => {
  const { url, time, market } = await serve({ OLD_DAYS_PER_MINUTE: '1' })
  time.pass(3 * DAY_MS - 160 * MINUTE_MS)
  await market.tick()
  const monday = addDays(FRIDAY, 3)
  expect(toDate(market.reader.now())).toBe(monday)
  for (const delay of [15, 16, 17]) {
    const chart = await post(url, `${MARKET_BASE}/graficos/graficoMoneda/`, { fecha: monday, moneda: 1, delay })
    expect([chart.status, JSON.parse(chart.text).result.labels]).toEqual([200, []])
  }
})

test('the server replies to a pipelined request after a refused stream', async () => {
  const { url, open } = await serve({ STREAMS_PER_ADDRESS: '1' })
  await open()
  const toRequest = (path: string, headerLines = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\n${headerLines}\r\n`
  const reply = await rawExchange(
    url,
    toRequest(STREAM) + toRequest(`${MARKET_BASE}/users/feriados/2026-11-20`, 'connection: close\r\n'),
  )
  expect(reply.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 429', 'HTTP/1.1 200'])
})
