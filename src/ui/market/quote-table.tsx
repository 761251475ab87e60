import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { Change } from '#src/ui/parts/figures.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

/** The formatted texts of a row. */
export interface QuoteRow {
  readonly name: string
  /** Text in a lighter weight after the name: `/USD`. */
  readonly counter?: string
  readonly value: string
  readonly change: string
}

interface TableProps {
  /** The caption for screen readers; others see the heading of the panel. */
  readonly caption: string
  /** Heading of the first column. */
  readonly first: string
}

const FIGURE = { className: 'data-table-num', skeleton: <Skeleton width="w-14" /> }

const toColumns = (first: string): readonly TableColumn<QuoteRow>[] => [
  {
    id: 'name',
    title: first,
    rowHeading: true,
    skeleton: <Skeleton width="w-22" />,
    cell: ({ name, counter }) => (
      <>
        {name}
        <span className="data-table-light">{counter}</span>
      </>
    ),
  },
  { id: 'value', title: 'Valor', cell: ({ value }) => value, ...FIGURE },
  { id: 'change', title: 'Variación', cell: ({ change }) => <Change text={change} />, ...FIGURE },
]

const toId = ({ name, counter = '' }: QuoteRow) => name + counter

interface Props extends TableProps {
  readonly rows: readonly QuoteRow[]
}

/** A table of names, values and changes; without rows it is a sentence. */
export const QuoteTable = ({ rows, caption, first }: Props) =>
  rows.length === 0 ? (
    <p className="blank meta">Sin cotizaciones por ahora.</p>
  ) : (
    <DataTable caption={caption} columns={toColumns(first)} rows={rows} usualRows={0} toId={toId} />
  )

interface TableSkeletonProps extends TableProps {
  readonly rows: number
}

/** The table while its rows load. */
export const TableSkeleton = ({ rows, caption, first }: TableSkeletonProps) => (
  <DataTable caption={caption} columns={toColumns(first)} rows={null} usualRows={rows} toId={toId} />
)
