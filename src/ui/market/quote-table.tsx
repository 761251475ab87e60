import type { Direction } from '#src/domain/trading/market.ts'
import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { EmptyLine } from '#src/ui/parts/empty.tsx'
import { Change } from '#src/ui/parts/figures.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

/** The formatted texts of a row. */
export interface QuoteRow {
  readonly name: string
  /** Text in a lighter weight after the name: `/USD`. */
  readonly counter?: string
  readonly value: string
  readonly change: string
  readonly direction: Direction
}

interface TableProps {
  /** Names the table for screen readers; other users see the heading of the panel. */
  readonly caption: string
  readonly firstHeading: string
}

const FIGURE_COLUMN = { align: 'end', skeleton: <Skeleton width="w-14" /> } as const

const toColumns = (firstHeading: string): readonly TableColumn<QuoteRow>[] => [
  {
    id: 'name',
    title: firstHeading,
    isRowHeading: true,
    skeleton: <Skeleton width="w-22" />,
    cell: ({ name, counter }) => (
      <>
        {name}
        <span className="font-400">{counter}</span>
      </>
    ),
  },
  { id: 'value', title: 'Valor', cell: ({ value }) => value, ...FIGURE_COLUMN },
  {
    id: 'change',
    title: 'Variación',
    cell: ({ change, direction }) => <Change text={change} direction={direction} isInTable />,
    ...FIGURE_COLUMN,
  },
]

const toId = ({ name, counter = '' }: QuoteRow) => name + counter

interface Props extends TableProps {
  readonly rows: readonly QuoteRow[]
}

/** A table of names, values and changes, or a sentence if there are no rows. */
export const QuoteTable = ({ rows, caption, firstHeading }: Props) =>
  rows.length === 0 ? (
    <EmptyLine text="Sin cotizaciones por ahora." />
  ) : (
    <DataTable caption={caption} columns={toColumns(firstHeading)} rows={rows} skeletonRows={0} toId={toId} />
  )

interface TableSkeletonProps extends TableProps {
  readonly skeletonRows: number
}

/** The table while its rows load. */
export const TableSkeleton = ({ skeletonRows, caption, firstHeading }: TableSkeletonProps) => (
  <DataTable caption={caption} columns={toColumns(firstHeading)} rows={null} skeletonRows={skeletonRows} toId={toId} />
)
