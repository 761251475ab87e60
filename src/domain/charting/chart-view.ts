import { PERIODS, type Period } from '#src/domain/charting/intervals.ts'
import { joinQuery, omitQueryValues } from '#src/domain/query-text.ts'
import { formatTime, type Instant, parseDate, SECOND_MS, toDate, toInstant } from '#src/domain/time/bogota.ts'

/** The four views of the market dashboard's chart, in the order of their tabs (§2.4). */
export const CHART_VIEWS = ['prices', 'averages', 'candles', 'bollinger'] as const
export type ChartView = (typeof CHART_VIEWS)[number]

/** A stretch of time, `from` before `to`, both in it. */
export interface TimeRange {
  readonly from: Instant
  readonly to: Instant
}

/** What a chart shows, as the address says it: `range` null is all of the period. */
export interface ChartChoice {
  readonly view: ChartView
  readonly period: Period
  readonly range: TimeRange | null
}

/** What the screens open at (D19). */
export const FIRST_CHOICE: ChartChoice = { view: 'prices', period: '1d', range: null }

/**
 * Up to this width of the page, in CSS pixels, the candles are asked for in wide intervals
 * (`bandera` 1, §7.1).
 */
export const NARROW_PAGE_PX = 600

const VIEW_WORDS: Readonly<Record<ChartView, string>> = {
  prices: 'precios',
  averages: 'promedios',
  candles: 'velas',
  bollinger: 'bollinger',
}

const LONGEST_VALUE = 40
const TIME_ON_DAY = /^(\d{4}-\d{1,2}-\d{1,2})[t ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

/**
 * Reads the choice in a query, with or without its question mark; each value that cannot be read
 * falls back alone.
 */
export function parseChartChoice(query: string): ChartChoice {
  const params = new URLSearchParams(query)
  const word = (name: string) => params.get(name)?.slice(0, LONGEST_VALUE).trim().toLowerCase() ?? ''
  return {
    view: CHART_VIEWS.find((view) => VIEW_WORDS[view] === word('vista')) ?? FIRST_CHOICE.view,
    period: PERIODS.find((period) => period === word('periodo')) ?? FIRST_CHOICE.period,
    range: timeRange(timeIn(word('desde')), timeIn(word('hasta'))),
  }
}

/**
 * The query of a choice, without question mark, '' for what the screens open at. Ranges to the
 * second, in Bogotá's time.
 */
export function formatChartChoice({ view, period, range }: ChartChoice): string {
  const seconds = range && timeRange(range.from, range.to)
  return [
    view !== FIRST_CHOICE.view && `vista=${VIEW_WORDS[view]}`,
    period !== FIRST_CHOICE.period && `periodo=${period}`,
    seconds && `desde=${timeText(seconds.from)}&hasta=${timeText(seconds.to)}`,
  ]
    .filter(Boolean)
    .join('&')
}

const CHOICE_NAMES = ['vista', 'periodo', 'desde', 'hasta']

/** Writes the choice into a query, without question mark, and keeps the query's other values. */
export const writeChartChoice = (query: string, choice: ChartChoice): string =>
  joinQuery(formatChartChoice(choice), omitQueryValues(query, CHOICE_NAMES))

/**
 * The whole seconds around two instants; null without both, without an order, or beyond the years
 * that can be written.
 */
export function timeRange(from: Instant | null, to: Instant | null): TimeRange | null {
  if (from === null || to === null || !(from < to)) return null
  const range = { from: wholeSeconds(Math.floor, from), to: wholeSeconds(Math.ceil, to) }
  return range.from >= EARLIEST && range.to <= LATEST ? range : null
}

/** Another view of the same stretch. */
export const withView = (choice: ChartChoice, view: ChartView): ChartChoice => ({ ...choice, view })

/** Another period, all of it. */
export const withPeriod = (choice: ChartChoice, period: Period): ChartChoice => ({ ...choice, period, range: null })

const EARLIEST = toInstant('1900-01-01', '00:00')
const LATEST = toInstant('2199-12-31', '23:59:59')

const wholeSeconds = (round: (value: number) => number, instant: Instant) => round(instant / SECOND_MS) * SECOND_MS

function timeIn(text: string): Instant | null {
  const [, day = '', hour, minute, second = '00'] = TIME_ON_DAY.exec(text) ?? []
  const date = parseDate(day)
  return date === null ? null : toInstant(date, `${hour}:${minute}:${second}`)
}

/** `2026-11-20T10:15`, with seconds where there are any; nothing in it needs an escape. */
const timeText = (instant: Instant) => `${toDate(instant)}T${formatTime(instant).replace(/:00$/, '')}`
