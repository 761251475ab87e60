import { expect, test } from 'vitest'

import {
  bollingerRequest,
  intradayRequest,
  periodRequest,
  toBands,
  toIntradayQuery,
  toPeriodQuery,
} from '#src/adapters/http/contract/market/charts.ts'
import { reportedDeal, toDealReport } from '#src/adapters/http/contract/market/deals.ts'
import { dayRequest, statisticsRequest, toDayQuery, toSector } from '#src/adapters/http/contract/market/market.ts'

const DAY = { fecha: '2026-11-20', mercado: 71, delay: 15 }

test.each([
  [DAY, { date: '2026-11-20', market: 'spot', delay: 15 }],
  [
    { fecha: '2026-11-9', mercado: '76', delay: '15' },
    { date: '2026-11-09', market: 'nextday', delay: 15 },
  ],
  [
    { ...DAY, delay: 0, other: true },
    { date: '2026-11-20', market: 'spot', delay: 0 },
  ],
])('toDayQuery maps the request %j to %j', (request, query) => {
  expect(toDayQuery(dayRequest.parse(request))).toEqual(query)
})

test.each([
  ['fecha', '2026-02-30'],
  ['fecha', 'ayer'],
  ['fecha', 20261120],
  ['fecha', undefined],
  ['mercado', 72],
  ['mercado', ''],
  ['mercado', null],
  ['delay', -1],
  ['delay', 1.5],
  ['delay', 1_441],
  ['delay', ''],
  ['delay', '1e1'],
  ['delay', 'NaN'],
  ['delay', true],
])('a day request with %s %j fails with the name of that field', (field, value) => {
  const parsed = dayRequest.safeParse({ ...DAY, [field]: value })
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[field]])
})

test.each([0, 1, 1_440, '0', '1440'])('a day request accepts a delay of %j minutes', (delay) => {
  expect(dayRequest.safeParse({ ...DAY, delay }).success).toBe(true)
})

test('the default market of an intraday request is spot', () => {
  expect(toIntradayQuery(intradayRequest.parse({ fecha: '2026-11-20', moneda: 1, delay: '0' }))).toEqual({
    date: '2026-11-20',
    market: 'spot',
    delay: 0,
  })
})

test('the default period of a chart request is five days', () => {
  const request = periodRequest.parse({ mercado: '76', moneda: 'USD/COP', bandera: '1' })
  expect(toPeriodQuery(request)).toEqual({
    market: 'nextday',
    period: '5d',
    interval: null,
    narrow: true,
    before: null,
  })
})

test('Bollinger bands default to 20 points and 2 deviations', () => {
  const request = { mercado: 71, moneda: 'USD/COP', periodo: '1d' }
  expect(toBands(bollingerRequest.parse(request))).toEqual({ points: 20, deviations: 2 })
  expect(toBands(bollingerRequest.parse({ ...request, sma: '3', desv: '1.5' }))).toEqual({ points: 3, deviations: 1.5 })
})

test.each([
  [{ sma: 0 }, 'sma'],
  [{ sma: 501 }, 'sma'],
  [{ desv: -0.1 }, 'desv'],
  [{ desv: 10.1 }, 'desv'],
  [{ desv: '' }, 'desv'],
  [{ bandera: 2 }, 'bandera'],
  [{ periodo: '2d' }, 'periodo'],
  [{ moneda: 'EUR/COP' }, 'moneda'],
])('a Bollinger request with %j fails with the name of the field', (changes, field) => {
  const parsed = bollingerRequest.safeParse({ mercado: 71, moneda: 'USD/COP', ...changes })
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[field]])
})

test('a statistics request accepts the sector as a number or text', () => {
  expect(toSector(statisticsRequest.parse({ moneda: 'USD/COP', sector: '2' }))).toBe(2)
  expect(toSector(statisticsRequest.parse({ moneda: 'USD/COP', sector: 1 }))).toBe(1)
  expect(statisticsRequest.safeParse({ moneda: 'USD/COP', sector: 3 }).success).toBe(false)
})

const DEAL = {
  id: 'op-71-20261120-2099',
  mercado: 71,
  plazo: 0,
  sector: 1,
  origen: 'negociada',
  hora: '2026-11-20T12:43:16-05:00',
  precio: 4102.4,
  monto: 250_000,
}

test('toDealReport maps a deal', () => {
  expect(toDealReport(reportedDeal.parse(DEAL))).toEqual({
    id: 'op-71-20261120-2099',
    market: 'spot',
    term: 0,
    sector: 1,
    origin: 'negotiated',
    time: 1795196596000,
    price: 4102.4,
    amount: 250_000,
  })
})

test.each([
  [{ plazo: 1 }, 'plazo'],
  [{ mercado: 76 }, 'plazo'],
  [{ mercado: 76, plazo: 4 }, 'plazo'],
  [{ sector: 3 }, 'sector'],
  [{ origen: 'otra' }, 'origen'],
  [{ hora: '12:43:16' }, 'hora'],
  [{ precio: 0 }, 'precio'],
  [{ precio: 4102.405 }, 'precio'],
  [{ monto: 0 }, 'monto'],
  [{ monto: 0.5 }, 'monto'],
  [{ id: '' }, 'id'],
])('a deal with %j fails with the name of the field', (changes, field) => {
  const parsed = reportedDeal.safeParse({ ...DEAL, ...changes })
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([[field]])
})
