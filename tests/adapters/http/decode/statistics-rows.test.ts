import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createMarketApi } from '#src/adapters/http/market-api.ts'
import { SECTORS } from '#src/domain/trading/market.ts'
import { createReplyClient } from '#tests/adapters/http/reply-client.ts'

const MALFORMED = { ok: false, error: { kind: 'malformed' } }

const WIRE = {
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
const ROW = {
  market: 'spot',
  term: 0,
  date: '2026-11-20',
  sum: 1322400000,
  open: 4091,
  close: 4102.35,
  count: 2150,
  average: 4101.6,
  low: 4085.2,
  high: 4118.9,
  averageAmount: 615070,
  lowAmount: 5000,
  highAmount: 5000000,
  lastAmount: 500000,
}

const ask = (body: unknown) => createMarketApi({ http: createReplyClient(body).http }).statistics(1)

test.each(SECTORS)('the table of sector %i is asked for', async (sector) => {
  const { http, calls } = createReplyClient({})
  await createMarketApi({ http }).statistics(sector)
  expect(calls).toEqual([{ path: '/api/estadisticas/estadisticasMercado', body: { moneda: 'USD/COP', sector } }])
})

const asText = Object.fromEntries(Object.entries(WIRE).map(([name, value]) => [name, String(value)]))

test.each([
  ['clean', { result: [WIRE] }],
  ['as data', { data: [WIRE] }],
  ['two levels down', { data: { result: [WIRE] } }],
  ['bare', [WIRE]],
  ['numbers as text', { result: [{ ...asText, monto_acumulado: '1,322,400,000', cierre: '4,102.35' }] }],
  [
    'other words and a day unpadded',
    { result: [{ ...WIRE, mercado: ' spot USD/COP', fecha: ' 2026-11-20', otra: 1 }] },
  ],
  ['the market by its number', { result: [{ ...WIRE, mercado: 71 }] }],
  ['the market by its number as text', { result: [{ ...WIRE, mercado: '71' }] }],
])('a row is read: %s', async (_, body) => {
  expect(await ask(body)).toEqual({ ok: true, value: [ROW] })
})

test('figures that are missing or no numbers are null', async () => {
  const { cierre: _, ...rest } = WIRE
  expect(await ask({ result: [{ ...rest, apertura: '4.091,00', promedio: null, transacciones: 'x' }] })).toEqual({
    ok: true,
    value: [{ ...ROW, close: null, open: null, average: null, count: null }],
  })
})

test('rows come spot first, then by terms, whatever their order on the wire', async () => {
  const rows = [
    { ...WIRE, mercado: 'NEXT', plazo: 3 },
    { ...WIRE, mercado: 'Next day', plazo: 1 },
    WIRE,
    { ...WIRE, mercado: '76', plazo: '2' },
  ]
  const answer = await ask({ result: rows })
  expect(answer.ok && answer.value.map(({ market, term }) => [market, term])).toEqual([
    ['spot', 0],
    ['nextday', 1],
    ['nextday', 2],
    ['nextday', 3],
  ])
})

test.each([
  { ...WIRE, mercado: 'FWD' },
  { ...WIRE, mercado: null },
  { ...WIRE, mercado: 'toString' },
  { ...WIRE, moneda: 'EUR/COP' },
  { ...WIRE, plazo: 'x' },
  { ...WIRE, fecha: '2026-02-30' },
  { ...WIRE, fecha: undefined },
  null,
  'x',
  [],
])('%#: what is no row is left out, and refused when there is nothing else', async (row) => {
  expect(await ask({ result: [row, WIRE] })).toEqual({ ok: true, value: [ROW] })
  expect(await ask({ result: [row] })).toEqual(MALFORMED)
})

test('a row that is said twice counts once, as it is said last', async () => {
  const rows = [{ ...WIRE, cierre: 1 }, { ...WIRE, plazo: 1 }, WIRE, { ...WIRE, fecha: '2026-11-19' }]
  expect(await ask({ result: rows })).toEqual({
    ok: true,
    value: [ROW, { ...ROW, date: '2026-11-19' }, { ...ROW, term: 1 }],
  })
})

test.each([{ moneda: ' usd/cop ' }, { moneda: undefined }])('%j is of the dollar', async (pair) => {
  expect(await ask({ result: [{ ...WIRE, ...pair }] })).toEqual({ ok: true, value: [ROW] })
})

test('a day without deals has no rows', async () => {
  expect(await ask({ result: [] })).toEqual({ ok: true, value: [] })
})

test.each(['<html></html>', '', '7', 'null', {}, { result: null }, { message: 'x' }, { result: { a: 1 } }])(
  '%#: what has no rows at all is refused',
  async (body) => {
    expect(await ask(body)).toEqual(MALFORMED)
  },
)

test('no reply makes the call throw', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        fc.array(fc.object()).map((result) => ({ result })),
      ),
      async (body) => {
        expect(typeof (await ask(body)).ok).toBe('boolean')
      },
    ),
  )
})
