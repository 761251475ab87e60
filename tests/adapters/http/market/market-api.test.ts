import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createMarketApi } from '#src/adapters/http/market/market-api.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import { createReplyClient } from '#tests/adapters/http/reply-client.ts'

const QUERY = { date: '2026-11-20', market: 'spot', delay: 15 } as const
const LAST_TIME = toInstant('2026-11-20', '12:43:09')

const createApi = (body: unknown) => createMarketApi({ http: createReplyClient(body).http })

test.each([
  ['closeAndAverage', '/api/estadisticas/estadisticasPromedioCierre/'],
  ['prices', '/api/estadisticas/estadisticasPrecioMercado/'],
  ['amounts', '/api/estadisticas/estadisticasMontoMercado/'],
] as const)('%s sends the day, the market id and the delay', async (call, path) => {
  const { http, calls } = createReplyClient({})
  await createMarketApi({ http })[call]({ ...QUERY, market: 'nextday' })
  expect(calls).toEqual([{ path, body: { fecha: '2026-11-20', mercado: 76, delay: 15 } }])
})

test.each([
  [0, '/api/graficos/graficoMonedaRT/'],
  [1, '/api/graficos/graficoMoneda/'],
  [15, '/api/graficos/graficoMoneda/'],
])('intraday with a delay of %i minutes requests %s', async (delay, path) => {
  const { http, calls } = createReplyClient({})
  await createMarketApi({ http }).intraday({ ...QUERY, delay })
  expect(calls).toEqual([{ path, body: { fecha: '2026-11-20', moneda: 1, delay, market: 71 } }])
})

test.each([
  ['a clean reply', { data: { close: 4102.35, avg: 4101.62, time: '2026-11-20T12:43:09-05:00' } }],
  ['numbers as text', { data: { close: '4,102.35', avg: '4101.62', time: '12:43:09' } }],
  ['one more wrapper', { data: { data: { close: 4102.35, avg: 4101.62, time: '2026-11-20 12:43:09' } } }],
  ['a list of one item', { status: 'success', data: [{ close: 4102.35, avg: 4101.62, time: '12:43:09', otra: 1 }] }],
])('closeAndAverage reads %s', async (_, body) => {
  expect(await createApi(body).closeAndAverage(QUERY)).toEqual({
    ok: true,
    value: { tradingDay: '2026-11-20', value: { close: 4102.35, average: 4101.62, time: LAST_TIME } },
  })
})

test('closeAndAverage reads missing figures and numbers in Colombian format as null', async () => {
  expect(await createApi({ data: { close: null, avg: '4.101,62' } }).closeAndAverage(QUERY)).toEqual({
    ok: true,
    value: { tradingDay: '2026-11-20', value: { close: null, average: null, time: null } },
  })
})

test('closeAndAverage returns the trading day of the reply', async () => {
  const body = { data: { close: 4090, avg: 4091, time: '12:59:00', fecha_efectiva: '2026-11-13' } }
  expect(await createApi(body).closeAndAverage({ ...QUERY, date: '2026-11-16' })).toEqual({
    ok: true,
    value: {
      tradingDay: '2026-11-13',
      value: { close: 4090, average: 4091, time: toInstant('2026-11-13', '12:59:00') },
    },
  })
})

test('prices reads an unpadded trading day outside the data', async () => {
  const result = await createApi({ data: { trm: 1 }, fecha_efectiva: '2026-11-9' }).prices(QUERY)
  expect(result).toMatchObject({ ok: true, value: { tradingDay: '2026-11-09' } })
})

test('prices reads directions and maps an unknown direction to SAME', async () => {
  const body = {
    data: {
      trm: 4098.17,
      trmchange: 'up',
      open: '4,091.00',
      openchange: 'Down',
      low: 4085.2,
      lowchange: 'equal',
      high: 4118.9,
      open_anterior: '4,094.20',
      close_anterior: 4096.4,
    },
  }
  expect(await createApi(body).prices(QUERY)).toEqual({
    ok: true,
    value: {
      tradingDay: '2026-11-20',
      value: {
        trm: { value: 4098.17, change: 'UP', previous: null },
        open: { value: 4091, change: 'DOWN', previous: 4094.2 },
        low: { value: 4085.2, change: 'SAME', previous: null },
        high: { value: 4118.9, change: 'SAME', previous: null },
        previousClose: 4096.4,
      },
    },
  })
})

const AMOUNTS = { sum: 1284650000, avg: 612321, low: 50000, high: 5000000, count: 2098 }

test.each([
  ['close', { ...AMOUNTS, close: 500000 }, 500000],
  ['open when close is missing', { ...AMOUNTS, open: 500000 }, 500000],
  ['close when both are present', { ...AMOUNTS, close: 500000, open: 1 }, 500000],
  ['close, even when close is null', { ...AMOUNTS, close: null, open: 1 }, null],
])('amounts reads the last amount from %s', async (_, data, last) => {
  expect(await createApi({ data }).amounts(QUERY)).toEqual({
    ok: true,
    value: {
      tradingDay: '2026-11-20',
      value: { sum: 1284650000, last, average: 612321, low: 50000, high: 5000000, count: 2098 },
    },
  })
})

test.each(['closeAndAverage', 'prices', 'amounts', 'intraday'] as const)(
  '%s rejects malformed replies',
  async (call) => {
    for (const body of ['<html></html>', [], {}, { data: null }, { data: { message: 'x' } }, 'null', '7']) {
      expect(await createApi(body)[call](QUERY)).toEqual({ ok: false, error: { kind: 'malformed' } })
    }
  },
)

const CLEAN_CHART = {
  labels: ['08:00:03', '12:43:09'],
  datasets: [
    { label: 'Precios de cierre', data: [4091, 4102.35] },
    { label: 'Montos (Miles USD)', data: [500, 250] },
  ],
}
const OBJECT_LITERAL = [
  '{labels:[08:00:03,12:43:09],datasets:[',
  "{label:'Precios de cierre',data:[4091,4102.35]},",
  "{label:'Montos (Miles USD)',data:[500,250]}]}",
].join('')

const SERIES = {
  times: Float64Array.of(toInstant('2026-11-20', '08:00:03'), LAST_TIME),
  prices: Float64Array.of(4091, 4102.35),
  amounts: Float64Array.of(500, 250),
  sequence: null,
}

test.each([
  ['a clean reply', { result: CLEAN_CHART }],
  ['an object literal in a string', { status: 'success', result: [{ datos_grafico_moneda_mercado: OBJECT_LITERAL }] }],
  ['an object literal of the live chart', { result: [{ datos_grafico_moneda_mercado_rt: OBJECT_LITERAL }] }],
  [
    'an object literal without outer braces',
    { result: [{ datos_grafico_moneda_mercado: OBJECT_LITERAL.slice(1, -1) }] },
  ],
  ['JSON in a string', { result: JSON.stringify(CLEAN_CHART) }],
  ['a chart three levels down', { data: { data: { data: CLEAN_CHART } } }],
  [
    'numbers as text',
    { result: { ...CLEAN_CHART, datasets: [{ data: ['4,091.00', '4,102.35'] }, { data: ['500', '250'] }] } },
  ],
])('intraday reads %s', async (_, body) => {
  expect(await createApi(body).intraday(QUERY)).toEqual({
    ok: true,
    value: { tradingDay: '2026-11-20', value: SERIES },
  })
})

test('intraday reads the trading day and the stream cursor', async () => {
  const body = { result: { ...CLEAN_CHART, secuencia: 204117, fecha_efectiva: '2026-11-13' } }
  expect(await createApi(body).intraday(QUERY)).toMatchObject({
    ok: true,
    value: { tradingDay: '2026-11-13', value: { sequence: 204117, times: { 0: toInstant('2026-11-13', '08:00:03') } } },
  })
})

test('intraday returns an empty chart for a trading day without deals', async () => {
  const body = { result: { labels: [], datasets: [{ data: [] }, { data: [] }] } }
  expect(await createApi(body).intraday(QUERY)).toMatchObject({ ok: true, value: { value: { times: { length: 0 } } } })
})

const createChart = (labels: readonly unknown[], prices: readonly unknown[], amounts: readonly unknown[]) => ({
  result: { labels, datasets: [{ data: prices }, { data: amounts }] },
})

test('intraday sorts points by time and preserves the order of equal times', async () => {
  const body = createChart(['08:00:05', '08:00:03', '08:00:05', '08:00:03'], [1, 2, 3, 4], [10, 20, 30, 40])
  const result = await createApi(body).intraday(QUERY)
  expect(result.ok && [...result.value.value.prices]).toEqual([2, 4, 1, 3])
  expect(result.ok && [...result.value.value.amounts]).toEqual([20, 40, 10, 30])
})

test.each([
  ['lists of unequal length', createChart(['08:00:01', '08:00:02', '08:00:03'], [1, 2, 3, 4], [1, 2]), [1, 2]],
  ['a label that is not a time', createChart(['08:00:01', 'x', '08:00:03'], [1, 2, 3], [1, 2, 3]), [1, 3]],
  ['a price that is not a number', createChart(['08:00:01', '08:00:02', '08:00:03'], [1, null, 3], [1, 2, 3]), [1, 3]],
  ['an amount that is not a number', createChart(['08:00:01', '08:00:02', '08:00:03'], [1, 2, 3], [1, 2, '-']), [1, 2]],
])('intraday omits incomplete points: %s', async (_, body, prices) => {
  const result = await createApi(body).intraday(QUERY)
  expect(result.ok && [...result.value.value.prices]).toEqual(prices)
})

test.each([
  ['no complete point', createChart(['x'], [1], [1])],
  ['no amounts', { result: { labels: ['08:00:01'], datasets: [{ data: [1] }] } }],
  ['no lists', { result: { labels: {}, datasets: {} } }],
  ['a broken object literal', { result: [{ datos_grafico_moneda_mercado: '{labels:[08:00:03],datasets:[' }] }],
])('intraday rejects a chart with %s', async (_, body) => {
  expect(await createApi(body).intraday(QUERY)).toEqual({ ok: false, error: { kind: 'malformed' } })
})

/** Generates values of a reply with their decoded values. */
const createReplyValue = <T, R>(arbitrary: fc.Arbitrary<T>, decode: (value: T) => R) =>
  arbitrary.map((value) => ({ value, decoded: decode(value) }))
const createUnreadableValue = <T>(...values: readonly T[]) => createReplyValue(fc.constantFrom(...values), () => null)

test('intraday returns the complete points in ascending time for any reply', async () => {
  const anyTime = createReplyValue(fc.integer({ min: 0, max: 59 }), (second) => LAST_TIME - 9_000 + second * 1_000)
  const anyLabel = fc.oneof(
    {
      weight: 9,
      arbitrary: anyTime.map(({ value, decoded }) => ({ value: `12:43:${String(value).padStart(2, '0')}`, decoded })),
    },
    createUnreadableValue('x', '', '25:00:00'),
  )
  const anyNumber = createReplyValue(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => value)
  const anyFigure = fc.oneof({ weight: 9, arbitrary: anyNumber }, createUnreadableValue(null, 'x', '1.234,56'))
  const createList = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 40, size: 'max' })
  await fc.assert(
    fc.asyncProperty(
      createList(anyLabel),
      createList(anyFigure),
      createList(anyFigure),
      async (labels, prices, amounts) => {
        const points = labels.flatMap(({ decoded }, i) => {
          const [price, amount] = [prices[i]?.decoded ?? null, amounts[i]?.decoded ?? null]
          return decoded === null || price === null || amount === null ? [] : [{ time: decoded, price, amount }]
        })
        const orderedPoints = points.toSorted((one, other) => one.time - other.time)
        const [texts, ...columns] = [labels, prices, amounts].map((list) => list.map((item) => item.value))
        const result = await createApi(createChart(texts ?? [], columns[0] ?? [], columns[1] ?? [])).intraday(QUERY)
        expect(result.ok).toBe(orderedPoints.length > 0)
        if (!result.ok) return
        const series = result.value.value
        expect([...series.times]).toEqual(orderedPoints.map((point) => point.time))
        // JSON has no -0.
        expect([...series.prices]).toEqual(orderedPoints.map((point) => point.price + 0))
        expect([...series.amounts]).toEqual(orderedPoints.map((point) => point.amount + 0))
      },
    ),
  )
})

test('the market calls never throw', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async (body) => {
      const market = createApi(body)
      for (const call of ['closeAndAverage', 'prices', 'amounts', 'intraday'] as const) {
        expect(typeof (await market[call](QUERY)).ok).toBe('boolean')
      }
    }),
  )
})
