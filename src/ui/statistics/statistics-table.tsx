import type { ReactNode } from 'react'

import { STATISTICS_UNITS } from '#src/application/market/statistics-messages.ts'
import type { SortOrder } from '#src/domain/list/sort.ts'
import { MISSING } from '#src/domain/money.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import { STATISTICS_COLUMNS, type StatisticsColumn } from '#src/domain/trading/statistics-columns.ts'
import { Missing } from '#src/ui/parts/figures.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { COLUMN_LOOKS } from '#src/ui/statistics/columns.ts'
import { SortHeading } from '#src/ui/statistics/sort-heading.tsx'

/** Rows that both markets usually have: one of spot, three terms of next day. */
const USUAL_ROWS = ['1', '2', '3', '4'] as const

interface RowProps {
  readonly contentOf: (column: StatisticsColumn) => ReactNode
}

const Row = ({ contentOf }: RowProps) => (
  <tr>
    {STATISTICS_COLUMNS.map((column) => {
      const { className } = COLUMN_LOOKS[column]
      return column === 'market' ? (
        <th key={column} scope="row" className={className}>
          {contentOf(column)}
        </th>
      ) : (
        <td key={column} className={className}>
          {contentOf(column)}
        </td>
      )
    })}
  </tr>
)

const cellOf = (row: StatisticsRow) => (column: StatisticsColumn) => {
  const text = COLUMN_LOOKS[column].textOf(row)
  return text === MISSING ? <Missing /> : text
}

interface Props {
  /** Between whom the deals are. */
  readonly title: string
  /** In the order in which they are shown; null while they are on their way. */
  readonly rows: readonly StatisticsRow[] | null
  readonly order: SortOrder<StatisticsColumn> | null
  readonly onSort: (column: StatisticsColumn) => void
}

/** The fifteen columns of a sector (§2.4). */
export const StatisticsTable = ({ title, rows, order, onSort }: Props) => (
  <table>
    <caption className="sr-only">
      {title}. {STATISTICS_UNITS}
    </caption>
    <thead>
      <tr>
        {STATISTICS_COLUMNS.map((column) => (
          <SortHeading key={column} column={column} order={order} onSort={onSort} {...COLUMN_LOOKS[column]} />
        ))}
      </tr>
    </thead>
    <tbody>
      {rows === null
        ? USUAL_ROWS.map((row) => <Row key={row} contentOf={() => <Skeleton width="w-8" />} />)
        : rows.map((row) => <Row key={`${row.market} ${row.term} ${row.date}`} contentOf={cellOf(row)} />)}
    </tbody>
  </table>
)
