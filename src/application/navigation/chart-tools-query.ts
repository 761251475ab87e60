import { omitQueryValues } from '#src/application/navigation/query.ts'
import type { IntervalName } from '#src/domain/charting/intervals.ts'
import type { Overlays } from '#src/domain/charting/overlays.ts'
import { parseStudyDeviations, parseStudyLength, STUDY_KINDS, type Studies } from '#src/domain/charting/studies.ts'
import { parseDate } from '#src/domain/time/bogota.ts'

/** Reads the indicators of a chart from a query, with or without its question mark; ignores invalid ones. */
export function parseStudies(query: string): Studies {
  const params = new URLSearchParams(query)
  const readLength = (name: string) => parseStudyLength(params.get(name) ?? '')
  const [points = '', width = '', ...rest] = (params.get('bollinger') ?? '').split('x')
  const bands = { points: parseStudyLength(points), deviations: parseStudyDeviations(width) }
  return {
    sma: readLength('sma'),
    ema: readLength('ema'),
    bollinger:
      bands.points === null || bands.deviations === null || rest.length > 0
        ? null
        : { points: bands.points, deviations: bands.deviations },
    rsi: readLength('rsi'),
  }
}

/** Formats indicators as a query without question mark: `sma=20&bollinger=20x2.5`; '' without any. */
export function formatStudies({ sma, ema, bollinger, rsi }: Studies): string {
  const values = { sma, ema, bollinger: bollinger && `${bollinger.points}x${bollinger.deviations}`, rsi }
  return Object.entries(values)
    .flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
    .join('&')
}

/** Writes indicators into a query, without question mark, and leaves its other values unchanged. */
export const writeStudies = (query: string, studies: Studies): string =>
  [omitQueryValues(query, STUDY_KINDS), formatStudies(studies)].filter((part) => part !== '').join('&')

const INTERVAL_PARAMETER = 'intervalo'

const INTERVAL_WORDS: Readonly<Record<string, IntervalName>> = {
  '1min': '1min',
  '5min': '5min',
  '15min': '15min',
  '30min': '30min',
  '1h': '1h',
  dia: 'day',
  semana: 'week',
}

/** Reads the interval of a chart's points from a query; null if it is missing or unknown. */
export function parseIntervalName(query: string): IntervalName | null {
  const word = new URLSearchParams(query).get(INTERVAL_PARAMETER) ?? ''
  return Object.entries(INTERVAL_WORDS).find(([name]) => name === word)?.[1] ?? null
}

/** Writes an interval into a query, without question mark, and leaves its other values unchanged. */
export function writeIntervalName(query: string, interval: IntervalName | null): string {
  const word = Object.entries(INTERVAL_WORDS).find(([, name]) => name === interval)?.[0]
  const value = word === undefined ? '' : `${INTERVAL_PARAMETER}=${word}`
  return [omitQueryValues(query, [INTERVAL_PARAMETER]), value].filter((part) => part !== '').join('&')
}

const OVERLAYS_PARAMETER = 'comparar'

/** Reads the comparisons: `trm,anterior,otro,2026-11-13`; ignores other words. */
export function parseOverlays(query: string): Overlays {
  const words = (new URLSearchParams(query).get(OVERLAYS_PARAMETER) ?? '').split(',', MAX_OVERLAY_WORDS)
  return {
    trm: words.includes('trm'),
    previous: words.includes('anterior'),
    other: words.includes('otro'),
    date: words.map(parseDate).find((date) => date !== null) ?? null,
  }
}

const MAX_OVERLAY_WORDS = 10

/** Formats the compared days and markets; '' without any. */
export const formatOverlays = ({ trm, previous, other, date }: Overlays): string =>
  [trm && 'trm', previous && 'anterior', other && 'otro', date].filter(Boolean).join(',')

/** Writes the compared days and markets into a query, without question mark; other values do not change. */
export function writeOverlays(query: string, overlays: Overlays): string {
  const words = formatOverlays(overlays)
  const value = words === '' ? '' : `${OVERLAYS_PARAMETER}=${words}`
  return [omitQueryValues(query, [OVERLAYS_PARAMETER]), value].filter((part) => part !== '').join('&')
}

const AMOUNTS_PARAMETER = 'monto'
const YES = 'si'

/** Whether a query wants the amounts below a chart that has none by itself: `monto=si`. */
export const parseAmounts = (query: string): boolean => new URLSearchParams(query).get(AMOUNTS_PARAMETER) === YES

/** Writes whether the amounts are wanted into a query, without question mark; other values do not change. */
export const writeAmounts = (query: string, isWanted: boolean): string =>
  [omitQueryValues(query, [AMOUNTS_PARAMETER]), isWanted ? `${AMOUNTS_PARAMETER}=${YES}` : '']
    .filter((part) => part !== '')
    .join('&')
