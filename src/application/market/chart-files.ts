import { DELAY_NOTE, SIMULATED_DATA } from '#src/application/market/market-messages.ts'
import { downloadedText, NOT_DOWNLOADED } from '#src/application/market/statistics.ts'
import type { Toasts } from '#src/application/platform/notices.ts'
import type { PagePorts, PlatformPorts } from '#src/application/platform/ports.ts'
import type { ChartView, TimeRange } from '#src/domain/charting/chart-view.ts'
import type { Period } from '#src/domain/charting/intervals.ts'
import { type CsvCell, toCsv } from '#src/domain/csv.ts'
import { formatClock, formatShortDate } from '#src/domain/text.ts'
import { toDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** The points of a chart: their instants, and a column of numbers for each line. NaN is a gap. */
export interface ChartPoints {
  readonly starts: Float64Array
  readonly columns: readonly { readonly title: string; readonly values: Float64Array }[]
}

/** What a chart shows. */
export interface ChartSubject {
  readonly market: Market
  readonly view: ChartView
  readonly period: Period
}

const MARKET_WORDS: Readonly<Record<Market, string>> = { spot: 'dolar-spot', nextday: 'dolar-next-day' }
const VIEW_WORDS: Readonly<Record<ChartView, string>> = {
  prices: 'precios',
  averages: 'promedios',
  candles: 'velas',
  bollinger: 'bollinger',
}

/** Decimals of a cell: averages and indicators would have the digits of binary fractions. */
const CELL_DECIMALS = 4

const toCell = (value: number | undefined): CsvCell => Number((value ?? Number.NaN).toFixed(CELL_DECIMALS))

/**
 * Formats the points of a range as a CSV file. Points that all have the same time of day, such as
 * those of whole days, have no column for it.
 */
export function chartCsv({ starts, columns }: ChartPoints, range: TimeRange): string {
  const rows = [...starts.keys()].filter((row) => {
    const start = starts[row] ?? Number.NaN
    return start >= range.from && start <= range.to
  })
  const toStart = (row: number) => starts[row] ?? Number.NaN
  const hasTimes = new Set(rows.map((row) => formatClock(toStart(row)))).size > 1
  const toCells = (row: number): readonly CsvCell[] => [
    toDate(toStart(row)),
    ...(hasTimes ? [formatClock(toStart(row))] : []),
    ...columns.map(({ values }) => toCell(values[row])),
  ]
  return toCsv([['Fecha', ...(hasTimes ? ['Hora'] : []), ...columns.map(({ title }) => title)], ...rows.map(toCells)])
}

/** `time` as '12:43:15', `day` as '20 nov 2026'. */
const pictureTimeText = (day: string, time: string): string =>
  `Mercado Dólar. Descargada el ${day} a las ${time}, hora de Bogotá.`
const REAL_TIME_SERVICE = 'Servicio en tiempo real.'

interface ChartFilesDeps extends Pick<PlatformPorts, 'marketClock'>, Pick<PagePorts, 'downloads'> {
  readonly toasts: Toasts
}

/** The files of charts that the user saves. */
export function createChartFiles({ downloads, marketClock, toasts }: ChartFilesDeps) {
  /** `dolar-spot-velas-5d-2026-11-20-124315.png` */
  function nameFile({ market, view, period }: ChartSubject, extension: 'csv' | 'png'): string {
    const now = marketClock.now()
    const time = formatClock(now).replaceAll(':', '')
    return [MARKET_WORDS[market], VIEW_WORDS[view], period, toDate(now), `${time}.${extension}`].join('-')
  }

  const report = (isSaved: boolean, name: string) => toasts.show(isSaved ? downloadedText(name) : NOT_DOWNLOADED)

  return {
    /** Saves the points of the range as CSV. */
    savePoints(subject: ChartSubject, points: ChartPoints, range: TimeRange): void {
      const name = nameFile(subject, 'csv')
      report(downloads.save({ name, type: 'text/csv;charset=utf-8', text: chartCsv(points, range) }), name)
    },

    /** Saves a picture. `bytes` is null when the browser could not create it. */
    savePicture(subject: ChartSubject, bytes: Uint8Array<ArrayBuffer> | null): void {
      const name = nameFile(subject, 'png')
      report(bytes !== null && downloads.save({ name, type: 'image/png', bytes }), name)
    },

    /**
     * Returns the note below a picture: its time, the delay of its data in minutes and whether they are simulated. The
     * data of the home are late for a client too.
     */
    describePicture({ delay, isSimulated }: { readonly delay: number; readonly isSimulated: boolean }): string {
      const now = marketClock.now()
      return [
        pictureTimeText(formatShortDate(toDate(now)), formatClock(now)),
        delay === 0 ? REAL_TIME_SERVICE : DELAY_NOTE,
        ...(isSimulated ? [`${SIMULATED_DATA}.`] : []),
      ].join(' ')
    },
  }
}

export type ChartFiles = ReturnType<typeof createChartFiles>
