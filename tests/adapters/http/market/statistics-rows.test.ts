import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createMarketApi } from '#src/adapters/http/market/market-api.ts'
import { SECTORS } from '#src/domain/trading/market.ts'
import { createReplyClient } from '#tests/adapters/http/reply-client.ts'
import { SPOT_ROW } from '#tests/support/statistics.ts'

const MALFORMED = { ok: false, error: { kind: 'malformed' } }

const WIRE_ROW = {
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

const loadStatistics = (body: unknown) => createMarketApi({ http: createReplyClient(body).http }).statistics(1)

test.each(SECTORS)('statistics requests the sector %i', async (sector) => {
  const { http, calls } = createReplyClient({})
  await createMarketApi({ http }).statistics(sector)
  expect(calls).toEqual([{ path: '/api/estadisticas/estadisticasMercado', body: { moneda: 'USD/COP', sector } }])
})

const TEXT_ROW = Object.fromEntries(Object.entries(WIRE_ROW).map(([name, value]) => [name, String(value)]))

test.each([
  ['a clean reply', { result: [WIRE_ROW] }],
  ['a list in data', { data: [WIRE_ROW] }],
  ['a list two levels down', { data: { result: [WIRE_ROW] } }],
  ['a bare list', [WIRE_ROW]],
  ['numbers as text', { result: [{ ...TEXT_ROW, monto_acumulado: '1,322,400,000', cierre: '4,102.35' }] }],
  ['other spelling and spaces', { result: [{ ...WIRE_ROW, mercado: ' spot USD/COP', fecha: ' 2026-11-20', otra: 1 }] }],
  ['the market id', { result: [{ ...WIRE_ROW, mercado: 71 }] }],
  ['the market id as text', { result: [{ ...WIRE_ROW, mercado: '71' }] }],
])('statistics reads %s', async (_, body) => {
  expect(await loadStatistics(body)).toEqual({ ok: true, value: [SPOT_ROW] })
})

test('statistics reads missing and invalid figures as null', async () => {
  const { cierre: _, ...rest } = WIRE_ROW
  expect(
    await loadStatistics({ result: [{ ...rest, apertura: '4.091,00', promedio: null, transacciones: 'x' }] }),
  ).toEqual({
    ok: true,
    value: [{ ...SPOT_ROW, close: null, open: null, average: null, count: null }],
  })
})

test('statistics sorts rows by market and term', async () => {
  const rows = [
    { ...WIRE_ROW, mercado: 'NEXT', plazo: 3 },
    { ...WIRE_ROW, mercado: 'Next day', plazo: 1 },
    WIRE_ROW,
    { ...WIRE_ROW, mercado: '76', plazo: '2' },
  ]
  const result = await loadStatistics({ result: rows })
  expect(result.ok && result.value.map(({ market, term }) => [market, term])).toEqual([
    ['spot', 0],
    ['nextday', 1],
    ['nextday', 2],
    ['nextday', 3],
  ])
})

test.each([
  ['a row of an unknown market', { ...WIRE_ROW, mercado: 'FWD' }],
  ['a row without a market', { ...WIRE_ROW, mercado: null }],
  ['a row with the market toString', { ...WIRE_ROW, mercado: 'toString' }],
  ['a row of another currency pair', { ...WIRE_ROW, moneda: 'EUR/COP' }],
  ['a row with an invalid term', { ...WIRE_ROW, plazo: 'x' }],
  ['a row with an invalid date', { ...WIRE_ROW, fecha: '2026-02-30' }],
  ['a row without a date', { ...WIRE_ROW, fecha: undefined }],
  ['null', null],
  ['a text', 'x'],
  ['an empty list', []],
])('statistics omits %s from a list, and returns malformed when no valid row remains', async (_, row) => {
  expect(await loadStatistics({ result: [row, WIRE_ROW] })).toEqual({ ok: true, value: [SPOT_ROW] })
  expect(await loadStatistics({ result: [row] })).toEqual(MALFORMED)
})

test('statistics returns the last of the rows with the same market, term and day', async () => {
  const rows = [{ ...WIRE_ROW, cierre: 1 }, { ...WIRE_ROW, plazo: 1 }, WIRE_ROW, { ...WIRE_ROW, fecha: '2026-11-19' }]
  expect(await loadStatistics({ result: rows })).toEqual({
    ok: true,
    value: [SPOT_ROW, { ...SPOT_ROW, date: '2026-11-19' }, { ...SPOT_ROW, term: 1 }],
  })
})

test.each([' usd/cop ', undefined])('statistics reads a row with the currency pair %j as USD/COP', async (moneda) => {
  expect(await loadStatistics({ result: [{ ...WIRE_ROW, moneda }] })).toEqual({ ok: true, value: [SPOT_ROW] })
})

test('statistics returns no rows for an empty list', async () => {
  expect(await loadStatistics({ result: [] })).toEqual({ ok: true, value: [] })
})

test.each(['<html></html>', '', '7', 'null', {}, { result: null }, { message: 'x' }, { result: { a: 1 } }])(
  'statistics returns malformed for the reply %j, which has no list',
  async (body) => {
    expect(await loadStatistics(body)).toEqual(MALFORMED)
  },
)

test('statistics never throws', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        fc.array(fc.object()).map((result) => ({ result })),
      ),
      async (body) => {
        expect(typeof (await loadStatistics(body)).ok).toBe('boolean')
      },
    ),
  )
})
