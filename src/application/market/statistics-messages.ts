import type { Market, Sector } from '#src/domain/trading/market.ts'
import type { StatisticsColumn } from '#src/domain/trading/statistics.ts'

/** Exact text of D47. */
export const STATISTICS_UNITS = 'Precios en COP, montos en USD'

export const STATISTICS_INTRO = `Operaciones USD/COP del día, por mercado y plazo. ${STATISTICS_UNITS}.`

/** The two sides of the deals of each table (§2.4). */
export const SECTOR_TITLES: Readonly<Record<Sector, string>> = { 1: 'IMCs/IMCs', 2: 'IMCs/Clientes' }

export const SECTOR_NOTES: Readonly<Record<Sector, string>> = {
  1: 'Sector 1. Entre intermediarios',
  2: 'Sector 2. Intermediarios con clientes',
}

/** Note for visitors. Unlike the home's figures, statistics include registered deals (D45). */
export const REGISTERED_DELAY_NOTE = 'Información con 15 minutos de retraso. Incluye operaciones registradas.'

/** Shown for a table without rows. */
export const NO_STATISTICS = {
  lead: 'Sin operaciones todavía.',
  rest: 'Cada mercado y plazo aparece con su primera operación.',
} as const

/** Hint for a table that is wider than the screen. */
export const SWIPE_HINT = 'Deslice la tabla para ver las 15 columnas.'

/** `file` is the name of the saved file. */
export const downloadedText = (file: string): string => `Archivo descargado: ${file}`
export const NOT_DOWNLOADED = 'No pudimos entregar el archivo. Revise los permisos de descarga del navegador.'

/** Names of the markets in the first column. */
export const MARKET_CODES: Readonly<Record<Market, string>> = { spot: 'SPOT', nextday: 'NEXT' }

/** Exact headings of the columns (§2.4). */
export const STATISTICS_COLUMN_TITLES: Readonly<Record<StatisticsColumn, string>> = {
  market: 'Merc.',
  pair: 'Moneda',
  term: 'Plazo',
  sum: 'Monto Acumulado',
  open: 'Apertura',
  close: 'Cierre',
  count: 'No. Trans.',
  average: 'Promedio',
  low: 'Precio mínimo',
  high: 'Precio máximo',
  averageAmount: 'Monto promedio',
  lowAmount: 'Monto mínimo',
  highAmount: 'Monto máximo',
  lastAmount: 'Monto último',
  date: 'Fecha',
}
