import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import type { MarketModule } from '#server/market/market-module.ts'
import { candlesReply, intradayReply, periodReply } from '#src/adapters/http/contract/market/charts.ts'
import {
  amountsReply,
  closeAndAverageReply,
  pricesReply,
  statisticsReply,
} from '#src/adapters/http/contract/market/market.ts'
import { indexSeriesReply, newsReply } from '#src/adapters/http/contract/market/quotes.ts'
import {
  type BogotaDate,
  formatTime,
  type Instant,
  MINUTE_MS,
  toDate,
  toInstant,
  toIso,
} from '#src/domain/time/bogota.ts'
import { type DealReport, isCounted } from '#src/domain/trading/deal.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { temporaryDatabase } from '#tests/support/databases.ts'
import {
  createMarketApp,
  LIVE_HEADERS,
  openTestMarket,
  scriptedDays,
  type TestTime,
  testTime,
} from '#tests/support/market.ts'

const FRIDAY = '2026-11-20'
const STATISTICS = '/api/market/estadisticas'
const CHARTS = '/api/market/graficos'

interface TestApp {
  readonly app: FastifyInstance
  readonly market: MarketModule
  readonly time: TestTime
}

async function openApp(date: BogotaDate, clock: string): Promise<TestApp> {
  const time = testTime(toInstant(date, clock))
  const database = await temporaryDatabase('sqlite')
  const market = await openTestMarket({ database, time, env: { MARKET_CLOCK: `${date}T${clock}` } })
  return { app: await createMarketApp(market), market, time }
}

let friday: TestApp
/** A server of the same market 15 minutes earlier. */
let past: TestApp
beforeAll(async () => {
  friday = await openApp(FRIDAY, '10:40')
  past = await openApp(FRIDAY, '10:25')
})
afterAll(async () => {
  await friday.app.close()
  await past.app.close()
})

const post = (url: string, payload: unknown, { app }: TestApp = friday, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  })

const toDayBody = (overrides: object = {}) => ({ fecha: FRIDAY, mercado: 71, delay: 15, ...overrides })

/** Returns the counted deals of a scripted day until an instant, without those annulled by now. */
function findVisibleDeals(market: Market, date: BogotaDate, until: Instant, now: Instant): readonly DealReport[] {
  const { deals, annulments } = scriptedDays(market, date)
  const annulled = new Set(annulments.filter(({ time }) => time <= now).map(({ id }) => id))
  return deals.filter((deal) => deal.time <= until && isCounted(deal) && !annulled.has(deal.id))
}

function toFigures(deals: readonly DealReport[]) {
  const prices = deals.map(({ price }) => price)
  const amounts = deals.map(({ amount }) => amount)
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  const weighted = deals.reduce((total, { price, amount }) => total + Math.round(price * 100) * amount, 0)
  return {
    open: prices[0],
    low: Math.min(...prices),
    high: Math.max(...prices),
    close: prices.at(-1),
    avg: Math.round(weighted / sum) / 100,
    sum,
    count: deals.length,
    last: amounts.at(-1),
    meanAmount: Math.round(sum / deals.length),
    lowAmount: Math.min(...amounts),
    highAmount: Math.max(...amounts),
    time: deals.at(-1)?.time ?? 0,
  }
}

const NOW = toInstant(FRIDAY, '10:40')
const AUDIENCES = [
  ['a visitor', {}, 15],
  ['a client', LIVE_HEADERS, 0],
] as const

test.each(AUDIENCES)(
  '%s gets the close, the average and the time of the last visible deal',
  async (_who, headers, delay) => {
    const expected = toFigures(findVisibleDeals('spot', FRIDAY, NOW - delay * MINUTE_MS, NOW))
    const reply = await post(`${STATISTICS}/estadisticasPromedioCierre/`, toDayBody({ delay: 0 }), friday, headers)
    expect(reply.json()).toEqual({ data: { close: expected.close, avg: expected.avg, time: toIso(expected.time) } })
    expect(closeAndAverageReply.safeParse(reply.json()).success).toBe(true)
  },
)

test.each(AUDIENCES)('%s gets the amounts in whole US$', async (_who, headers, delay) => {
  const expected = toFigures(findVisibleDeals('nextday', FRIDAY, NOW - delay * MINUTE_MS, NOW))
  const reply = await post(
    `${STATISTICS}/estadisticasMontoMercado`,
    toDayBody({ mercado: 76, delay: 0 }),
    friday,
    headers,
  )
  expect(amountsReply.parse(reply.json())).toEqual({
    data: {
      sum: expected.sum,
      close: expected.last,
      avg: expected.meanAmount,
      low: expected.lowAmount,
      high: expected.highAmount,
      count: expected.count,
    },
  })
})

test('the directions compare prices with the previous trading day and the TRM with the previous TRM', async () => {
  const reply = await post(`${STATISTICS}/estadisticasPrecioMercado/`, toDayBody({ delay: 0 }), friday, LIVE_HEADERS)
  const computeDay = (date: BogotaDate) => toFigures(findVisibleDeals('spot', date, Infinity, Infinity))
  const computeTrm = (date: BogotaDate) => {
    const { deals, annulments } = scriptedDays('spot', date)
    const annulled = new Set(annulments.map(({ id }) => id))
    return toFigures(deals.filter(({ id, sector }) => sector === 1 && !annulled.has(id))).avg
  }
  const today = toFigures(findVisibleDeals('spot', FRIDAY, NOW, NOW))
  const toDirection = (value = 0, before = 0) => (value === before ? 'SAME' : value > before ? 'UP' : 'DOWN')
  const before = computeDay('2026-11-19')
  expect(pricesReply.parse(reply.json()).data).toEqual({
    trm: computeTrm('2026-11-19'),
    trmchange: toDirection(computeTrm('2026-11-19'), computeTrm('2026-11-18')),
    open: today.open,
    openchange: toDirection(today.open, before.open),
    low: today.low,
    lowchange: toDirection(today.low, before.low),
    high: today.high,
    highchange: toDirection(today.high, before.high),
    trm_anterior: computeTrm('2026-11-18'),
    open_anterior: before.open,
    low_anterior: before.low,
    high_anterior: before.high,
    close_anterior: before.close,
  })
})

test('the statistics of a sector have one row per market and term, with deals of any origin', async () => {
  for (const [sector, headers, delay] of [
    [1, LIVE_HEADERS, 0],
    ['2', {}, 15],
  ] as const) {
    const reply = await post(`${STATISTICS}/estadisticasMercado`, { moneda: 'USD/COP', sector }, friday, headers)
    const { result } = statisticsReply.parse(reply.json())
    expect(result.map(({ mercado, plazo }) => [mercado, plazo])).toEqual([
      ['SPOT', 0],
      ['NEXT', 1],
      ['NEXT', 2],
      ['NEXT', 3],
    ])
    for (const row of result) {
      const market = row.mercado === 'SPOT' ? 'spot' : 'nextday'
      const { deals, annulments } = scriptedDays(market, FRIDAY)
      const annulled = new Set(annulments.filter(({ time }) => time <= NOW).map(({ id }) => id))
      const until = NOW - delay * MINUTE_MS
      const own = deals.filter(
        (deal) =>
          deal.sector === Number(sector) && deal.term === row.plazo && deal.time <= until && !annulled.has(deal.id),
      )
      expect([row.transacciones, row.monto_acumulado, row.promedio, row.cierre, row.fecha]).toEqual([
        own.length,
        toFigures(own).sum,
        toFigures(own).avg,
        own.at(-1)?.price,
        FRIDAY,
      ])
    }
  }
})

test('the intraday chart has one point per deal in thousands of US$ and the last event id', async () => {
  for (const path of ['graficoMoneda/', 'graficoMonedaRT']) {
    const request = { fecha: FRIDAY, moneda: 1, delay: 0, market: 71 }
    const { result } = intradayReply.parse((await post(`${CHARTS}/${path}`, request, friday, LIVE_HEADERS)).json())
    const deals = findVisibleDeals('spot', FRIDAY, NOW, NOW)
    expect(result.labels).toEqual(deals.map(({ time }) => formatTime(time)))
    expect(result.datasets).toEqual([
      { label: 'Precios de cierre', data: deals.map(({ price }) => price) },
      { label: 'Montos (Miles USD)', data: deals.map(({ amount }) => amount / 1000) },
    ])
    expect(result.secuencia).toBeGreaterThan(0)
    expect(result).not.toHaveProperty('fecha_efectiva')
  }
})

/** Paths and bodies of the requests whose reply depends on the delay. */
const DELAYED_ROUTES = [
  [`${STATISTICS}/estadisticasPromedioCierre`, { fecha: FRIDAY, mercado: 71 }],
  [`${STATISTICS}/estadisticasPrecioMercado`, { fecha: FRIDAY, mercado: 71 }],
  [`${STATISTICS}/estadisticasMontoMercado`, { fecha: FRIDAY, mercado: 71 }],
  [`${STATISTICS}/estadisticasMercado`, { moneda: 'USD/COP', sector: 1 }],
  [`${STATISTICS}/estadisticasMercado`, { moneda: 'USD/COP', sector: 2 }],
  [`${CHARTS}/graficoMoneda`, { fecha: FRIDAY, moneda: 1, market: 71 }],
  [`${CHARTS}/graficoMonedaRT`, { fecha: FRIDAY, moneda: 1, market: 71 }],
  ...['graficoPrecios', 'graficoPromedios', 'graficoBollinger', 'graficoVelas'].flatMap((chart) =>
    ['1d', '5d', '1m', '6m', '1a'].map(
      (periodo) => [`${CHARTS}/${chart}`, { mercado: 71, moneda: 'USD/COP', periodo }] as const,
    ),
  ),
] as const

test.each(DELAYED_ROUTES)(
  '%s %j returns data with a delay of 15 minutes to a visitor who requests any shorter delay',
  async (path, body) => {
    const removeCursor = (body: unknown) => JSON.stringify(body).replace(/"secuencia":\d+/, '')
    const old = removeCursor((await post(path, { delay: 0, ...body }, past, LIVE_HEADERS)).json())
    const live = removeCursor((await post(path, { delay: 0, ...body }, friday, LIVE_HEADERS)).json())
    expect(live).not.toBe(old)
    for (const delay of [0, -1, '0', '15', 15, null, [0], { delay: 0 }, undefined]) {
      for (const headers of [{}, { authorization: 'Bearer tok-6b1f9c2e' }, { cookie: 'md_cliente=falsa' }]) {
        const reply = await post(path, { ...body, delay }, friday, headers)
        if (reply.statusCode === 200) expect(removeCursor(reply.json())).toBe(old)
        else expect([reply.statusCode, reply.json()]).toEqual([400, { message: expect.any(String) }])
      }
    }
  },
)

test('a visitor can request a longer delay', async () => {
  const reply = await post(`${STATISTICS}/estadisticasMontoMercado/`, toDayBody({ delay: 60 }))
  expect(reply.json().data.count).toBe(findVisibleDeals('spot', FRIDAY, NOW - 60 * MINUTE_MS, NOW).length)
})

test.each([
  ['with a trailing slash', `${STATISTICS}/estadisticasMontoMercado/`, toDayBody()],
  ['without a trailing slash', `${STATISTICS}/estadisticasMontoMercado`, toDayBody()],
  ['with numbers as text', `${STATISTICS}/estadisticasMontoMercado`, toDayBody({ mercado: '71', delay: '15' })],
  ['with unknown fields', `${STATISTICS}/estadisticasMontoMercado`, toDayBody({ token: 'x', nada: null })],
])('the server accepts a request %s', async (_how, url, body) => {
  const reply = await post(url, body)
  expect([reply.statusCode, reply.json().data.count]).toEqual([
    200,
    findVisibleDeals('spot', FRIDAY, NOW - 15 * MINUTE_MS, NOW).length,
  ])
})

test('the server accepts a date without leading zeros', async () => {
  const unpadded = await post(`${STATISTICS}/estadisticasPromedioCierre`, toDayBody({ fecha: '2026-11-9' }))
  const padded = await post(`${STATISTICS}/estadisticasPromedioCierre`, toDayBody({ fecha: '2026-11-09' }))
  expect([unpadded.statusCode, unpadded.json()]).toEqual([200, padded.json()])
})

/** Expects the data of a trading day, with its date if it is not the requested date. */
async function expectDayData(fecha: string, mercado: number, effective?: string) {
  const market = mercado === 71 ? 'spot' : 'nextday'
  const date = effective ?? fecha
  const until = date === FRIDAY ? NOW - 15 * MINUTE_MS : Infinity
  const expected = toFigures(findVisibleDeals(market, date, until, date === FRIDAY ? NOW : Infinity))
  const close = (await post(`${STATISTICS}/estadisticasPromedioCierre/`, toDayBody({ fecha, mercado }))).json().data
  const prices = (await post(`${STATISTICS}/estadisticasPrecioMercado/`, toDayBody({ fecha, mercado }))).json().data
  const amounts = (await post(`${STATISTICS}/estadisticasMontoMercado/`, toDayBody({ fecha, mercado }))).json().data
  const chart = (await post(`${CHARTS}/graficoMoneda/`, { fecha, moneda: 1, delay: 15, market: mercado })).json().result
  expect([close, prices, amounts, chart].map((data) => data.fecha_efectiva)).toEqual(Array(4).fill(effective))
  expect([close.close, prices.high, amounts.count, chart.labels.length]).toEqual([
    expected.close,
    expected.high,
    expected.count,
    expected.count,
  ])
}

test.each([
  ['the spot market on a Colombian holiday', '2026-11-13', '2026-11-16', 71],
  ['the next day market on a Saturday', '2026-11-13', '2026-11-14', 76],
  ['the spot market on a Sunday', '2026-11-13', '2026-11-15', 71],
  ['the spot market on a US holiday', '2026-11-10', '2026-11-11', 71],
  ['tomorrow', FRIDAY, '2026-11-21', 71],
  ['the next trading day', FRIDAY, '2026-11-23', 71],
  ['a day in a year', FRIDAY, '2027-11-21', 71],
])('a request for %s returns the data and the date of %s', (_what, effective, fecha, mercado) =>
  expectDayData(fecha, mercado, effective),
)

test.each([
  ['the next day market on a US holiday', '2026-11-11', 76],
  ['the spot market on a trading day', '2026-11-19', 71],
])('a request for %s returns the data of the requested day without a date', (_what, fecha, mercado) =>
  expectDayData(fecha, mercado),
)

test('an old day returns the same figures in the statistics and in the chart', async () => {
  for (const [fecha, mercado, market] of [
    ['2026-03-9', 71, 'spot'],
    ['2025-12-30', 76, 'nextday'],
  ] as const) {
    const date = fecha.replace('-9', '-09')
    const expected = toFigures(findVisibleDeals(market, date, Infinity, Infinity))
    const amounts = (await post(`${STATISTICS}/estadisticasMontoMercado`, toDayBody({ fecha, mercado }))).json().data
    const close = (await post(`${STATISTICS}/estadisticasPromedioCierre`, toDayBody({ fecha, mercado }))).json().data
    const request = { fecha, moneda: 1, delay: '15', market: mercado }
    const { result } = intradayReply.parse((await post(`${CHARTS}/graficoMoneda`, request)).json())
    expect([amounts.sum, amounts.count, amounts.low, close.avg, close.time]).toEqual([
      expected.sum,
      expected.count,
      expected.lowAmount,
      expected.avg,
      toIso(expected.time),
    ])
    expect([result.datasets[0]?.data.at(-1), result.labels.length]).toEqual([expected.close, expected.count])
    expect(result).not.toHaveProperty('secuencia')
  }
})

test.each([
  ['00:00', 15],
  ['07:58', 15],
  ['08:14', 15],
  ['10:39', 1_440],
])('at %s with a delay of %i minutes, only the TRM has a value', async (clock, delay) => {
  const early = await openApp('2026-11-19', clock)
  const body = { fecha: '2026-11-19', mercado: 71, delay }
  expect((await post(`${STATISTICS}/estadisticasPromedioCierre`, body, early)).json()).toEqual({
    data: { close: null, avg: null, time: null },
  })
  expect((await post(`${STATISTICS}/estadisticasMontoMercado`, body, early)).json()).toEqual({
    data: { sum: 0, close: null, avg: null, low: null, high: null, count: 0 },
  })
  const prices = (await post(`${STATISTICS}/estadisticasPrecioMercado`, body, early)).json().data
  expect(prices).toEqual({
    trm: expect.any(Number),
    trmchange: expect.stringMatching(/^(UP|DOWN)$/),
    open: null,
    openchange: 'SAME',
    low: null,
    lowchange: 'SAME',
    high: null,
    highchange: 'SAME',
    trm_anterior: expect.any(Number),
    open_anterior: expect.any(Number),
    low_anterior: expect.any(Number),
    high_anterior: expect.any(Number),
    close_anterior: expect.any(Number),
  })
  const chart = { fecha: '2026-11-19', moneda: 1, delay, market: 71 }
  const { result } = intradayReply.parse((await post(`${CHARTS}/graficoMoneda`, chart, early)).json())
  expect([result.labels, ...result.datasets.map(({ data }) => data)]).toEqual([[], [], []])
  await early.app.close()
})

test.each([
  ['2026-11-20', '10:40', '2026-11-20', undefined],
  ['2026-11-21', '12:00', FRIDAY, undefined],
  ['2026-11-16', '12:00', '2026-11-13', '2026-11-13'],
])('on %s at %s, the period charts end with the trading day %s', async (date, clock, tradingDay, effective) => {
  const served = await openApp(date, clock)
  for (const periodo of ['1d', '5d', undefined, '1m', '6m', '1a']) {
    const request = { mercado: 71, moneda: 'USD/COP', periodo }
    const { data } = periodReply.parse((await post(`${CHARTS}/graficoPrecios`, request, served, LIVE_HEADERS)).json())
    expect([data.labels.at(-1)?.slice(0, 10), data.fecha_efectiva]).toEqual([tradingDay, effective])
  }
  await served.app.close()
})

test('the price chart has one point per deal for 1d and one point per interval for longer periods', async () => {
  const request = (periodo: string, bandera = 0) => ({ mercado: '71', moneda: 'USD/COP', periodo, bandera })
  const readPrices = async (periodo: string, bandera?: number) =>
    periodReply.parse((await post(`${CHARTS}/graficoPrecios`, request(periodo, bandera), friday, LIVE_HEADERS)).json())
      .data
  const deals = findVisibleDeals('spot', FRIDAY, NOW, NOW)
  const day = await readPrices('1d')
  expect(day.labels).toEqual(deals.map(({ time }) => `${FRIDAY} ${formatTime(time)}`))
  expect(day.datasets.map(({ label, data }) => [label, data])).toEqual([
    ['Precio', deals.map(({ price }) => price)],
    ['Montos (Miles USD)', deals.map(({ amount }) => amount / 1000)],
  ])
  const week = await readPrices('5d')
  expect([...new Set(week.labels.map((label) => label.slice(0, 10)))]).toEqual([
    '2026-11-13',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
    FRIDAY,
  ])
  expect(week.labels.slice(-1)).toEqual([`${FRIDAY} 10:30`])
  expect((await readPrices('5d', 1)).labels.slice(-1)).toEqual([`${FRIDAY} 10:00`])
  const month = await readPrices('1m')
  const yesterday = toFigures(findVisibleDeals('spot', '2026-11-19', Infinity, Infinity))
  expect([
    month.labels[0],
    month.labels.at(-2),
    month.datasets[0]?.data.at(-2),
    month.datasets[1]?.data.at(-2),
  ]).toEqual(['2026-10-21', '2026-11-19', yesterday.close, yesterday.sum / 1000])
  expect((await readPrices('1a')).labels[0]).toBe('2025-11-21')
  expect((await readPrices('6m', 1)).labels.at(-1)).toBe('2026-11-16')
})

test('with a day, a chart has the points of the period before it, and none before the history (D126)', async () => {
  const readLabels = async (request: object) =>
    periodReply.parse(
      (
        await post(`${CHARTS}/graficoPrecios`, { mercado: 71, moneda: 'USD/COP', ...request }, friday, LIVE_HEADERS)
      ).json(),
    ).data.labels
  const month = await readLabels({ periodo: '1m', antes: '2026-10-21' })
  expect([month[0], month.at(-1)]).toEqual(['2026-09-21', '2026-10-20'])
  // The points of a year end where those of the month start.
  const year = await readLabels({ periodo: '1a' })
  const earlier = await readLabels({ periodo: '1a', antes: '2026-10-21' })
  expect(earlier.slice(-month.length)).toEqual(month)
  expect(year).toEqual([
    ...earlier.filter((label) => label >= (year[0] ?? '')),
    ...(await readLabels({ periodo: '1m' })),
  ])
  expect(await readLabels({ periodo: '1a', antes: '1950-01-01' })).toEqual([])
  expect(await readLabels({ periodo: '1m', antes: '2026-12-24' })).toEqual(await readLabels({ periodo: '1m' }))
  const sessions = await readLabels({ periodo: '5d', antes: FRIDAY, intervalo: '1h' })
  expect(sessions.at(-1)?.slice(0, 10)).toBe('2026-11-19')
})

test('averages, bands and candles use the closes of the price chart', async () => {
  const request = { mercado: 71, moneda: 'USD/COP', periodo: '1m' }
  const load = async (chart: string, overrides: object = {}) =>
    (await post(`${CHARTS}/${chart}`, { ...request, ...overrides }, friday, LIVE_HEADERS)).json()
  const closes = periodReply.parse(await load('graficoPrecios')).data.datasets[0]?.data ?? []
  const averages = periodReply.parse(await load('graficoPromedios')).data
  expect(averages.datasets.map(({ label }) => label)).toEqual(['Precio', 'Promedio 8', 'Promedio 13'])
  expect(averages.datasets[0]?.data).toEqual(closes)
  const eight = closes.slice(-8).reduce<number>((sum, close) => sum + (close ?? 0), 0) / 8
  expect(averages.datasets[1]?.data.at(-1)).toBeCloseTo(eight, 1)
  expect(averages.datasets.flatMap(({ data }) => data)).not.toContain(null)

  const bands = periodReply.parse(await load('graficoBollinger', { sma: '3', desv: 0 })).data
  expect(bands.datasets.map(({ label }) => label)).toEqual(['Precio', 'Superior', 'Media', 'Inferior'])
  expect(bands.datasets[1]?.data).toEqual(bands.datasets[3]?.data)
  const standard = periodReply.parse(await load('graficoBollinger')).data
  expect(standard.datasets[2]?.data).toHaveLength(closes.length)
  expect(standard.datasets[2]?.data).not.toContain(null)

  const candles = candlesReply.parse(await load('graficoVelas')).data
  expect(candles.datasets[0]?.data.map(({ c }) => c)).toEqual(closes)
  const today = toFigures(findVisibleDeals('spot', FRIDAY, NOW, NOW))
  expect(candles.datasets[0]?.data.at(-1)).toEqual({ o: today.open, h: today.high, l: today.low, c: today.close })
})

const DAY_ROUTES = ['estadisticasPromedioCierre', 'estadisticasPrecioMercado', 'estadisticasMontoMercado'].map(
  (name) => `${STATISTICS}/${name}`,
)
const BAD_REQUESTS: readonly (readonly [RegExp, unknown])[] = [
  ...['2026-02-30', '20-11-2026', '', 'ayer', 20_261_120, null, ['2026-11-20'], {}, '2026-13-01', '9'.repeat(300)].map(
    (fecha) => [/fecha/, toDayBody({ fecha })] as const,
  ),
  [/fecha/, toDayBody({ fecha: '2027-11-22' })],
  [/fecha/, toDayBody({ fecha: '9999-12-31' })],
  ...[72, '', 'spot', null, [71], {}, 1e300, true].map((mercado) => [/mercado/, toDayBody({ mercado })] as const),
  ...[-1, '-1', 1_441, 1e300, '1e3', null, [15], 'quince', 0.5, true].map(
    (delay) => [/retraso/, toDayBody({ delay })] as const,
  ),
  [/fecha|solicitud/, {}],
  [/solicitud/, null],
  [/solicitud/, []],
  [/solicitud/, 'texto'],
  [/solicitud/, 7],
]

test.each(BAD_REQUESTS)('the error message matches %s for the request %j', async (pattern, body) => {
  for (const url of DAY_ROUTES) {
    const reply = await post(url, body)
    expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringMatching(pattern)])
  }
})

test.each([
  ['graficoMoneda', /moneda/, { fecha: FRIDAY, moneda: 2, delay: 15 }],
  ['graficoMoneda', /mercado/, { fecha: FRIDAY, moneda: 1, delay: 15, market: 70 }],
  ['graficoMonedaRT', /fecha/, { fecha: '2026-00-10', moneda: 1, delay: 15 }],
  ['graficoMonedaRT', /fecha/, { fecha: '2031-01-01', moneda: 1, delay: 15 }],
  ['graficoPrecios', /periodo/, { mercado: 71, moneda: 'USD/COP', periodo: '2d' }],
  ['graficoPrecios', /intervalo/, { mercado: 71, moneda: 'USD/COP', periodo: '1d', intervalo: '2min' }],
  ['graficoPrecios', /antes/, { mercado: 71, moneda: 'USD/COP', periodo: '1m', antes: '2026-02-30' }],
  ['graficoPrecios', /moneda/, { mercado: 71, moneda: 'EUR/COP', periodo: '1d' }],
  ['graficoPromedios', /mercado/, { moneda: 'USD/COP', periodo: '1d' }],
  ['graficoVelas', /bandera/, { mercado: 71, moneda: 'USD/COP', bandera: 2 }],
  ['graficoBollinger', /sma/, { mercado: 71, moneda: 'USD/COP', sma: 0 }],
  ['graficoBollinger', /sma/, { mercado: 71, moneda: 'USD/COP', sma: 1e9 }],
  ['graficoBollinger', /desv/, { mercado: 71, moneda: 'USD/COP', desv: -1 }],
] as const)('the error message of %s matches %s for the request %j', async (chart, pattern, body) => {
  const reply = await post(`${CHARTS}/${chart}`, body)
  expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringMatching(pattern)])
})

test.each([3, '0', null, [1], 'uno'])(
  'the server refuses the sector %j with a message about the sector',
  async (sector) => {
    const reply = await post(`${STATISTICS}/estadisticasMercado`, { moneda: 'USD/COP', sector })
    expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringMatching(/sector/)])
  },
)

test.each(['2025-09-01', '1999-12-31'])(
  'a request for %s returns 404 with the first day that has data',
  async (fecha) => {
    for (const url of DAY_ROUTES) {
      const reply = await post(url, toDayBody({ fecha }))
      expect([reply.statusCode, reply.json().message]).toEqual([404, expect.stringMatching(/^No hay datos .*2025-10-/)])
    }
    const chart = await post(`${CHARTS}/graficoMoneda`, { fecha, moneda: 1, delay: 15 })
    expect(chart.statusCode).toBe(404)
  },
)

const get = (url: string) => friday.app.inject({ method: 'GET', url })

test.each([
  ['2026-11-11', true],
  ['2026-11-20', false],
  ['2026-11-9', false],
  ['2026-11-16', false],
  ['2026-12-25/', true],
])('feriados/%s returns %j', async (date, isHoliday) => {
  const reply = await get(`/api/market/users/feriados/${date}`)
  expect([reply.statusCode, reply.json()]).toEqual([200, isHoliday])
})

test.each(['2026-02-30', 'hoy'])('feriados/%s returns 400 with a message about the date', async (date) => {
  const reply = await get(`/api/market/users/feriados/${date}`)
  expect([reply.statusCode, reply.json()]).toEqual([400, { message: expect.stringMatching(/fecha/) }])
})

test.each([
  [
    '/api/market/cma/monedas/',
    'no-store',
    /^<table><thead><tr><th>De<\/th><th>A<\/th><th>Valor<\/th><th>Variación<\/th><\/tr>/,
  ],
  ['/api/market/bvc/acciones', 'no-cache', /<td>ECOPETROL<\/td><td>[\d,]+\.\d{2}<\/td><td>-?\d+\.\d{2}<\/td>/],
  ['/api/market/bvc/indices/', 'no-cache', /<td>MSCI COLCAP<\/td><td>[\d,]+\.\d{2}<\/td><td>-?\d+\.\d{2}<\/td>/],
])('%s returns an HTML table with the cache control %s', async (url, cacheControl, content) => {
  const reply = await get(url)
  expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
    200,
    'text/html; charset=utf-8',
    cacheControl,
  ])
  expect(reply.body).toMatch(content)
})

test('EUR/COP uses the dollar price that the audience can see', async () => {
  const readDollarPrice = async (served: TestApp, headers: Record<string, string> = {}) => {
    const { body } = await served.app.inject({ method: 'GET', url: '/api/market/cma/monedas/', headers })
    const readRate = (from: string, to: string) =>
      Number(new RegExp(`<td>${from}</td><td>${to}</td><td>([^<]*)</td>`).exec(body)?.[1]?.replace(',', ''))
    return readRate('EUR', 'COP') / readRate('EUR', 'USD')
  }
  const [visitor, client] = [await readDollarPrice(friday), await readDollarPrice(friday, LIVE_HEADERS)]
  const findPrice = (minutes: number) =>
    findVisibleDeals('spot', FRIDAY, NOW - minutes * MINUTE_MS, NOW).at(-1)?.price ?? 0
  expect(visitor).toBeCloseTo(findPrice(15), 0)
  expect(client).toBeCloseTo(findPrice(0), 0)
  expect(findPrice(0) - findPrice(15)).toBeGreaterThan(1)
})

test('the index route returns a chart, and the news route returns a sorted list', async () => {
  const index = indexSeriesReply.parse((await get('/api/market/bvc/indiceIGBC')).json())
  expect([index.datasets[0]?.label, index.labels[0], index.labels.length]).toEqual([
    'MSCI COLCAP',
    '09:30:00',
    index.datasets[0]?.data.length,
  ])
  const news = newsReply.parse((await get('/api/news/rss/')).json())
  const times = news.map(({ fecha }) => Date.parse(fecha ?? ''))
  expect(times).toEqual([...times].sort((one, other) => other - one))
  expect(times[0]).toBeLessThanOrEqual(NOW)
})

test('every reply has headers with the market time and the data source', async () => {
  const replies = await Promise.all([
    post(`${STATISTICS}/estadisticasMontoMercado`, toDayBody()),
    post(`${STATISTICS}/estadisticasMontoMercado`, toDayBody({ fecha: 'ayer' })),
    post(`${CHARTS}/graficoVelas`, { mercado: 71, moneda: 'USD/COP' }),
    get('/api/market/cma/monedas'),
    get('/api/market/users/feriados/2026-11-11'),
    get('/api/news/rss'),
  ])
  for (const { headers } of replies) {
    expect([headers['x-market-time'], headers['x-data-source']]).toEqual([String(NOW), 'simulado'])
  }
  expect(replies[0]?.headers['cache-control']).toBe('no-store')
})

test.each([
  ['a visitor', 0, '15', {}],
  ['a visitor', 40, '40', {}],
  ['a client', 0, '0', LIVE_HEADERS],
  ['a client', 7, '7', LIVE_HEADERS],
] as const)(
  '%s who requests a delay of %i minutes gets a header with the delay %s',
  async (_who, delay, served, headers) => {
    const intraday = { fecha: FRIDAY, moneda: 1, delay, market: 71 }
    const replies = await Promise.all([
      post(`${STATISTICS}/estadisticasPromedioCierre`, toDayBody({ delay }), friday, headers),
      post(`${CHARTS}/graficoMoneda`, intraday, friday, headers),
    ])
    expect(replies.map((reply) => reply.headers['x-market-delay'])).toEqual([served, served])
  },
)

test.each([
  ['a visitor', '15', {}],
  ['a client', '0', LIVE_HEADERS],
] as const)('%s who requests no delay gets a header with the delay %s', async (_who, served, headers) => {
  const replies = await Promise.all([
    post(`${STATISTICS}/estadisticasMercado`, { moneda: 'USD/COP', sector: 1 }, friday, headers),
    post(`${CHARTS}/graficoVelas`, { mercado: 71, moneda: 'USD/COP' }, friday, headers),
  ])
  expect(replies.map((reply) => reply.headers['x-market-delay'])).toEqual([served, served])
})

test('cached replies always equal the visible deals', async () => {
  const served = await openApp(FRIDAY, '10:00')
  const count = async (headers = {}) =>
    z
      .object({ data: z.object({ count: z.number() }) })
      .parse((await post(`${STATISTICS}/estadisticasMontoMercado`, toDayBody({ delay: 0 }), served, headers)).json())
      .data.count
  for (let minute = 0; minute < 40; minute += 1) {
    const now = served.market.reader.now()
    expect([await count(LIVE_HEADERS), await count()]).toEqual([
      findVisibleDeals('spot', FRIDAY, now, now).length,
      findVisibleDeals('spot', FRIDAY, now - 15 * MINUTE_MS, now).length,
    ])
    served.time.pass(MINUTE_MS)
    await served.market.tick()
  }
  await served.app.close()
})

test('the trading day changes at midnight', async () => {
  const served = await openApp('2026-11-19', '23:59')
  const body = { fecha: FRIDAY, mercado: 71, delay: 15 }
  const before = (await post(`${STATISTICS}/estadisticasMontoMercado`, body, served)).json().data
  expect([before.fecha_efectiva, before.count > 0]).toEqual(['2026-11-19', true])
  served.time.pass(MINUTE_MS)
  await served.market.tick()
  expect(toDate(served.market.reader.now())).toBe(FRIDAY)
  const after = (await post(`${STATISTICS}/estadisticasMontoMercado`, body, served)).json().data
  expect([after.fecha_efectiva, after.count]).toEqual([undefined, 0])
  await served.app.close()
})
