import { Fragment, type ReactNode } from 'react'

import { Skeleton } from '#src/ui/parts/skeleton.tsx'

export interface TableColumn<Row, Id extends string = string> {
  readonly id: Id
  readonly title: ReactNode
  /** CSS class of the heading and of each cell. */
  readonly className?: string
  readonly cell: (row: Row) => ReactNode
  /** The cell that names its row. */
  readonly rowHeading?: boolean
  /** Shown in place of the cell while the rows load. */
  readonly skeleton?: ReactNode
}

/** Renders the `th` of a column. */
export type RenderHeading<Row, Id extends string> = (column: TableColumn<Row, Id>) => ReactNode

const plainHeading = <Row, Id extends string>({ className, title }: TableColumn<Row, Id>) => (
  <th scope="col" className={className}>
    {title}
  </th>
)

interface Props<Row, Id extends string> {
  /** For screen readers; the panel's heading shows it to the others. */
  readonly caption: string
  readonly className?: string
  readonly columns: readonly TableColumn<Row, Id>[]
  /** Null while they load: then `usualRows` skeleton rows keep the table's height. */
  readonly rows: readonly Row[] | null
  readonly usualRows: number
  readonly toId: (row: Row) => string
  /** The row of the address, marked as current also for screen readers. */
  readonly currentId?: string | null
  readonly selectedIds?: ReadonlySet<string>
  /** What opens under a row, null for a closed one. */
  readonly expansion?: ((row: Row) => ReactNode) | undefined
  /** Plain headings unless given: `sortableHeading` gives buttons. */
  readonly heading?: RenderHeading<Row, Id>
}

/** The one table of the portal. Sorting, selection and actions come as headings and columns. */
export function DataTable<Row, Id extends string>({
  caption,
  className = 'data-table',
  columns,
  rows,
  usualRows,
  toId,
  currentId,
  selectedIds,
  expansion,
  heading = plainHeading,
}: Props<Row, Id>) {
  const toCells = (toContent: (column: TableColumn<Row, Id>) => ReactNode) =>
    columns.map((column) =>
      column.rowHeading && rows !== null ? (
        <th key={column.id} scope="row" className={column.className}>
          {toContent(column)}
        </th>
      ) : (
        <td key={column.id} className={column.className}>
          {toContent(column)}
        </td>
      ),
    )
  return (
    <table className={className}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Fragment key={column.id}>{heading(column)}</Fragment>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === null
          ? Array.from({ length: usualRows }, (_, i) => `${i}`).map((row) => (
              <tr key={row}>{toCells(({ skeleton }) => skeleton ?? <Skeleton width="w-14" />)}</tr>
            ))
          : rows.map((row) => {
              const id = toId(row)
              const opened = expansion?.(row)
              return (
                <Fragment key={id}>
                  <tr
                    aria-current={id === currentId || undefined}
                    className={selectedIds?.has(id) ? 'data-table-selected' : undefined}
                  >
                    {toCells(({ cell }) => cell(row))}
                  </tr>
                  {opened && (
                    <tr className="data-table-expansion">
                      <td colSpan={columns.length}>{opened}</td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
      </tbody>
    </table>
  )
}
