import { STATISTICS_TITLES } from '#src/application/market/statistics-messages.ts'
import type { SortOrder } from '#src/domain/list/sort.ts'
import type { StatisticsColumn } from '#src/domain/trading/statistics-columns.ts'

interface Props {
  readonly column: StatisticsColumn
  readonly className: string
  readonly order: SortOrder<StatisticsColumn> | null
  readonly onSort: (column: StatisticsColumn) => void
}

/** A head that sorts by its column when pressed; the arrow of the one in force points to where the values rise. */
export function SortHeading({ column, className, order, onSort }: Props) {
  const direction = order?.column === column ? order.direction : undefined
  return (
    <th scope="col" aria-sort={direction} className={`${className} ${direction ?? ''}`}>
      <button type="button" className="sort" onClick={() => onSort(column)}>
        {STATISTICS_TITLES[column]}
        <svg viewBox="0 0 10 10" aria-hidden="true">
          <path d="M5 1 9.5 9h-9z" />
        </svg>
      </button>
    </th>
  )
}
