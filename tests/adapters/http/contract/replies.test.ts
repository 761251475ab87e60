import { afterEach, expect, test, vi } from 'vitest'
import {
  applicationTokenReply,
  loginReply,
  sessionReply,
  termsReply,
} from '#src/adapters/http/contract/identity/identity.ts'
import { candlesReply, intradayReply, periodReply } from '#src/adapters/http/contract/market/charts.ts'
import { dealsReply } from '#src/adapters/http/contract/market/deals.ts'
import {
  amountsReply,
  closeAndAverageReply,
  holidayReply,
  pricesReply,
  statisticsReply,
} from '#src/adapters/http/contract/market/market.ts'
import { indexSeriesReply, newsReply } from '#src/adapters/http/contract/market/quotes.ts'
import { STREAM_EVENTS } from '#src/adapters/http/contract/market/stream.ts'
import { doneReply, errorReply } from '#src/adapters/http/contract/values.ts'

const PRICES = {
  trm: 4081.44,
  trmchange: 'DOWN',
  open: 4079,
  openchange: 'DOWN',
  low: 4068.5,
  lowchange: 'DOWN',
  high: 4095,
  highchange: 'UP',
  trm_anterior: 4083.1,
  open_anterior: 4080.5,
  low_anterior: 4071.25,
  high_anterior: null,
  close_anterior: 4078.35,
}
const AMOUNTS = { sum: 1284650000, close: 500000, avg: 612321, low: 50000, high: 5000000, count: 2098 }
const CLOSE_AND_AVERAGE = { close: 4102.35, avg: 4101.62, time: '2026-11-20T12:43:09-05:00' }
const USER = {
  id: 'cli-demo',
  name: 'Camila Restrepo',
  email: 'demo@mercadodolar.example',
  key_expired: false,
  token: 'tok-6b1f9c2e',
  fecha_confirmacion: '2026-03-02T09:15:00-05:00',
}
const STATISTICS_ROW = {
  mercado: 'SPOT',
  moneda: 'USD/COP',
  plazo: 0,
  monto_acumulado: 1322400000,
  apertura: 4091,
  cierre: 4102.35,
  transacciones: 2150,
  promedio: 4101.6,
  precio_minimo: 4085.2,
  precio_maximo: 4118.9,
  monto_promedio: 615070,
  monto_minimo: 5000,
  monto_maximo: 5000000,
  monto_ultimo: 500000,
  fecha: '2026-11-20',
}

test.each([
  ['close and average', closeAndAverageReply, { data: CLOSE_AND_AVERAGE }],
  ['close and average before the first deal', closeAndAverageReply, { data: { close: null, avg: null, time: null } }],
  ['prices', pricesReply, { data: PRICES }],
  ['prices of another trading day', pricesReply, { data: { ...PRICES, fecha_efectiva: '2026-11-13' } }],
  ['amounts', amountsReply, { data: AMOUNTS }],
  ['statistics', statisticsReply, { result: [STATISTICS_ROW, { ...STATISTICS_ROW, mercado: 'NEXT', plazo: 1 }] }],
  ['holiday', holidayReply, true],
  [
    'intraday',
    intradayReply,
    {
      result: {
        labels: ['08:00:03'],
        datasets: [
          { label: 'Precios de cierre', data: [4091] },
          { label: 'Montos (Miles USD)', data: [500] },
        ],
        secuencia: 204117,
      },
    },
  ],
  [
    'averages',
    periodReply,
    { data: { labels: ['2026-11-20 08:00'], datasets: [{ label: 'Promedio 8', data: [null] }] } },
  ],
  [
    'candles',
    candlesReply,
    {
      data: {
        labels: ['2026-11-19'],
        datasets: [{ label: 'Velas', data: [{ o: 4094.2, h: 4109.6, l: 4086.3, c: 4096.4 }] }],
      },
    },
  ],
  ['index', indexSeriesReply, { labels: ['09:30:00'], datasets: [{ label: 'MSCI COLCAP', data: [1386.9] }] }],
  [
    'news',
    newsReply,
    [
      {
        id: 'not-118',
        headline: 'Titular',
        body: 'Texto',
        link: 'https://noticias.example/118',
        fecha: '2026-11-20T12:40:00-05:00',
      },
      { id: 'not-117', headline: 'Titular', body: '', link: null, fecha: null },
    ],
  ],
  [
    'snapshot',
    STREAM_EVENTS.snapshot,
    {
      mercado: 71,
      fecha: '2026-11-20',
      delay: 0,
      precioMercado: PRICES,
      montoMercado: AMOUNTS,
      promedioCierre: CLOSE_AND_AVERAGE,
    },
  ],
  ['deal', STREAM_EVENTS.deal, { id: 'op-71-20261120-2099', time: 1795196596000, price: 4102.4, amount: 250 }],
  ['annul', STREAM_EVENTS.annul, { id: 'op-71-20261120-2093' }],
  ['clock', STREAM_EVENTS.clock, { now: 1795196597000, delay: 0 }],
  ['heartbeat', STREAM_EVENTS.heartbeat, {}],
  ['closed', STREAM_EVENTS.closed, { message: 'Su sesión se abrió en otro equipo.' }],
  ['deals', dealsReply, { data: { aceptadas: 1, repetidas: 0, anuladas: 1 } }],
  ['login', loginReply, { status: 'success', user: USER }],
  ['login before the terms', loginReply, { status: 'success', user: { ...USER, fecha_confirmacion: null } }],
  ['refused login', loginReply, { status: 'SESSION_ACTIVE' }],
  ['session', sessionReply, { user: USER }],
  ['terms', termsReply, { status: 'success', fecha_confirmacion: '2026-11-21T09:43:15-05:00' }],
  ['logout', doneReply, { message: 'Sesión cerrada.' }],
  ['application token', applicationTokenReply, { token: 'app-3d7a51c0' }],
  ['error', errorReply, { message: 'La fecha no es válida.' }],
])('the schema accepts the documented reply: %s', (_, schema, reply) => {
  expect(schema.parse(reply)).toEqual(reply)
})

test.each([
  ['a price as text', pricesReply, { data: { ...PRICES, trm: '4081.44' } }],
  ['a direction in lower case', pricesReply, { data: { ...PRICES, trmchange: 'down' } }],
  ['a missing number', amountsReply, { data: { ...AMOUNTS, sum: undefined } }],
  ['NaN', closeAndAverageReply, { data: { ...CLOSE_AND_AVERAGE, close: Number.NaN } }],
  ['a time without a day', closeAndAverageReply, { data: { ...CLOSE_AND_AVERAGE, time: '12:43:09' } }],
  ['an invalid trading day', pricesReply, { data: { ...PRICES, fecha_efectiva: '2026-02-30' } }],
  ['an unpadded trading day', pricesReply, { data: { ...PRICES, fecha_efectiva: '2026-11-9' } }],
  ['a refused login with an unknown status', loginReply, { status: 'BLOCKED' }],
  ['a successful login without a user', loginReply, { status: 'success' }],
])('the schema rejects %s', (_, schema, reply) => {
  expect(schema.safeParse(reply).success).toBe(false)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('parsing a reply generates no code: the content security policy forbids generated code', () => {
  const sources: unknown[] = []
  const construct = (_: unknown, source: unknown) => {
    sources.push(source)
    return () => {}
  }
  vi.stubGlobal('Function', new Proxy(Function, { construct }))
  closeAndAverageReply.parse({ data: CLOSE_AND_AVERAGE })
  newsReply.parse([])
  expect(sources).toEqual([])
})
