import {
  MARKET_CODES,
  NO_STATISTICS,
  SECTOR_NOTES,
  SECTOR_TITLES,
  type SectorRows,
  STATISTICS_COLUMN_TITLES,
  STATISTICS_UNITS,
  type StatisticsList,
  SWIPE_HINT,
  toStatisticsId,
} from '#src/application/market/statistics.ts'
import { updatedAtText } from '#src/application/platform/failure-messages.ts'
import { DOWNLOAD_CSV } from '#src/application/platform/list-messages.ts'
import { formatCopTotal, formatCount, formatPricePesos, MISSING } from '#src/domain/money.ts'
import { formatClock } from '#src/domain/text.ts'
import { CURRENCY_PAIR, type Sector } from '#src/domain/trading/market.ts'
import { STATISTICS_COLUMNS, type StatisticsColumn, type StatisticsRow } from '#src/domain/trading/statistics.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { formatMeta, hasFailed, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
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
const TABLE_COLUMNS = STATISTICS_COLUMNS.map(toColumn)

/** Number of skeleton rows: one for the spot market, three for the terms of the next day market. */
const SKELETON_ROWS = 4

/** Makes the table focusable, so that arrow keys can scroll it if it is wider than the screen. */
const KEY_SCROLLING = { tabIndex: 0 }

const isColumn = (id: string): id is StatisticsColumn => STATISTICS_COLUMNS.some((column) => column === id)

interface Props {
  readonly sector: Sector
  /** The rows and the result of the last load. */
  readonly resource: SectorRows
  /** The sorted rows. */
  readonly list: StatisticsList
  readonly onSort: (column: StatisticsColumn) => void
  readonly onDownload: () => void
}

/** The table of one sector: its fifteen columns, the age of its data and the download. */
export function SectorPanel({ sector, resource, list, onSort, onDownload }: Props) {
  const title = SECTOR_TITLES[sector]
  const table = (
    <DataTable
      caption={`${title}. ${STATISTICS_UNITS}`}
      look="bare"
      className="statistics-table"
      columns={TABLE_COLUMNS}
      rows={list.page?.rows ?? null}
      skeletonRows={SKELETON_ROWS}
      toId={toStatisticsId}
      sorting={{ order: list.order, isSortable: isColumn, onSort: (id) => isColumn(id) && onSort(id) }}
    />
  )
  return (
    <Panel
      name={title}
      meta={formatMeta(resource, SECTOR_NOTES[sector])}
      busy={isBusy(resource)}
      stale={resource.stale}
      className="mt-8"
    >
      <section className="statistics-scroll" aria-label={`Tabla ${title}`} {...KEY_SCROLLING}>
        <ResourceView resource={resource} failureTitle={`No pudimos consultar ${title}`} skeleton={table}>
          {(rows) => (rows.length === 0 ? <Empty {...NO_STATISTICS} /> : table)}
        </ResourceView>
      </section>
      {!hasFailed(resource) && <p className="text-xs text-muted mt-2 sm:hidden">{SWIPE_HINT}</p>}
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="text-xs text-muted">
          {resource.receivedAt !== null && updatedAtText(formatClock(resource.receivedAt))}
        </span>
        <Button variant="secondary" size="small" className="ml-auto" disabled={list.total === 0} onClick={onDownload}>
          {DOWNLOAD_CSV}
        </Button>
      </div>
    </Panel>
  )
}
