import { candlesReply, periodReply } from '#src/adapters/http/contract/charts.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { cleanCandles, cleanChart } from '#src/adapters/http/decode/loose-chart.ts'
import { dayOf, instantOn } from '#src/adapters/http/decode/loose-values.ts'
import type { SessionReader } from '#src/adapters/http/decode/session-figures.ts'
import type { ChartQuery } from '#src/application/market/market-gateway.ts'
import type { ChartView } from '#src/domain/charting/chart-view.ts'
import { BOLLINGER_DEVIATIONS, BOLLINGER_WINDOW } from '#src/domain/charting/indicators.ts'
import type { PeriodChart } from '#src/domain/charting/period-chart.ts'
import { type BogotaDate, type Instant, instantOf } from '#src/domain/time/bogota.ts'
import { CURRENCY_PAIR, MARKET_IDS } from '#src/domain/trading/market.ts'

/** How a view's chart is asked for and read. */
interface ChartCall {
  readonly path: string
  readonly more: (query: ChartQuery) => Readonly<Record<string, number>>
  readonly read: SessionReader<PeriodChart>
}

/** A point's place in its reply and the instant that its label says. */
interface Place {
  readonly at: number
  readonly start: Instant
}

/** The instant of a label: a day's midnight, or what a deal's label may be. */
function startOf(session: BogotaDate, label: string): Instant | null {
  const day = dayOf(label)
  return day === null ? instantOn(session, label) : instantOf(day, '00:00')
}

/** Places whose label is a time and that `counts` says count, in the order of time; equal times stay as they came. */
function placesOf(labels: readonly string[], session: BogotaDate, counts: (at: number) => boolean): readonly Place[] {
  const places = labels.flatMap((label, at) => {
    const start = counts(at) ? startOf(session, label) : null
    return start === null ? [] : [{ at, start }]
  })
  return places.sort((one, other) => one.start - other.start)
}

const startsOf = (places: readonly Place[]) => Float64Array.from(places, ({ start }) => start)

const columnOf = (places: readonly Place[], valueAt: (at: number) => number | null | undefined) =>
  Float64Array.from(places, ({ at }) => valueAt(at) ?? Number.NaN)

/** Points without a single number are left out, and nothing is left of a chart of which none counts. */
function readLines(body: unknown, asked: BogotaDate) {
  const parsed = periodReply.safeParse({ data: cleanChart(body) })
  if (!parsed.success) return null
  const { labels, datasets, fecha_efectiva: session = asked } = parsed.data.data
  const places = placesOf(labels, session, (at) => datasets.some(({ data }) => typeof data[at] === 'number'))
  if (labels.length > 0 && places.length === 0) return null
  return {
    session,
    starts: startsOf(places),
    column: (dataset: number) => columnOf(places, (at) => datasets[dataset]?.data[at]),
  }
}

type Lines = NonNullable<ReturnType<typeof readLines>>

const lines =
  (chartOf: (lines: Lines) => PeriodChart): SessionReader<PeriodChart> =>
  (body, asked) => {
    const read = readLines(body, asked)
    return read && { session: read.session, value: chartOf(read) }
  }

/** A candle counts when its label is a time and it has its four prices. */
const readCandles: SessionReader<PeriodChart> = (body, asked) => {
  const parsed = candlesReply.safeParse({ data: cleanCandles(body) })
  if (!parsed.success) return null
  const { labels, datasets, fecha_efectiva: session = asked } = parsed.data.data
  const candles = datasets[0]?.data ?? []
  const places = placesOf(labels, session, (at) => candles[at] !== undefined)
  if (labels.length > 0 && places.length === 0) return null
  const column = (price: 'o' | 'h' | 'l' | 'c') => columnOf(places, (at) => candles[at]?.[price])
  return {
    session,
    value: {
      view: 'candles',
      starts: startsOf(places),
      open: column('o'),
      high: column('h'),
      low: column('l'),
      close: column('c'),
    },
  }
}

const nothing = () => ({})

export const CHART_CALLS: Readonly<Record<ChartView, ChartCall>> = {
  prices: {
    path: MARKET_PATHS.priceChart,
    more: nothing,
    read: lines(({ starts, column }) => ({ view: 'prices', starts, closes: column(0), amounts: column(1) })),
  },
  averages: {
    path: MARKET_PATHS.averageChart,
    more: nothing,
    read: lines(({ starts, column }) => ({
      view: 'averages',
      starts,
      closes: column(0),
      short: column(1),
      long: column(2),
    })),
  },
  bollinger: {
    path: MARKET_PATHS.bollingerChart,
    more: () => ({ sma: BOLLINGER_WINDOW, desv: BOLLINGER_DEVIATIONS }),
    read: lines(({ starts, column }) => ({
      view: 'bollinger',
      starts,
      closes: column(0),
      upper: column(1),
      middle: column(2),
      lower: column(3),
    })),
  },
  candles: {
    path: MARKET_PATHS.candleChart,
    more: ({ narrow }) => ({ bandera: narrow ? 1 : 0 }),
    read: readCandles,
  },
}

/** What a view's chart is asked with (§7.1). */
export const chartBody = (query: ChartQuery) => ({
  mercado: MARKET_IDS[query.market],
  moneda: CURRENCY_PAIR,
  periodo: query.period,
  ...CHART_CALLS[query.view].more(query),
})
