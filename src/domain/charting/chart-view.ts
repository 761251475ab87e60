import { PERIODS, type Period } from '#src/domain/charting/intervals.ts'
import { joinQuery, omitQueryValues } from '#src/domain/query-text.ts'
import { formatTime, type Instant, parseDate, SECOND_MS, toDate, toInstant } from '#src/domain/time/bogota.ts'

/** The four views of the market dashboard's chart, in the order of their tabs (§2.4). */
export const CHART_VIEWS = ['prices', 'averages', 'candles', 'bollinger'] as const
export type ChartView = (typeof CHART_VIEWS)[number]

/** A range of time, `from` before `to`, both included. */
export interface TimeRange {
  readonly from: Instant
  readonly to: Instant
}

/** The choice of a chart in the page URL. A null `range` shows the whole period. */
export interface ChartChoice {
  readonly view: ChartView
  readonly period: Period
  readonly range: TimeRange | null
}

/** The choice without a query (D19). */
export const DEFAULT_CHOICE: ChartChoice = { view: 'prices', period: '1d', range: null }

/**
 * Up to this page width, in CSS pixels, candles are requested in wide intervals (`bandera` 1,
 * §7.1).
 */
export const NARROW_PAGE_PX = 600

const VIEW_WORDS: Readonly<Record<ChartView, string>> = {
  prices: 'precios',
  averages: 'promedios',
  candles: 'velas',
  bollinger: 'bollinger',
}

const MAX_VALUE_LENGTH = 40
const TIME_ON_DAY = /^(\d{4}-\d{1,2}-\d{1,2})[t ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/

/**
 * Parses the choice in a query, with or without its question mark. Each invalid value becomes its
 * default.
 */
export function parseChartChoice(query: string): ChartChoice {
  const params = new URLSearchParams(query)
  const readWord = (name: string) => params.get(name)?.slice(0, MAX_VALUE_LENGTH).trim().toLowerCase() ?? ''
  return {
    view: CHART_VIEWS.find((view) => VIEW_WORDS[view] === readWord('vista')) ?? DEFAULT_CHOICE.view,
    period: PERIODS.find((period) => period === readWord('periodo')) ?? DEFAULT_CHOICE.period,
    range: timeRange(parseLocalTime(readWord('desde')), parseLocalTime(readWord('hasta'))),
  }
}

/**
 * Formats a choice as a query without question mark; '' for the default choice. Ranges have whole
 * seconds in Bogotá's time.
 */
export function formatChartChoice({ view, period, range }: ChartChoice): string {
  const wholeSeconds = range && timeRange(range.from, range.to)
  return [
    view !== DEFAULT_CHOICE.view && `vista=${VIEW_WORDS[view]}`,
    period !== DEFAULT_CHOICE.period && `periodo=${period}`,
    wholeSeconds && `desde=${formatLocalTime(wholeSeconds.from)}&hasta=${formatLocalTime(wholeSeconds.to)}`,
  ]
    .filter(Boolean)
    .join('&')
}

const CHOICE_PARAMETERS = ['vista', 'periodo', 'desde', 'hasta']

/** Writes the choice into a query, without question mark, and leaves its other values unchanged. */
export const writeChartChoice = (query: string, choice: ChartChoice): string =>
  joinQuery(formatChartChoice(choice), omitQueryValues(query, CHOICE_PARAMETERS))

/**
 * Returns the range of whole seconds around two instants. Null if an instant is missing, if `from`
 * is not before `to`, or if the range is outside of the years 1900 to 2199.
 */
export function timeRange(from: Instant | null, to: Instant | null): TimeRange | null {
  if (from === null || to === null || !(from < to)) return null
  const range = { from: roundToSeconds(Math.floor, from), to: roundToSeconds(Math.ceil, to) }
  return range.from >= EARLIEST && range.to <= LATEST ? range : null
}

/** Returns the choice with another view and the same range. */
export const withView = (choice: ChartChoice, view: ChartView): ChartChoice => ({ ...choice, view })

/** Returns the choice with another period and without a range. */
export const withPeriod = (choice: ChartChoice, period: Period): ChartChoice => ({ ...choice, period, range: null })

const EARLIEST = toInstant('1900-01-01', '00:00')
const LATEST = toInstant('2199-12-31', '23:59:59')

const roundToSeconds = (round: (value: number) => number, instant: Instant) => round(instant / SECOND_MS) * SECOND_MS

function parseLocalTime(text: string): Instant | null {
  const [, day = '', hour, minute, second = '00'] = TIME_ON_DAY.exec(text) ?? []
  const date = parseDate(day)
  return date === null ? null : toInstant(date, `${hour}:${minute}:${second}`)
}

/** Formats `2026-11-20T10:15`, with seconds unless they are zero. The text needs no URL escapes. */
const formatLocalTime = (instant: Instant) => `${toDate(instant)}T${formatTime(instant).replace(/:00$/, '')}`
