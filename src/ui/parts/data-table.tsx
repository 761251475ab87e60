import { Fragment, type ReactNode } from 'react'

import { Skeleton } from '#src/ui/parts/skeleton.tsx'

export interface TableColumn<Row, Id extends string = string> {
  readonly id: Id
  readonly title: ReactNode
  /** CSS class of the heading and of each cell. */
  readonly className?: string
  readonly cell: (row: Row) => ReactNode
  /** The cells of the column are the headings of their rows. */
  readonly isRowHeading?: boolean
  /** Replaces the cell while the rows load. */
  readonly skeleton?: ReactNode
}

/** Renders the `th` of a column. */
export type RenderHeading<Row, Id extends string> = (column: TableColumn<Row, Id>) => ReactNode

const renderPlainHeading = <Row, Id extends string>({ className, title }: TableColumn<Row, Id>) => (
  <th scope="col" className={className}>
    {title}
  </th>
)

interface Props<Row, Id extends string> {
  /** Names the table for screen readers; other users see the heading of the panel. */
  readonly caption: string
  readonly className?: string
  readonly columns: readonly TableColumn<Row, Id>[]
  /** Null while the rows load. */
  readonly rows: readonly Row[] | null
  /** Number of skeleton rows while the rows load. */
  readonly skeletonRows: number
  readonly toId: (row: Row) => string
  /** Id of the row that the page's address refers to. The row has `aria-current`. */
  readonly currentId?: string | null
  readonly selectedIds?: ReadonlySet<string>
  /** Returns the content under an expanded row; null for a collapsed row. */
  readonly expansion?: ((row: Row) => ReactNode) | undefined
  /** Renders plain text by default; buttons with `createSortableHeading`. */
  readonly renderHeading?: RenderHeading<Row, Id>
}

/**
 * A table with skeleton rows and expanded rows. Callers add sorting, selection and actions as
 * headings and columns.
 */
export function DataTable<Row, Id extends string>({
  caption,
  className = 'data-table',
  columns,
  rows,
  skeletonRows,
  toId,
  currentId,
  selectedIds,
  expansion,
  renderHeading = renderPlainHeading,
}: Props<Row, Id>) {
  const renderCells = (renderContent: (column: TableColumn<Row, Id>) => ReactNode) =>
    columns.map((column) =>
      column.isRowHeading && rows !== null ? (
        <th key={column.id} scope="row" className={column.className}>
          {renderContent(column)}
        </th>
      ) : (
        <td key={column.id} className={column.className}>
          {renderContent(column)}
        </td>
      ),
    )
  return (
    <table className={className}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <Fragment key={column.id}>{renderHeading(column)}</Fragment>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows === null
          ? Array.from({ length: skeletonRows }, (_, i) => `${i}`).map((key) => (
              <tr key={key}>{renderCells(({ skeleton }) => skeleton ?? <Skeleton width="w-14" />)}</tr>
            ))
          : rows.map((row) => {
              const id = toId(row)
              const expandedContent = expansion?.(row)
              return (
                <Fragment key={id}>
                  <tr
                    aria-current={id === currentId || undefined}
                    className={selectedIds?.has(id) ? 'data-table-selected' : undefined}
                  >
                    {renderCells(({ cell }) => cell(row))}
                  </tr>
                  {expandedContent && (
                    <tr className="data-table-expansion">
                      <td colSpan={columns.length}>{expandedContent}</td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
      </tbody>
    </table>
  )
}
