import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createMarketApi } from '#src/adapters/http/market-api.ts'
import type { ChartQuery } from '#src/application/market/market-gateway.ts'
import { CHART_VIEWS } from '#src/domain/charting/chart-view.ts'
import { PERIODS } from '#src/domain/charting/intervals.ts'
import { instantOf } from '#src/domain/time/bogota.ts'
import { createReplyClient } from '#tests/adapters/http/reply-client.ts'

const QUERY = { view: 'prices', market: 'spot', period: '1m', narrow: false, date: '2026-11-20' } as const
const MALFORMED = { ok: false, error: { kind: 'malformed' } }

const ask = (body: unknown, query: Partial<ChartQuery> = {}) =>
  createMarketApi({ http: createReplyClient(body).http }).periodChart({ ...QUERY, ...query })

test.each(CHART_VIEWS.flatMap((view) => PERIODS.map((period) => ({ view, period }))))(
  'the chart $view of $period is asked for as documented',
  async ({ view, period }) => {
    const { http, calls } = createReplyClient({})
    await createMarketApi({ http }).periodChart({ ...QUERY, market: 'nextday', view, period, narrow: true })
    const own = {
      prices: ['/api/graficos/graficoPrecios', {}],
      averages: ['/api/graficos/graficoPromedios', {}],
      bollinger: ['/api/graficos/graficoBollinger', { sma: 20, desv: 2 }],
      candles: ['/api/graficos/graficoVelas', { bandera: 1 }],
    } as const
    const [path, more] = own[view]
    expect(calls).toEqual([{ path, body: { mercado: 76, moneda: 'USD/COP', periodo: period, ...more } }])
  },
)

test('candles of a wide page are asked for in narrow intervals', async () => {
  const { http, calls } = createReplyClient({})
  await createMarketApi({ http }).periodChart({ ...QUERY, view: 'candles' })
  expect(calls[0]?.body).toMatchObject({ mercado: 71, bandera: 0 })
})

const at = (time: string) => instantOf('2026-11-20', time)
const DAYS = [instantOf('2026-11-19', '00:00'), instantOf('2026-11-20', '00:00')]

const chart = (labels: readonly unknown[], ...datasets: (readonly unknown[])[]) => ({
  labels,
  datasets: datasets.map((data) => ({ data })),
})

const PRICES = chart(['2026-11-19', '2026-11-20'], [4096.4, 4102.35], [1_300_000, 1_284_650])
const FRAGMENT =
  "{labels:['2026-11-19',2026-11-20],datasets:[{label:'Precio',data:[4096.4,'4,102.35']},{data:['1,300,000',1284650]}]}"

test.each([
  ['clean', { data: PRICES }],
  ['at the top', PRICES],
  ['three levels down', { data: { data: { data: PRICES } } }],
  ['numbers as text', { data: chart(['2026-11-19', '2026-11-20'], ['4,096.40', '4102.35'], ['1,300,000', '1284650']) }],
  ['a fragment in a string', { result: [{ datos_grafico_precios: FRAGMENT }] }],
  ['the same without braces', { result: [{ datos: FRAGMENT.slice(1, -1) }] }],
  ['JSON in a string', { data: JSON.stringify(PRICES) }],
  ['days unpadded and out of order', chart([' 2026-11-20', '2026-11-19'], [4102.35, 4096.4], [1_284_650, 1_300_000])],
])('prices are read: %s', async (_, body) => {
  expect(await ask(body)).toEqual({
    ok: true,
    value: {
      session: '2026-11-20',
      value: {
        view: 'prices',
        starts: Float64Array.from(DAYS),
        closes: Float64Array.of(4096.4, 4102.35),
        amounts: Float64Array.of(1_300_000, 1_284_650),
      },
    },
  })
})

test('averages are read in their order, nothing where there are not enough closes yet', async () => {
  const labels = ['2026-11-20 08:00', '2026-11-20 08:05', '2026-11-20T08:10:00-05:00', '08:15']
  const body = { data: chart(labels, [1, 2, 3, 4], [null, null, 2.5, 3], [null, null, null, 2.25]) }
  expect(await ask(body, { view: 'averages', period: '1d' })).toEqual({
    ok: true,
    value: {
      session: '2026-11-20',
      value: {
        view: 'averages',
        starts: Float64Array.of(at('08:00'), at('08:05'), at('08:10'), at('08:15')),
        closes: Float64Array.of(1, 2, 3, 4),
        short: Float64Array.of(Number.NaN, Number.NaN, 2.5, 3),
        long: Float64Array.of(Number.NaN, Number.NaN, Number.NaN, 2.25),
      },
    },
  })
})

test('the band is read upper, middle, lower', async () => {
  const body = { data: chart(['2026-11-20'], [10], [13], [11], [9]) }
  expect(await ask(body, { view: 'bollinger' })).toMatchObject({
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

test('the session of a reply that names none is the reference date', async () => {
  expect(await ask({ data: { ...PRICES, fecha_efectiva: '2026-11-13' } })).toMatchObject({
    value: { session: '2026-11-13' },
  })
  expect(await ask({ data: PRICES, fecha_efectiva: '2026-11-9' })).toMatchObject({ value: { session: '2026-11-09' } })
  expect(await ask(PRICES, { date: '2026-11-15' })).toMatchObject({ value: { session: '2026-11-15' } })
})

test('a time of day belongs to the session that the reply names', async () => {
  const body = { data: { ...chart(['8:00'], [1], [1]), fecha_efectiva: '2026-11-13' } }
  const answer = await ask(body)
  expect(answer.ok && [...answer.value.value.starts]).toEqual([instantOf('2026-11-13', '08:00')])
})

async function closesOf(body: unknown) {
  const answer = await ask(body)
  if (!answer.ok || answer.value.value.view !== 'prices') throw new Error('no prices')
  const { starts, closes, amounts } = answer.value.value
  return { starts: [...starts], closes: [...closes], amounts: [...amounts] }
}

test.each([
  [
    'equal labels stay as they came',
    chart(['2026-11-20', '2026-11-19', '2026-11-20'], [1, 2, 3], [10, 20, 30]),
    [2, 1, 3],
    [20, 10, 30],
  ],
  [
    'a label that is no time leaves its point out',
    chart(['2026-11-19', 'x', '2026-02-30', '2026-11-20'], [1, 2, 3, 4], [1, 2, 3, 4]),
    [1, 4],
    [1, 4],
  ],
  ['a missing price is a gap', chart(['2026-11-19', '2026-11-20'], ['-', 2], [10, 20]), [Number.NaN, 2], [10, 20]],
  ['a missing amount is a gap', chart(['2026-11-19', '2026-11-20'], [1, 2], [10]), [1, 2], [10, Number.NaN]],
  ['without amounts', chart(['2026-11-19'], [1]), [1], [Number.NaN]],
  ['a point without any number is left out', chart(['2026-11-19', '2026-11-20'], [null, 2], ['', 20]), [2], [20]],
  ['numbers without a label are left out', chart(['2026-11-19'], [1, 2], [10, 20]), [1], [10]],
  ['ten times the price is what it says', chart(['2026-11-19'], ['41,000'], [1]), [41_000], [1]],
])('what is not whole: %s', async (_, body, closes, amounts) => {
  const read = await closesOf(body)
  expect(read.closes).toEqual(closes)
  expect(read.amounts).toEqual(amounts)
  expect(read.starts).toEqual(read.starts.toSorted((one, other) => one - other))
})

test.each(CHART_VIEWS)('%s without intervals are an empty chart', async (view) => {
  const answer = await ask({ data: { labels: [], datasets: [{ data: [] }] } }, { view })
  expect(answer).toMatchObject({ ok: true, value: { value: { view, starts: { length: 0 } } } })
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
])('%#: no view is read from what does not fit', async (body) => {
  for (const view of CHART_VIEWS) expect(await ask(body, { view })).toEqual(MALFORMED)
})

test('candles are not read as prices, nor prices as candles', async () => {
  const candles = { labels: ['2026-11-20'], datasets: [{ data: [{ o: 1, h: 3, l: 1, c: 2 }] }] }
  expect(await ask({ data: candles })).toEqual(MALFORMED)
  expect(await ask({ data: PRICES }, { view: 'candles' })).toEqual(MALFORMED)
})

test.each([
  [
    'clean',
    { data: { labels: ['2026-11-20'], datasets: [{ data: [{ o: 4091, h: 4118.9, l: 4085.2, c: 4102.35 }] }] } },
  ],
  [
    'numbers as text, more fields, three levels down',
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
    'a fragment in a string',
    { result: [{ datos: '{labels:[2026-11-20],datasets:[{data:[{o:4091,h:"4,118.9",l:4085.2,c:4102.35}]}]}' }] },
  ],
  [
    'incomplete ones left out',
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
])('candles are read: %s', async (_, body) => {
  expect(await ask(body, { view: 'candles' })).toEqual({
    ok: true,
    value: {
      session: '2026-11-20',
      value: {
        view: 'candles',
        starts: Float64Array.of(instantOf('2026-11-20', '00:00')),
        open: Float64Array.of(4091),
        high: Float64Array.of(4118.9),
        low: Float64Array.of(4085.2),
        close: Float64Array.of(4102.35),
      },
    },
  })
})

test.each([
  ['no candle counts', { labels: ['2026-11-20'], datasets: [{ data: [{ o: 1, h: 1, l: 1 }] }] }],
  ['no label counts', { labels: ['x'], datasets: [{ data: [{ o: 1, h: 1, l: 1, c: 1 }] }] }],
  ['the dataset is none', { labels: ['2026-11-20'], datasets: ['x'] }],
])('candles are refused: %s', async (_, data) => {
  expect(await ask({ data }, { view: 'candles' })).toEqual(MALFORMED)
})

test('candles out of order are put in the order of time', async () => {
  const candle = (c: number) => ({ o: c, h: c, l: c, c })
  const body = { labels: ['2026-11-20', '2026-11-18', '2026-11-19'], datasets: [{ data: [3, 1, 2].map(candle) }] }
  const answer = await ask(body, { view: 'candles' })
  expect(answer.ok && answer.value.value).toMatchObject({ close: Float64Array.of(1, 2, 3) })
})

const numberOrNot = fc.oneof(
  { weight: 8, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  fc.constantFrom<unknown>(null, 'x', '1.234,56', {}, []),
)
const dayOrNot = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 28 }).map((day) => `2026-11-${day}`) },
  fc.constantFrom<unknown>('', 'x', '2026-02-30', null, 7),
)

test('whatever the server sends, columns are as long as the instants, and these never fall', async () => {
  const list = <T>(item: fc.Arbitrary<T>) => fc.array(item, { maxLength: 30, size: 'max' })
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...CHART_VIEWS),
      list(dayOrNot),
      fc.array(list(numberOrNot), { maxLength: 5 }),
      async (view, labels, datasets) => {
        const answer = await ask({ data: chart(labels, ...datasets) }, { view })
        if (!answer.ok) return
        const { view: read, starts, ...columns } = answer.value.value
        expect(read).toBe(view)
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

test('no reply makes a chart throw, neither JSON nor text', async () => {
  const anything = fc.oneof(
    fc.json(),
    fc.string(),
    fc.string().map((text) => ({ data: `{labels:[${text}],datasets:[${text}]}` })),
  )
  await fc.assert(
    fc.asyncProperty(anything, fc.constantFrom(...CHART_VIEWS), async (body, view) => {
      expect(typeof (await ask(body, { view })).ok).toBe('boolean')
    }),
  )
})
