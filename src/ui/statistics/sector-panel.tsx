import { useMemo, useState } from 'react'

import { updatedAt } from '#src/application/market/market-messages.ts'
import {
  NO_STATISTICS,
  SECTOR_NOTES,
  SECTOR_TITLES,
  STATISTICS_TITLES,
  SWIPE_HINT,
  sortedBy,
} from '#src/application/market/statistics-messages.ts'
import type { SectorRows } from '#src/application/market/statistics-view.ts'
import { nextOrder, type SortOrder, sortRows } from '#src/domain/list/sort.ts'
import { clockText } from '#src/domain/text.ts'
import type { Sector } from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import { type StatisticsColumn, statisticsKey } from '#src/domain/trading/statistics-columns.ts'
import { Panel } from '#src/ui/parts/panel.tsx'
import { ageOf, hasFailed, isBusy, isStale, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { StatisticsTable } from '#src/ui/statistics/statistics-table.tsx'

/** Where the table is wider than the screen, the arrow keys move it: every browser needs a tab stop for that. */
const SCROLLED_BY_KEYS = { tabIndex: 0 }

/** The rows as their reader likes them, and what to tell who cannot see it: nothing until a head was pressed. */
function useSorting(value: readonly StatisticsRow[] | null) {
  const [order, setOrder] = useState<SortOrder<StatisticsColumn> | null>(null)
  const [told, setTold] = useState('')
  const rows = useMemo(() => value && sortRows(value, order, statisticsKey), [value, order])
  const sort = (column: StatisticsColumn) => {
    const next = nextOrder(order, column)
    setOrder(next)
    setTold(sortedBy(next && STATISTICS_TITLES[next.column], next?.direction === 'descending'))
  }
  return { rows, order, told, sort }
}

const Empty = () => (
  <div className="blank">
    <b>{NO_STATISTICS.lead}</b>
    <p>{NO_STATISTICS.rest}</p>
  </div>
)

interface Props {
  readonly sector: Sector
  readonly statistics: SectorRows
  /** The rows in the order in which they are shown. */
  readonly onDownload: (rows: readonly StatisticsRow[]) => void
}

/** One sector's table under its rule: sorted as its reader likes, and to be taken away as it is shown. */
export function SectorPanel({ sector, statistics, onDownload }: Props) {
  const { rows, order, told, sort } = useSorting(statistics.value)
  const title = SECTOR_TITLES[sector]
  const isEmpty = rows === null || rows.length === 0
  const table = <StatisticsTable title={title} rows={rows} order={order} onSort={sort} />
  return (
    <Panel
      name={title}
      meta={ageOf(statistics, SECTOR_NOTES[sector])}
      busy={isBusy(statistics)}
      stale={isStale(statistics)}
    >
      <section className="wide-table" aria-label={`Tabla ${title}`} {...SCROLLED_BY_KEYS}>
        <ResourceView resource={statistics} failed={`No pudimos consultar ${title}`} skeleton={table}>
          {(known) => (known.length === 0 ? <Empty /> : table)}
        </ResourceView>
      </section>
      {!hasFailed(statistics) && <p className="meta swipe">{SWIPE_HINT}</p>}
      <div className="statistics-foot">
        <span className="meta">{statistics.answeredAt !== null && updatedAt(clockText(statistics.answeredAt))}</span>
        <button type="button" className="btn sec small" disabled={isEmpty} onClick={() => rows && onDownload(rows)}>
          Descargar CSV
        </button>
      </div>
      <span className="sr-only" role="status">
        {told}
      </span>
    </Panel>
  )
}
