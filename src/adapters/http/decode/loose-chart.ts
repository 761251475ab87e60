import type { CandleChart, Chart } from '#src/adapters/http/contract/charts.ts'
import { fieldOf, findRecord, isRecord, type LooseRecord } from '#src/adapters/http/decode/loose-records.ts'
import { dayOf, instantOn, numberOf } from '#src/adapters/http/decode/loose-values.ts'
import { parseFragment } from '#src/adapters/http/decode/object-fragment.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'

type Candle = CandleChart['datasets'][number]['data'][number]

const isChart = (record: LooseRecord) =>
  Array.isArray(fieldOf(record, 'labels')) && Array.isArray(fieldOf(record, 'datasets'))

/** A chart may travel as text inside the reply. */
function chartInText(value: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('labels') || !value.includes('datasets')) return value
  const parsed = parseFragment(value)
  return parsed.ok ? parsed.value : value
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : ''

const numbersIn = (value: unknown): (number | null)[] => (Array.isArray(value) ? value.map(numberOf) : [])

function datasetOf(value: unknown) {
  const dataset = isRecord(value) ? value : {}
  const label = fieldOf(dataset, 'label')
  return { ...(typeof label === 'string' && { label }), data: numbersIn(fieldOf(dataset, 'data')) }
}

const listAt = (record: LooseRecord, name: string): readonly unknown[] => {
  const list = fieldOf(record, name)
  return Array.isArray(list) ? list : []
}

/** The chart of a reply in its clean form: the first object with labels and datasets, at any depth, in JSON or in a string. */
export function cleanChart(body: unknown): (Chart & { readonly secuencia?: number }) | null {
  const found = findRecord(body, isChart, chartInText)
  if (!found) return null
  const sequence = numberOf(fieldOf(found, 'secuencia'))
  const day = effectiveDayIn(found, body)
  return {
    labels: listAt(found, 'labels').map(textOf),
    datasets: listAt(found, 'datasets').map(datasetOf),
    ...(sequence !== null && { secuencia: sequence }),
    ...(day !== null && { fecha_efectiva: day }),
  }
}

const PRICES_OF_CANDLE = ['o', 'h', 'l', 'c'] as const

function candleOf(value: unknown): Candle | null {
  const [o, h, l, c] = PRICES_OF_CANDLE.map((name) => (isRecord(value) ? numberOf(fieldOf(value, name)) : null))
  return o != null && h != null && l != null && c != null ? { o, h, l, c } : null
}

/**
 * The candles of a reply in their clean form, found as a chart is: those with a label and four prices, of the first
 * dataset alone.
 */
export function cleanCandles(body: unknown): CandleChart | null {
  const found = findRecord(body, isChart, chartInText)
  if (!found) return null
  const [dataset] = listAt(found, 'datasets')
  const candles = isRecord(dataset) ? listAt(dataset, 'data').map(candleOf) : []
  const labels = listAt(found, 'labels').map(textOf)
  const complete = labels.flatMap((label, at) => {
    const candle = candles[at]
    return candle ? [{ label, candle }] : []
  })
  if (labels.length > 0 && complete.length === 0) return null
  const day = effectiveDayIn(found, body)
  return {
    labels: complete.map(({ label }) => label),
    datasets: [{ data: complete.map(({ candle }) => candle) }],
    ...(day !== null && { fecha_efectiva: day }),
  }
}

/** The session a reply speaks of, said beside its figures or at the top (D2); null when it does not say. */
export function effectiveDayIn(record: LooseRecord, body: unknown): BogotaDate | null {
  return dayOf(fieldOf(record, 'fecha_efectiva')) ?? (isRecord(body) ? dayOf(fieldOf(body, 'fecha_efectiva')) : null)
}

/** A chart's points by columns: instants (epoch ms, never falling) and the values of each dataset. */
export interface ChartColumns {
  readonly times: Float64Array
  readonly values: readonly Float64Array[]
}

/**
 * The points of the first datasets. A point counts when its label is a time and each dataset has a number at its place; the
 * others are left out, so that lists of unequal length give their common start. Points out of order are put in the order
 * of time, equal times staying as they came. Null when there are points and none counts.
 */
export function columnsOf({ labels, datasets }: Chart, session: BogotaDate, wanted: number): ChartColumns | null {
  const sources = datasets.slice(0, wanted).map(({ data }) => data)
  const times = labels.map((label) => instantOn(session, label))
  const counted = placesOf(times, sources)
  if (labels.length > 0 && counted.length === 0) return null
  return {
    times: Float64Array.from(counted, (place) => times[place] ?? Number.NaN),
    values: sources.map((source) => Float64Array.from(counted, (place) => source[place] ?? Number.NaN)),
  }
}

type Values = readonly (number | null)[]

/** Places of the complete points, in the order of time. */
function placesOf(times: Values, sources: readonly Values[]): readonly number[] {
  const places = times.flatMap((time, place) =>
    time !== null && sources.every((source) => typeof source[place] === 'number') ? [place] : [],
  )
  const at = (place: number) => times[place] ?? 0
  return places.sort((one, other) => at(one) - at(other))
}
