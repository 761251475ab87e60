import { Fragment, type ReactNode } from 'react'

import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { SortButton, type Sorting } from '#src/ui/parts/sort-button.tsx'

export interface TableColumn<Row, Id extends string = string> {
  readonly id: Id
  readonly title: ReactNode
  /** Figures and actions are at the end of their column, in one line. */
  readonly align?: 'start' | 'end'
  /** Width and visibility of the column. */
  readonly className?: string
  readonly cell: (row: Row) => ReactNode
  /** The cells of the column are the headings of their rows. */
  readonly isRowHeading?: boolean
  /** Replaces the cell while the rows load. */
  readonly skeleton?: ReactNode
}

/** `wide` has many columns in one line each. The caller scrolls it; a print has all columns. */
const LOOKS = {
  list: {
    table: 'w-full border-separate border-spacing-0 text-sm wdth-table sm:max-[640px]:wdth-head',
    heading:
      'border-b border-rule pr-3 align-middle text-xs font-550 text-muted last:pr-0 sm:max-[640px]:not-last:pr-2',
    // A heading with a button has the height of the button.
    plainHeading: 'py-1.75',
    row: 'hover:bg-sunken',
    cell: 'border-b border-line py-1.25 pr-3 align-middle last:pr-0 sm:max-[640px]:not-last:pr-2',
    rowHeading: 'font-600 wrap-anywhere',
    start: 'text-left',
    // With doubled text, figures and actions need a second line.
    end: 'text-right whitespace-nowrap @max-[36rem]:whitespace-normal',
    height: 'h-row',
    target:
      'h-row cursor-pointer pl-3 touch:h-row-touch group-has-checked/row:first:shadow-[inset_3px_0_var(--md-accent)]',
  },
  wide: {
    table: 'w-max min-w-full border-separate border-spacing-0 text-sm wdth-table print:w-full print:text-[7pt]/[1.3]',
    heading:
      'h-8 border-b border-rule px-2.5 whitespace-nowrap last:pr-3 max-lg:last:pr-gutter pointer-coarse:not-print:h-11 print:h-auto print:px-1 print:py-0.75 print:whitespace-normal print:last:pr-1',
    plainHeading: '',
    row: 'group/row hover:bg-sunken',
    cell: 'border-b border-line px-2.5 py-1.25 align-middle whitespace-nowrap last:pr-3 max-lg:last:pr-gutter print:px-1 print:py-0.75 print:last:pr-1',
    rowHeading: 'font-600',
    start: 'text-left',
    end: 'text-right',
    height: 'h-row touch:not-print:h-row-touch print:h-auto',
    target: '',
  },
} as const

/** All rows have the space for the bar of the current row, so that the rows are aligned. */
const BAR_SPACE = 'first:pl-3'
const BAR = 'first:shadow-[inset_3px_0_var(--md-accent)]'

/** Above the rows and below menus; rows would show through without a ground. */
const STICKY_HEAD = 'sticky top-0 z-1 bg-surface print:static'

/** The control of a row covers it and shows its focus around it. */
const TARGET_ROW =
  'group/row relative has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus'

interface Props<Row, Id extends string> {
  /** Names the table for screen readers; other users see the heading of the panel. */
  readonly caption: string
  readonly look?: keyof typeof LOOKS
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
  /** A row is one large target, so it is higher on touch screens. */
  readonly areRowsTargets?: boolean
  /** The headings stay at the top while the rows scroll; not in a region that scrolls by itself. */
  readonly hasStickyHead?: boolean
  /** Only screen readers get the headings. */
  readonly isHeadless?: boolean | undefined
  /** Returns the content under an expanded row; null for a collapsed row. */
  readonly expansion?: ((row: Row) => ReactNode) | undefined
  /** The headings of the sortable columns are buttons. */
  readonly sorting?: Sorting
}

/** A table with sortable headings, skeleton rows and expanded rows. */
export function DataTable<Row, Id extends string>({
  caption,
  look = 'list',
  className = '',
  columns,
  rows,
  skeletonRows,
  toId,
  currentId = null,
  selectedIds,
  areRowsTargets = false,
  hasStickyHead = false,
  isHeadless = false,
  expansion,
  sorting,
}: Props<Row, Id>) {
  const classes = LOOKS[look]
  const hasBar = rows?.some((row) => toId(row) === currentId) ?? false
  const space = hasBar ? BAR_SPACE : ''
  const headingClass = `group/heading ${classes.heading} ${space} ${areRowsTargets ? 'pl-3' : ''} ${hasStickyHead ? STICKY_HEAD : ''}`
  const renderHeading = ({ id, title, align = 'start', className: columnClass = '' }: TableColumn<Row, Id>) => {
    const isSortable = sorting?.isSortable(id) ?? false
    const direction = sorting?.order?.column === id ? sorting.order.direction : undefined
    return (
      <th
        key={id}
        scope="col"
        aria-sort={direction}
        className={`${headingClass} ${isSortable ? '' : classes.plainHeading} ${classes[align]} ${columnClass}`}
      >
        {isSortable ? (
          <SortButton direction={direction} onPress={() => sorting?.onSort(id)}>
            {title}
          </SortButton>
        ) : (
          title
        )}
      </th>
    )
  }
  const renderCells = (isCurrent: boolean, renderContent: (column: TableColumn<Row, Id>) => ReactNode) =>
    columns.map((column) => {
      const { align = 'start', className: columnClass = '' } = column
      const height = areRowsTargets ? classes.target : classes.height
      const cellClass = `${classes.cell} ${height} ${classes[align]} ${space} ${isCurrent ? BAR : ''} ${columnClass}`
      return column.isRowHeading && rows !== null ? (
        <th key={column.id} scope="row" className={`${classes.rowHeading} ${cellClass}`}>
          {renderContent(column)}
        </th>
      ) : (
        <td key={column.id} className={cellClass}>
          {renderContent(column)}
        </td>
      )
    })
  return (
    <table className={`${classes.table} ${isHeadless ? 'border-t border-line' : ''} ${className}`}>
      <caption className="sr-only">{caption}</caption>
      <thead className={isHeadless ? 'sr-only' : ''}>
        <tr>{columns.map(renderHeading)}</tr>
      </thead>
      <tbody>
        {rows === null
          ? Array.from({ length: skeletonRows }, (_, i) => `${i}`).map((key) => (
              <tr key={key} className={classes.row}>
                {renderCells(false, ({ skeleton }) => skeleton ?? <Skeleton width="w-14" />)}
              </tr>
            ))
          : rows.map((row) => {
              const id = toId(row)
              const isCurrent = id === currentId
              const isMarked = isCurrent || (selectedIds?.has(id) ?? false)
              const expandedContent = expansion?.(row)
              return (
                <Fragment key={id}>
                  <tr
                    aria-current={isCurrent || undefined}
                    className={`${isMarked ? 'bg-accent-soft' : classes.row} ${areRowsTargets ? TARGET_ROW : ''}`}
                  >
                    {renderCells(isCurrent, ({ cell }) => cell(row))}
                  </tr>
                  {expandedContent && (
                    <tr>
                      <td className="h-row border-b border-line px-3 pt-1 pb-5 align-middle" colSpan={columns.length}>
                        {expandedContent}
                      </td>
                    </tr>
                  )}
                </Fragment>
              )
            })}
      </tbody>
    </table>
  )
}
