import { updatedAtText } from '#src/application/market/market-messages.ts'
import {
  NO_STATISTICS,
  SECTOR_NOTES,
  SECTOR_TITLES,
  type SectorRows,
  STATISTICS_UNITS,
  type StatisticsList,
  SWIPE_HINT,
  toStatisticsId,
} from '#src/application/market/statistics.ts'
import { DOWNLOAD_CSV } from '#src/application/platform/list-messages.ts'
import { formatClock } from '#src/domain/text.ts'
import type { Sector } from '#src/domain/trading/market.ts'
import { STATISTICS_COLUMNS, type StatisticsColumn } from '#src/domain/trading/statistics.ts'
import { DataTable } from '#src/ui/parts/data-table.tsx'
import { Panel } from '#src/ui/parts/panel.tsx'
import { formatMeta, hasFailed, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { createSortableHeading } from '#src/ui/parts/sortable-heading.tsx'
import { TABLE_COLUMNS } from '#src/ui/statistics/columns.tsx'

/** Number of skeleton rows: one for the spot market, three for the terms of the next day market. */
const SKELETON_ROWS = 4

/** Makes the table focusable, so that arrow keys can scroll it if it is wider than the screen. */
const KEY_SCROLLING = { tabIndex: 0 }

const isColumn = (id: string): id is StatisticsColumn => STATISTICS_COLUMNS.some((column) => column === id)

const Empty = () => (
  <div className="blank">
    <b>{NO_STATISTICS.lead}</b>
    <p>{NO_STATISTICS.rest}</p>
  </div>
)

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
      className="statistics-table"
      columns={TABLE_COLUMNS}
      rows={list.page?.rows ?? null}
      skeletonRows={SKELETON_ROWS}
      toId={toStatisticsId}
      renderHeading={createSortableHeading({ order: list.order, onSort }, isColumn)}
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
          {(rows) => (rows.length === 0 ? <Empty /> : table)}
        </ResourceView>
      </section>
      {!hasFailed(resource) && <p className="meta mt-2 sm:hidden">{SWIPE_HINT}</p>}
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <span className="meta">{resource.receivedAt !== null && updatedAtText(formatClock(resource.receivedAt))}</span>
        <button type="button" className="btn sec small ml-auto" disabled={list.total === 0} onClick={onDownload}>
          {DOWNLOAD_CSV}
        </button>
      </div>
    </Panel>
  )
}
