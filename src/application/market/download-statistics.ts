import { MARKET_CODES, STATISTICS_COLUMN_TITLES } from '#src/application/market/statistics-messages.ts'
import type { Ports } from '#src/application/ports.ts'
import { type CsvCell, toCsv } from '#src/domain/csv.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'
import { CURRENCY_PAIR, type Sector } from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import { STATISTICS_COLUMNS, type StatisticsColumn } from '#src/domain/trading/statistics-columns.ts'

/**
 * Saves a sector's rows, in the given order, as a file. Returns the file name, null when saving
 * failed.
 */
export type DownloadStatistics = (sector: Sector, rows: readonly StatisticsRow[]) => string | null

function toCell(row: StatisticsRow, column: StatisticsColumn): CsvCell {
  if (column === 'market') return MARKET_CODES[row.market]
  return column === 'pair' ? CURRENCY_PAIR : row[column]
}

/**
 * Formats the rows as a CSV file with fifteen columns. Prices are in pesos, amounts in whole US$.
 */
export const statisticsCsv = (rows: readonly StatisticsRow[]): string =>
  toCsv([
    STATISTICS_COLUMNS.map((column) => STATISTICS_COLUMN_TITLES[column]),
    ...rows.map((row) => STATISTICS_COLUMNS.map((column) => toCell(row, column))),
  ])

/** `estadisticas-2026-11-20-sector-1.csv`; the sector distinguishes the two tables of a day. */
const formatFileName = (date: BogotaDate, sector: Sector) => `estadisticas-${date}-sector-${sector}.csv`

/** The file name contains the latest date in the rows; without rows, the reference date. */
export const createDownloadStatistics =
  ({ downloads, marketClock }: Pick<Ports, 'downloads' | 'marketClock'>): DownloadStatistics =>
  (sector, rows) => {
    const latest =
      rows
        .map(({ date }) => date)
        .sort()
        .at(-1) ?? referenceDate(marketClock.now())
    const name = formatFileName(latest, sector)
    return downloads.save({ name, type: 'text/csv;charset=utf-8', text: statisticsCsv(rows) }) ? name : null
  }
