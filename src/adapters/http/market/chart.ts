import * as z from 'zod/mini'

import { CANDLE } from '#src/adapters/http/contract/market/charts.ts'
import { parseObjectLiteral } from '#src/adapters/http/decode/object-literal.ts'
import { parseDay, parseInstant, parseNumber, parseText } from '#src/adapters/http/decode/parse-values.ts'
import { findRecord, getField, isRecord, type LooseRecord } from '#src/adapters/http/decode/records.ts'
import { type BogotaDate, type Instant, toInstant } from '#src/domain/time/bogota.ts'

/** A chart with undecoded labels and values. */
interface RawChart {
  readonly labels: readonly string[]
  readonly datasets: readonly LooseRecord[]
  /** The last stream event in the chart (`secuencia`); null without a stream. */
  readonly sequence: number | null
  /** The trading day in the reply (`fecha_efectiva`, D2); null when it is missing. */
  readonly tradingDay: BogotaDate | null
}

const isChart = (record: LooseRecord) =>
  Array.isArray(getField(record, 'labels')) && Array.isArray(getField(record, 'datasets'))

/** Decodes a chart in a text; returns any other value unchanged. */
function decodeChartText(value: unknown): unknown {
  if (typeof value !== 'string' || !value.includes('labels') || !value.includes('datasets')) return value
  const parsed = parseObjectLiteral(value)
  return parsed.ok ? parsed.value : value
}

const getList = (record: LooseRecord | undefined, name: string): readonly unknown[] => {
  const list = record && getField(record, name)
  return Array.isArray(list) ? list : []
}

/** Finds the first object with labels and datasets, in JSON or in a text. */
export function findChart(body: unknown): RawChart | null {
  const chart = findRecord(body, isChart, decodeChartText)
  if (!chart) return null
  return {
    labels: getList(chart, 'labels').map((label) => parseText(label) ?? ''),
    datasets: getList(chart, 'datasets').map((dataset) => (isRecord(dataset) ? dataset : {})),
    sequence: parseNumber(getField(chart, 'secuencia')),
    tradingDay: decodeEffectiveDay(chart, body),
  }
}

/** Reads the trading day next to the figures or at the top of the reply (D2); null if missing. */
export function decodeEffectiveDay(record: LooseRecord, body: unknown): BogotaDate | null {
  const recordDay = parseDay(getField(record, 'fecha_efectiva'))
  return recordDay ?? (isRecord(body) ? parseDay(getField(body, 'fecha_efectiva')) : null)
}

/** Parses the values of a dataset by position; a value that is not a number becomes null. */
export const parseNumbers = (dataset: LooseRecord | undefined): readonly (number | null)[] =>
  getList(dataset, 'data').map(parseNumber)

const candle = z.object(CANDLE)
type Candle = Readonly<z.infer<typeof candle>>

/** Parses the candles of a dataset by position; a candle with a missing price becomes null. */
export const parseCandles = (dataset: LooseRecord | undefined): readonly (Candle | null)[] =>
  getList(dataset, 'data').map((value) => candle.safeParse(value).data ?? null)

/** The position of a point in the reply and the instant of its label. */
interface ChartPoint {
  readonly index: number
  readonly time: Instant
}

/** Parses the label of an interval: a time, or a day, which starts at midnight. */
export function parseStart(label: string, tradingDay: BogotaDate): Instant | null {
  const day = parseDay(label)
  return day === null ? parseInstant(label, tradingDay) : toInstant(day, '00:00')
}

/**
 * Selects the points that have a time and that `isComplete` accepts. Sorts them by time; equal
 * times are in the order of the reply. Returns null when there are points but none is selected.
 */
export function findPoints(
  times: readonly (Instant | null)[],
  isComplete: (index: number) => boolean,
): readonly ChartPoint[] | null {
  const points = times.flatMap((time, index) => (time !== null && isComplete(index) ? [{ index, time }] : []))
  if (times.length > 0 && points.length === 0) return null
  return points.sort((one, other) => one.time - other.time)
}

/** Returns the instants of the points in epoch ms. */
export const toTimes = (points: readonly ChartPoint[]): Float64Array => Float64Array.from(points, ({ time }) => time)

/** Returns one value per point; NaN for a missing value. */
export const toColumn = (
  points: readonly ChartPoint[],
  getValue: (index: number) => number | null | undefined,
): Float64Array => Float64Array.from(points, ({ index }) => getValue(index) ?? Number.NaN)

/** The columns of a chart: ascending instants in epoch ms, and the values of each dataset. */
interface ChartColumns {
  readonly times: Float64Array
  readonly values: readonly Float64Array[]
}

/**
 * Decodes the first `count` datasets. Each point requires a number in all of these datasets; other
 * points are omitted. Returns null when there are points but all are omitted.
 */
export function toColumns(chart: RawChart, tradingDay: BogotaDate, count: number): ChartColumns | null {
  const sources = chart.datasets.slice(0, count).map(parseNumbers)
  const times = chart.labels.map((label) => parseInstant(label, tradingDay))
  const points = findPoints(times, (index) => sources.every((source) => typeof source[index] === 'number'))
  return (
    points && { times: toTimes(points), values: sources.map((source) => toColumn(points, (index) => source[index])) }
  )
}
