import { MARKET_CODES, STATISTICS_COLUMN_TITLES } from '#src/application/market/statistics.ts'
import { formatCopTotal, formatCount, formatPricePesos, MISSING } from '#src/domain/money.ts'
import { CURRENCY_PAIR } from '#src/domain/trading/market.ts'
import { STATISTICS_COLUMNS, type StatisticsColumn, type StatisticsRow } from '#src/domain/trading/statistics.ts'
import type { TableColumn } from '#src/ui/parts/data-table.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

interface CellFormat {
  readonly className: string
  readonly toText: (row: StatisticsRow) => string
}

/** The format of each column: prices are pesos; amounts are US$ in the style of pesos (D47). */
const CELL_FORMATS: Readonly<Record<StatisticsColumn, CellFormat>> = {
  market: { className: 'statistics-market', toText: ({ market }) => MARKET_CODES[market] },
  pair: { className: 'statistics-pair', toText: () => CURRENCY_PAIR },
  term: { className: 'statistics-term', toText: ({ term }) => `${term}` },
  sum: { className: 'statistics-num statistics-total', toText: ({ sum }) => formatCopTotal(sum) },
  open: { className: 'statistics-num statistics-price', toText: ({ open }) => formatPricePesos(open) },
  close: {
    className: 'statistics-num statistics-price statistics-strong',
    toText: ({ close }) => formatPricePesos(close),
  },
  count: { className: 'statistics-num statistics-count', toText: (row) => formatCount(row.count) },
  average: {
    className: 'statistics-num statistics-price statistics-strong',
    toText: ({ average }) => formatPricePesos(average),
  },
  low: { className: 'statistics-num statistics-extreme', toText: ({ low }) => formatPricePesos(low) },
  high: { className: 'statistics-num statistics-extreme', toText: ({ high }) => formatPricePesos(high) },
  averageAmount: {
    className: 'statistics-num statistics-average',
    toText: ({ averageAmount }) => formatCopTotal(averageAmount),
  },
  lowAmount: { className: 'statistics-num statistics-amount', toText: ({ lowAmount }) => formatCopTotal(lowAmount) },
  highAmount: { className: 'statistics-num statistics-amount', toText: ({ highAmount }) => formatCopTotal(highAmount) },
  lastAmount: { className: 'statistics-num statistics-amount', toText: ({ lastAmount }) => formatCopTotal(lastAmount) },
  date: { className: 'statistics-date', toText: ({ date }) => date },
}

function toColumn(id: StatisticsColumn): TableColumn<StatisticsRow> {
  const { className, toText } = CELL_FORMATS[id]
  return {
    id,
    title: STATISTICS_COLUMN_TITLES[id],
    className,
    isRowHeading: id === 'market',
    skeleton: <Skeleton width="w-8" />,
    cell: (row) => {
      const text = toText(row)
      return text === MISSING ? <Missing /> : text
    },
  }
}

/** The fifteen columns of a sector's table (§2.4). */
export const TABLE_COLUMNS = STATISTICS_COLUMNS.map(toColumn)
