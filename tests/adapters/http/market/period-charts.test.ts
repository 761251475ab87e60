import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createMarketApi } from '#src/adapters/http/market/market-api.ts'
import type { ChartQuery } from '#src/application/market/ports.ts'
import { CHART_VIEWS } from '#src/domain/charting/chart-view.ts'
import { PERIODS } from '#src/domain/charting/intervals.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { createReplyClient } from '#tests/adapters/http/reply-client.ts'

const QUERY = { view: 'prices', market: 'spot', period: '1m', narrow: false, date: '2026-11-20' } as const
const MALFORMED = { ok: false, error: { kind: 'malformed' } }

const loadChart = (body: unknown, query: Partial<ChartQuery> = {}) =>
  createMarketApi({ http: createReplyClient(body).http }).periodChart({ ...QUERY, ...query })

test.each(CHART_VIEWS.flatMap((view) => PERIODS.map((period) => ({ view, period }))))(
  'the chart $view of $period sends the documented request',
  async ({ view, period }) => {
    const { http, calls } = createReplyClient({})
    await createMarketApi({ http }).periodChart({ ...QUERY, market: 'nextday', view, period, narrow: true })
    const expected = {
      prices: ['/api/graficos/graficoPrecios', {}],
      averages: ['/api/graficos/graficoPromedios', {}],
      bollinger: ['/api/graficos/graficoBollinger', { sma: 20, desv: 2 }],
      candles: ['/api/graficos/graficoVelas', { bandera: 1 }],
    } as const
    const [path, fields] = expected[view]
    expect(calls).toEqual([{ path, body: { mercado: 76, moneda: 'USD/COP', periodo: period, ...fields } }])
  },
)

test('the chart of candles requests the finer intervals when `narrow` is false', async () => {
  const { http, calls } = createReplyClient({})
  await createMarketApi({ http }).periodChart({ ...QUERY, view: 'candles' })
  expect(calls[0]?.body).toMatchObject({ mercado: 71, bandera: 0 })
})

test('the request of a chart has the interval that the user chose (D126)', async () => {
  const { http, calls } = createReplyClient({})
  await createMarketApi({ http }).periodChart({ ...QUERY, view: 'prices', period: '6m', interval: 'week' })
  expect(calls[0]?.body).toMatchObject({ periodo: '6m', intervalo: 'semana' })
})

test('the request of earlier points has the day that ends them (D126)', async () => {
  const { http, calls } = createReplyClient({})
  await createMarketApi({ http }).periodChart({ ...QUERY, view: 'candles', before: '2026-10-21' })
  expect(calls[0]?.body).toMatchObject({ periodo: '1m', antes: '2026-10-21' })
})

const toDayInstant = (time: string) => toInstant('2026-11-20', time)
const DAYS = [toInstant('2026-11-19', '00:00'), toInstant('2026-11-20', '00:00')]

const createChart = (labels: readonly unknown[], ...datasets: (readonly unknown[])[]) => ({
  labels,
  datasets: datasets.map((data) => ({ data })),
})

const PRICES = createChart(['2026-11-19', '2026-11-20'], [4096.4, 4102.35], [1_300_000, 1_284_650])
const OBJECT_LITERAL =
  "{labels:['2026-11-19',2026-11-20],datasets:[{label:'Precio',data:[4096.4,'4,102.35']},{data:['1,300,000',1284650]}]}"

test.each([
  ['clean data', { data: PRICES }],
  ['data at the top level', PRICES],
  ['data three levels down', { data: { data: { data: PRICES } } }],
  [
    'numbers as text',
    { data: createChart(['2026-11-19', '2026-11-20'], ['4,096.40', '4102.35'], ['1,300,000', '1284650']) },
  ],
  ['an object literal in a string', { result: [{ datos_grafico_precios: OBJECT_LITERAL }] }],
  ['an object literal without outer braces in a string', { result: [{ datos: OBJECT_LITERAL.slice(1, -1) }] }],
  ['JSON in a string', { data: JSON.stringify(PRICES) }],
  [
    'days with a space and out of order',
    createChart([' 2026-11-20', '2026-11-19'], [4102.35, 4096.4], [1_284_650, 1_300_000]),
  ],
])('the chart of prices reads %s', async (_, body) => {
  expect(await loadChart(body)).toEqual({
    ok: true,
    value: {
      tradingDay: '2026-11-20',
      value: {
        view: 'prices',
        starts: Float64Array.from(DAYS),
        closes: Float64Array.of(4096.4, 4102.35),
        amounts: Float64Array.of(1_300_000, 1_284_650),
      },
    },
  })
})

test('the chart of averages reads null as a gap', async () => {
  const labels = ['2026-11-20 08:00', '2026-11-20 08:05', '2026-11-20T08:10:00-05:00', '08:15']
  const body = { data: createChart(labels, [1, 2, 3, 4], [null, null, 2.5, 3], [null, null, null, 2.25]) }
  expect(await loadChart(body, { view: 'averages', period: '1d' })).toEqual({
    ok: true,
    value: {
      tradingDay: '2026-11-20',
      value: {
        view: 'averages',
        starts: Float64Array.of(
          toDayInstant('08:00'),
          toDayInstant('08:05'),
          toDayInstant('08:10'),
          toDayInstant('08:15'),
        ),
        closes: Float64Array.of(1, 2, 3, 4),
        short: Float64Array.of(Number.NaN, Number.NaN, 2.5, 3),
        long: Float64Array.of(Number.NaN, Number.NaN, Number.NaN, 2.25),
      },
    },
  })
})

test('the Bollinger chart reads the upper, middle and lower line', async () => {
  const body = { data: createChart(['2026-11-20'], [10], [13], [11], [9]) }
  expect(await loadChart(body, { view: 'bollinger' })).toMatchObject({
    value: {
      value: {
        view: 'bollinger',
        closes: Float64Array.of(10),
        upper: Float64Array.of(13),
        middle: Float64Array.of(11),
        lower: Float64Array.of(9),
      },
    },
  })
})

test('a chart has the trading day of its reply, or else the requested day', async () => {
  expect(await loadChart({ data: { ...PRICES, fecha_efectiva: '2026-11-13' } })).toMatchObject({
    value: { tradingDay: '2026-11-13' },
  })
  expect(await loadChart({ data: PRICES, fecha_efectiva: '2026-11-9' })).toMatchObject({
    value: { tradingDay: '2026-11-09' },
  })
  expect(await loadChart(PRICES, { date: '2026-11-15' })).toMatchObject({ value: { tradingDay: '2026-11-15' } })
})

test('a time without a date belongs to the trading day of the reply', async () => {
  const body = { data: { ...createChart(['8:00'], [1], [1]), fecha_efectiva: '2026-11-13' } }
  const result = await loadChart(body)
  expect(result.ok && [...result.value.value.starts]).toEqual([toInstant('2026-11-13', '08:00')])
})

async function loadPrices(body: unknown) {
  const result = await loadChart(body)
  if (!result.ok || result.value.value.view !== 'prices') throw new Error('no prices')
  const { starts, closes, amounts } = result.value.value
  return { starts: [...starts], closes: [...closes], amounts: [...amounts] }
}

test.each([
  [
    'equal labels preserve their order',
    createChart(['2026-11-20', '2026-11-19', '2026-11-20'], [1, 2, 3], [10, 20, 30]),
    [2, 1, 3],
    [20, 10, 30],
  ],
  [
    'a point with an invalid label is omitted',
    createChart(['2026-11-19', 'x', '2026-02-30', '2026-11-20'], [1, 2, 3, 4], [1, 2, 3, 4]),
    [1, 4],
    [1, 4],
  ],
  [
    'a missing price is a gap',
    createChart(['2026-11-19', '2026-11-20'], ['-', 2], [10, 20]),
    [Number.NaN, 2],
    [10, 20],
  ],
  ['a missing amount is a gap', createChart(['2026-11-19', '2026-11-20'], [1, 2], [10]), [1, 2], [10, Number.NaN]],
  ['all amounts are gaps without a second dataset', createChart(['2026-11-19'], [1]), [1], [Number.NaN]],
  ['a point without a number is omitted', createChart(['2026-11-19', '2026-11-20'], [null, 2], ['', 20]), [2], [20]],
  ['numbers without a label are omitted', createChart(['2026-11-19'], [1, 2], [10, 20]), [1], [10]],
  ['a price ten times higher is not corrected', createChart(['2026-11-19'], ['41,000'], [1]), [41_000], [1]],
])('in the chart of prices, %s', async (_, body, closes, amounts) => {
  const prices = await loadPrices(body)
  expect(prices.closes).toEqual(closes)
  expect(prices.amounts).toEqual(amounts)
  expect(prices.starts).toEqual(prices.starts.toSorted((one, other) => one - other))
})

test.each(CHART_VIEWS)('the view %s returns an empty chart for a reply without intervals', async (view) => {
  const result = await loadChart({ data: { labels: [], datasets: [{ data: [] }] } }, { view })
  expect(result).toMatchObject({ ok: true, value: { value: { view, starts: { length: 0 } } } })
})

test.each([
  '<html><body>502 Bad Gateway</body></html>',
  '',
  '7',
  'null',
  [],
  {},
  { data: null },
  { data: { labels: {}, datasets: {} } },
  { data: { labels: ['x'], datasets: [{ data: [1] }] } },
  { data: { labels: ['2026-11-20'], datasets: [] } },
  { data: { labels: ['2026-11-20'], datasets: [{ data: ['—'] }] } },
  { data: '{labels:[2026-11-20],datasets:[' },
])('every view rejects the malformed reply %j', async (body) => {
  for (const view of CHART_VIEWS) expect(await loadChart(body, { view })).toEqual(MALFORMED)
})

test('the chart of prices rejects candles, and the chart of candles rejects prices', async () => {
  const candles = { labels: ['2026-11-20'], datasets: [{ data: [{ o: 1, h: 3, l: 1, c: 2 }] }] }
  expect(await loadChart({ data: candles })).toEqual(MALFORMED)
  expect(await loadChart({ data: PRICES }, { view: 'candles' })).toEqual(MALFORMED)
})

test.each([
  [
    'clean data',
    { data: { labels: ['2026-11-20'], datasets: [{ data: [{ o: 4091, h: 4118.9, l: 4085.2, c: 4102.35 }] }] } },
  ],
  [
    'numbers as text and an additional field, two levels down',
    {
      data: {
        data: {
          labels: ['2026-11-20'],
          datasets: [{ data: [{ x: 1, o: '4,091', h: '4,118.90', l: '4085.2', c: '4,102.35' }] }],
        },
      },
    },
  ],
  [
    'an object literal in a string',
    { result: [{ datos: '{labels:[2026-11-20],datasets:[{data:[{o:4091,h:"4,118.9",l:4085.2,c:4102.35}]}]}' }] },
  ],
  [
    'complete candles only',
    {
      data: {
        labels: ['2026-11-18', 'x', '2026-11-20', '2026-11-21'],
        datasets: [
          {
            data: [
              { o: 1, h: null, l: 1, c: 1 },
              { o: 1, h: 1, l: 1, c: 1 },
              { o: 4091, h: 4118.9, l: 4085.2, c: 4102.35 },
              null,
            ],
          },
        ],
      },
    },
  ],
])('the chart of candles reads %s', async (_, body) => {
  expect(await loadChart(body, { view: 'candles' })).toEqual({
    ok: true,
    value: {
      tradingDay: '2026-11-20',
      value: {
        view: 'candles',
        starts: Float64Array.of(toInstant('2026-11-20', '00:00')),
        open: Float64Array.of(4091),
        high: Float64Array.of(4118.9),
        low: Float64Array.of(4085.2),
        close: Float64Array.of(4102.35),
      },
    },
  })
})

test.each([
  ['no complete candle', { labels: ['2026-11-20'], datasets: [{ data: [{ o: 1, h: 1, l: 1 }] }] }],
  ['no valid label', { labels: ['x'], datasets: [{ data: [{ o: 1, h: 1, l: 1, c: 1 }] }] }],
  ['a dataset that is text', { labels: ['2026-11-20'], datasets: ['x'] }],
])('the chart of candles rejects data with %s', async (_, data) => {
  expect(await loadChart({ data }, { view: 'candles' })).toEqual(MALFORMED)
})

test('the chart of candles sorts candles by time', async () => {
  const createCandle = (c: number) => ({ o: c, h: c, l: c, c })
  const body = { labels: ['2026-11-20', '2026-11-18', '2026-11-19'], datasets: [{ data: [3, 1, 2].map(createCandle) }] }
  const result = await loadChart(body, { view: 'candles' })
  expect(result.ok && result.value.value).toMatchObject({ close: Float64Array.of(1, 2, 3) })
})

const numberOrInvalid = fc.oneof(
  { weight: 8, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  fc.constantFrom<unknown>(null, 'x', '1.234,56', {}, []),
)
const dayOrInvalid = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${day}`) },
  fc.constantFrom<unknown>('', 'x', '2026-02-30', null, 7),
)

test('a chart has columns of equal length and ascending starts for any reply', async () => {
  const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 30, size: 'max' })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...CHART_VIEWS),
      list(dayOrInvalid),
      fc.array(list(numberOrInvalid), { maxLength: 5 }),
      async (view, labels, datasets) => {
        const result = await loadChart({ data: createChart(labels, ...datasets) }, { view })
        if (!result.ok) return
        const { view: chartView, starts, ...columns } = result.value.value
        expect(chartView).toBe(view)
        expect([...starts]).toEqual([...starts].toSorted((one, other) => one - other))
        expect(starts.every(Number.isFinite)).toBe(true)
        for (const column of Object.values(columns)) {
          expect(column).toHaveLength(starts.length)
          expect(column.some((value) => Math.abs(value) === Infinity)).toBe(false)
        }
      },
    ),
  )
})

test('periodChart never throws', async () => {
  const anything = fc.oneof(
    fc.json(),
    fc.string(),
    fc.string().map((text) => ({ data: `{labels:[${text}],datasets:[${text}]}` })),
  )
  await fc.assert(
    fc.asyncProperty(anything, fc.constantFrom(...CHART_VIEWS), async (body, view) => {
      expect(typeof (await loadChart(body, { view })).ok).toBe('boolean')
    }),
  )
})
