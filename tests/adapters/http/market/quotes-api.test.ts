// @vitest-environment happy-dom
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createInertParser } from '#src/adapters/browser/inert-document.ts'
import { parseCellNumber } from '#src/adapters/http/market/html-table.ts'
import { createQuotesApi } from '#src/adapters/http/market/quotes-api.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { createReplyClient } from '#tests/adapters/http/reply-client.ts'

const marketClock = {
  now: () => toInstant('2026-11-20', '12:43:15'),
  frozenSince: () => null,
  subscribe: () => () => {},
}
const parseHtml = createInertParser({ window })

const createApi = (body: unknown) => createQuotesApi({ http: createReplyClient(body).http, parseHtml, marketClock })

const CURRENCIES = `<table><thead><tr><th>De</th><th>A</th><th>Valor</th><th>Variación</th></tr></thead>
  <tbody><tr><td>EUR</td><td>USD</td><td>1.0842</td><td>0.0021</td></tr>
  <tr><td>EUR</td><td>COP</td><td>4,447.77</td><td>-3.10</td></tr>
  <tr><td>USD</td><td>CLP</td><td>941.20</td><td>0.00</td></tr></tbody></table>`

test('currencies reads the rows of its table', async () => {
  expect(await createApi(CURRENCIES).currencies()).toEqual({
    ok: true,
    value: [
      { from: 'EUR', to: 'USD', value: 1.0842, change: 0.0021 },
      { from: 'EUR', to: 'COP', value: 4447.77, change: -3.1 },
      { from: 'USD', to: 'CLP', value: 941.2, change: 0 },
    ],
  })
})

const ECOPETROL = { name: 'ECOPETROL', value: 1845, change: 0.82 }

test.each([
  ['a body', '<table><tbody><tr><td>ECOPETROL</td><td>1,845.00</td><td>0.82</td></tr></tbody></table>'],
  ['rows without a body', '<table><tr><td>ECOPETROL</td><td>1,845.00</td><td>0.82</td></tr></table>'],
  ['numbers with signs and units', '<table><tr><td>ECOPETROL</td><td>$ 1,845.00</td><td>+0.82 %</td></tr></table>'],
  [
    'text around the table',
    '\ufeff<p>Fuente: BVC</p><table><tr><td>ECOPETROL</td><td>1845</td><td>.82%</td></tr></table>fin',
  ],
  [
    'a heading of data cells',
    `<table><tr><td>Nombre</td><td>Valor</td><td>Variación</td></tr>
      <tr><td>ECOPETROL</td><td>1845</td><td>0.82</td></tr></table>`,
  ],
  [
    'markup in a cell',
    '<table><tr><td> <b>ECO</b>PETROL\n</td><td><span>1,845.00</span></td><td>0.82</td></tr></table>',
  ],
  ['more columns', '<table><tr><td>ECOPETROL</td><td>1845</td><td>0.82</td><td>hoy</td></tr></table>'],
  ['unclosed elements', '<table><tr><td>ECOPETROL<td>1845<td>0.82'],
])('stocks reads a table with %s', async (_, html) => {
  expect(await createApi(html).stocks()).toEqual({ ok: true, value: [ECOPETROL] })
})

test.each([
  ['too few cells', '<tr><td>ISA</td><td>19,380.00</td></tr>'],
  ['no name', '<tr><td> </td><td>19,380.00</td><td>0.1</td></tr>'],
  ['no value', '<tr><td>ISA</td><td>-</td><td>0.1</td></tr>'],
  ['no change', '<tr><td>ISA</td><td>19,380.00</td><td></td></tr>'],
  ['numbers in Colombian format', '<tr><td>ISA</td><td>19.380,00</td><td>0,1</td></tr>'],
  ['an empty row', '<tr></tr>'],
])('indices omits a row with %s', async (_, row) => {
  const html = `<table>${row}<tr><td>ECOPETROL</td><td>1845</td><td>0.82</td></tr></table>`
  expect(await createApi(html).indices()).toEqual({ ok: true, value: [ECOPETROL] })
})

test('stocks replaces white space in a name with one space', async () => {
  const html = '<table><tr><td>\n BANCO\n  DE&nbsp;BOGOTÁ </td><td>1</td><td>2</td></tr></table>'
  expect(await createApi(html).stocks()).toMatchObject({ ok: true, value: [{ name: 'BANCO DE BOGOTÁ' }] })
})

test('stocks returns an empty list for a table without rows', async () => {
  expect(await createApi('<table><thead><tr><th>Nombre</th></tr></thead></table>').stocks()).toEqual({
    ok: true,
    value: [],
  })
})

test.each([
  '<html><body>Mantenimiento</body></html>',
  '',
  '{"data":[]}',
  '<tr><td>ECOPETROL</td><td>1</td><td>2</td></tr>',
])('stocks returns malformed for a reply without a table: %s', async (body) => {
  expect(await createApi(body).stocks()).toEqual({ ok: false, error: { kind: 'malformed' } })
})

test('scripts in a table never run', async () => {
  const script = '<script>globalThis.ran = true</script>'
  const image = '<img src=x onerror="globalThis.ran = true">'
  const html = `<table><tr><td>ECOPETROL${script}</td><td>1845</td><td>0.82</td></tr></table>${image}`
  await createApi(html).stocks()
  expect(Object.hasOwn(globalThis, 'ran')).toBe(false)
})

test('each load requests its path', async () => {
  const { http, calls } = createReplyClient('<table></table>')
  const quotes = createQuotesApi({ http, parseHtml, marketClock })
  await quotes.currencies()
  await quotes.stocks()
  await quotes.indices()
  await quotes.indexSeries()
  expect(calls.map(({ path }) => path)).toEqual([
    '/api/cma/monedas/',
    '/api/bvc/acciones/',
    '/api/bvc/indices/',
    '/api/bvc/indiceIGBC/',
  ])
})

const SERIES = { labels: ['09:30:00', '12:43:00'], datasets: [{ label: 'MSCI COLCAP', data: [1386.9, 1396.4] }] }

test.each([
  ['a plain chart', SERIES],
  ['a chart in data', { data: SERIES }],
  [
    'a chart in a string',
    { result: [{ datos: "{labels:[09:30:00,12:43:00],datasets:[{label:'MSCI COLCAP',data:[1386.9,1396.4]}]}" }] },
  ],
])('indexSeries reads %s', async (_, body) => {
  expect(await createApi(body).indexSeries()).toEqual({
    ok: true,
    value: {
      name: 'MSCI COLCAP',
      times: Float64Array.of(toInstant('2026-11-20', '09:30:00'), toInstant('2026-11-20', '12:43:00')),
      values: Float64Array.of(1386.9, 1396.4),
    },
  })
})

test('indexSeries returns an empty index without points, and malformed without a dataset', async () => {
  const empty = await createApi({ labels: [], datasets: [{ data: [] }] }).indexSeries()
  expect(empty).toMatchObject({ ok: true, value: { name: '', times: { length: 0 } } })
  expect(await createApi({ labels: [], datasets: [] }).indexSeries()).toEqual({
    ok: false,
    error: { kind: 'malformed' },
  })
})

test('parseCellNumber reads any number with signs and units', () => {
  const unit = fc.constantFrom('', '$', '$ ', '%', ' %', '\u00a0')
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), unit, unit, (centavos, before, after) => {
      const text = (centavos / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
      expect(parseCellNumber(`${before}${text}${after}`)).toBe(centavos / 100)
    }),
  )
})

test('currencies never throws', async () => {
  const piece = fc.constantFrom(
    '<table>',
    '<tr>',
    '<td>',
    '</td>',
    '</tr>',
    '</table>',
    'ISA',
    '1,000.00',
    '<!--',
    '<script>',
    '&#',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece).map((pieces) => pieces.join('')),
      async (html) => {
        const { ok } = await createApi(html).currencies()
        expect(typeof ok).toBe('boolean')
      },
    ),
  )
})
