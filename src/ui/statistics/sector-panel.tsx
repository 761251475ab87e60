import { Link } from 'wouter'
import {
  NO_STATISTICS,
  SECTOR_NOTES,
  SECTOR_TITLES,
  type SectorRows,
  STATISTICS_COLUMN_TITLES,
  STATISTICS_TEXTS,
  STATISTICS_UNITS,
  type StatisticsList,
  SWIPE_HINT,
  toStatisticsId,
} from '#src/application/market/statistics.ts'
import { toPath } from '#src/application/navigation/resolve.ts'
import { updatedAtText } from '#src/application/platform/failure-messages.ts'
import { DOWNLOAD_CSV } from '#src/application/platform/list-messages.ts'
import { MISSING } from '#src/domain/money.ts'
import { formatClock } from '#src/domain/text.ts'
import type { Sector } from '#src/domain/trading/market.ts'
import { STATISTICS_COLUMNS, type StatisticsColumn, type StatisticsRow } from '#src/domain/trading/statistics.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { formatMeta, hasFailed, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

/** The first columns stay in place; the other columns scroll behind their edge. */
const STICKY = 'sticky z-1 bg-surface group-hover/row:bg-sunken print:static'

interface CellLook {
  readonly align?: 'start' | 'end'
  /** The width of the usual figures, so that no heading moves when the figures load. */
  readonly className: string
}

const CELL_LOOKS: Readonly<Record<StatisticsColumn, CellLook>> = {
  market: { className: `${STICKY} left-0 min-w-(--first) pl-0 max-lg:pl-gutter print:min-w-0` },
  pair: { className: `${STICKY} left-(--first) min-w-21.5 max-sm:static print:min-w-0` },
  term: {
    className: `${STICKY} left-[calc(var(--first)+86px)] min-w-14 shadow-[inset_-1px_0_var(--md-line-strong)] max-sm:left-(--first) print:min-w-0 print:shadow-none`,
  },
  sum: { align: 'end', className: 'min-w-31 print:min-w-0' },
  open: { align: 'end', className: 'min-w-20.5 print:min-w-0' },
  close: { align: 'end', className: 'min-w-20.5 font-600 print:min-w-0' },
  count: { align: 'end', className: 'min-w-20.5 print:min-w-0' },
  average: { align: 'end', className: 'min-w-20.5 font-600 print:min-w-0' },
  low: { align: 'end', className: 'min-w-24.5 print:min-w-0' },
  high: { align: 'end', className: 'min-w-24.5 print:min-w-0' },
  averageAmount: { align: 'end', className: 'min-w-27 print:min-w-0' },
  lowAmount: { align: 'end', className: 'min-w-24 print:min-w-0' },
  highAmount: { align: 'end', className: 'min-w-24 print:min-w-0' },
  lastAmount: { align: 'end', className: 'min-w-24 print:min-w-0' },
  date: { className: 'min-w-20.5 print:min-w-0' },
}

function toColumn(id: StatisticsColumn): TableColumn<StatisticsRow> {
  return {
    id,
    title: STATISTICS_COLUMN_TITLES[id],
    ...CELL_LOOKS[id],
    isRowHeading: id === 'market',
    skeleton: <Skeleton width="w-8" />,
    cell: (row) => {
      const text = STATISTICS_TEXTS[id](row)
      if (id === 'date') return <Link href={toPath('day', { date: row.date })}>{text}</Link>
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
      look="wide"
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
      {/* The room of four rows. Below 1200 px, the table extends to the edges of the screen: it scrolls. */}
      <section
        className="relative scrollbar-thin min-h-44 scroll-pl-51 overflow-x-auto scrollbar-thumb-line-strong [--first:62px] focus-visible:-outline-offset-2 max-lg:-mx-gutter max-lg:scroll-pl-[calc(204px+var(--md-gutter))] max-lg:[--first:calc(62px+var(--md-gutter))] max-lg:not-has-[>table]:px-gutter max-sm:min-h-56 max-sm:scroll-pl-[calc(118px+var(--md-gutter))] pointer-coarse:not-print:min-h-59 print:mx-0 print:min-h-0 print:overflow-visible"
        aria-label={`Tabla ${title}`}
        {...KEY_SCROLLING}
      >
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
