import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { ListSnapshot, ListView } from '#src/application/platform/list.ts'
import {
  CLEAR_SELECTION,
  DOWNLOAD_CSV,
  NOTHING_FOUND_ADVICE,
  noResults,
  REMOVE_FILTERS,
  type RowNames,
  SELECT_PAGE,
  selectedText,
  selectRowText,
  sortedText,
} from '#src/application/platform/list-messages.ts'
import { ALL_ROWS, nextOrder } from '#src/domain/list.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Checkbox } from '#src/ui/parts/checkbox.tsx'
import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Pager } from '#src/ui/parts/pager.tsx'
import { type RecordContent, RecordList } from '#src/ui/parts/record-list.tsx'
import { Failed, type FailedProps } from '#src/ui/parts/resource-view.tsx'
import { SearchField } from '#src/ui/parts/search-field.tsx'
import { SegmentsField } from '#src/ui/parts/segments-field.tsx'
import { useFocusFallback } from '#src/ui/parts/use-focus-fallback.ts'
import { usePhone } from '#src/ui/parts/use-media-query.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

export interface ListColumn<Row> extends TableColumn<Row> {
  readonly title: string
}

/** A filter of the list as a group of segments. */
export interface ListFilterField {
  /** The name of the filter in the rules of the list. */
  readonly name: string
  readonly label: string
  readonly choices: readonly (readonly [value: string, label: string, count?: string | null])[]
}

interface Props<Row, Column extends string> {
  readonly list: ListView<Row, Column>
  /** Names the table. */
  readonly caption: string
  /** The noun for the rows: 'usuario', 'usuarios'. */
  readonly names: RowNames
  readonly columns: readonly ListColumn<Row>[]
  /** The columns that the user can sort by. */
  readonly sortableColumns: readonly Column[]
  readonly toId: (row: Row) => string
  /** Returns the name of a row, for the label of its checkbox. */
  readonly toName: (row: Row) => string
  /** Returns the content of a row on a phone. */
  readonly toRecord: (row: Row) => RecordContent
  readonly skeletonRows: number
  /** Shown if the list has no rows, even without filters. */
  readonly empty: ReactNode
  /** The content at the left of the search. */
  readonly heading?: ReactNode
  /** Label of the search, such as 'Buscar por Nombre'. If omitted, the list has no search. */
  readonly search?: string
  readonly filters?: readonly ListFilterField[]
  readonly actions?: (row: Row) => ReactNode
  /**
   * The actions of a record if they differ from `actions`: a table may have extra columns for them.
   */
  readonly recordActions?: (row: Row) => ReactNode
  /** Shows records on every page, such as next to a detail. */
  readonly showsRecords?: boolean
  /** The actions of a record are on a separate line. */
  readonly wideActions?: boolean
  /** Actions on the selected rows. If omitted, the rows have no checkboxes. */
  readonly bulkActions?: (ids: readonly string[]) => ReactNode
  /** Called when the user selects or deselects rows. */
  readonly onSelect?: () => void
  readonly currentId?: string | null
  /** Returns the content under an expanded row; null for a collapsed row. */
  readonly expansion?: (row: Row) => ReactNode
  /** Shown instead of the rows if their load failed. */
  readonly failure?: FailedProps | null
  /** Called with the matching rows of all pages. If omitted, the list has no download button. */
  readonly onDownload?: (rows: readonly Row[]) => void
}

/** The props of a part of the table: the props of the whole table and the snapshot of its list. */
interface PartProps<Row, Column extends string> {
  readonly props: Props<Row, Column>
  readonly snapshot: ListSnapshot<Row, Column>
}

/** The button that downloads the matching rows; on a phone it is square when next to a search. */
function Download<Row, Column extends string>({ props, snapshot: { page } }: PartProps<Row, Column>) {
  const { list, search, onDownload } = props
  if (!onDownload) return null
  const isSquare = search !== undefined
  return (
    <Button
      variant="secondary"
      className={isSquare ? 'max-sm:w-control max-sm:px-0' : ''}
      disabled={page === null || page.total === 0}
      onClick={() => onDownload(list.matchingRows())}
    >
      <Icon name="download" />
      <span className={isSquare ? 'max-sm:sr-only' : ''}>{DOWNLOAD_CSV}</span>
    </Button>
  )
}

/** The heading, filters, search and download of a list. */
function Toolbar<Row, Column extends string>({ props, snapshot }: PartProps<Row, Column>) {
  const { list, heading, search, filters = [], onDownload } = props
  if (!heading && !onDownload && search === undefined && filters.length === 0) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pb-2.5 max-sm:*:w-full">
      {heading}
      {filters.map(({ name, label, choices }) => (
        <SegmentsField
          key={name}
          compact
          label={label}
          choices={choices}
          value={snapshot.filters[name] ?? ''}
          onChange={(value) => list.filter(name, value)}
        />
      ))}
      <div className="ml-auto flex gap-2 max-sm:[&>:first-child]:flex-1 print:has-placeholder-shown:hidden">
        {search !== undefined && <SearchField label={search} value={snapshot.search} onChange={list.search} />}
        <Download props={props} snapshot={snapshot} />
      </div>
    </div>
  )
}

interface RowsProps<Row, Column extends string> extends PartProps<Row, Column> {
  /** Renders the checkbox of a row; undefined without bulk actions. */
  readonly renderCheckbox: ((row: Row) => ReactNode) | undefined
}

/** The rows of the current page as a table with sortable headings. */
function TableRows<Row, Column extends string>({ props, snapshot, renderCheckbox }: RowsProps<Row, Column>) {
  const { list, columns, sortableColumns, actions } = props
  const { announcer } = usePortal()
  const { page, order, selection, pageSelection } = snapshot
  const findColumn = (id: string) => sortableColumns.find((name) => name === id)
  function sort(id: string) {
    const column = findColumn(id)
    if (column === undefined) return
    const title = columns.find(({ id }) => id === column)?.title ?? column
    announcer.announce(sortedText(nextOrder(order, column), title))
    list.sort(column)
  }
  const pageCheckbox = (
    <Checkbox
      label={SELECT_PAGE}
      checked={pageSelection === 'all'}
      mixed={pageSelection === 'some'}
      onChange={() => {
        props.onSelect?.()
        list.togglePage()
      }}
    />
  )
  const checkboxColumn: readonly TableColumn<Row>[] = renderCheckbox
    ? [{ id: '#select', title: pageCheckbox, className: 'print:hidden', cell: renderCheckbox }]
    : []
  const actionColumn: readonly TableColumn<Row>[] = actions
    ? [
        {
          id: '#actions',
          title: 'Acción',
          align: 'end',
          className: 'print:hidden',
          cell: (row) => <span className="flex justify-end gap-2 @max-[52rem]:flex-wrap">{actions(row)}</span>,
        },
      ]
    : []
  return (
    <DataTable
      hasStickyHead
      caption={props.caption}
      columns={[...checkboxColumn, ...columns, ...actionColumn]}
      rows={page?.rows ?? null}
      skeletonRows={props.skeletonRows}
      toId={props.toId}
      currentId={props.currentId ?? null}
      selectedIds={selection}
      expansion={props.expansion}
      sorting={{ order, isSortable: (id) => findColumn(id) !== undefined, onSort: sort }}
    />
  )
}

/** The rows of the current page as a table, or as records on a phone. */
function PageRows<Row, Column extends string>(rowsProps: RowsProps<Row, Column>) {
  const isPhone = usePhone()
  const { props, snapshot, renderCheckbox } = rowsProps
  if (!isPhone && !props.showsRecords) return <TableRows {...rowsProps} />
  return (
    <RecordList
      name={props.caption}
      rows={snapshot.page?.rows ?? null}
      skeletonRows={props.skeletonRows}
      selectedIds={snapshot.selection}
      toId={props.toId}
      toRecord={props.toRecord}
      currentId={props.currentId}
      actions={props.recordActions ?? props.actions}
      wideActions={props.wideActions}
      renderCheckbox={renderCheckbox}
      expansion={props.expansion}
    />
  )
}

interface NothingFoundProps {
  readonly searchText: string
  readonly onClear: () => void
}

const NothingFound = ({ searchText, onClear }: NothingFoundProps) => (
  <Empty
    lead={noResults(searchText)}
    rest={NOTHING_FOUND_ADVICE}
    action={
      <Button variant="secondary" size="small" onClick={onClear}>
        {REMOVE_FILTERS}
      </Button>
    }
  />
)

/** The rows, or the reason for an empty table: a failure, an empty list, or no results. */
function Rows<Row, Column extends string>(rowsProps: RowsProps<Row, Column>) {
  const { props, snapshot } = rowsProps
  const { page, total, search: searchText } = snapshot
  if (props.failure) return <Failed {...props.failure} />
  if (page === null || page.total > 0) return <PageRows {...rowsProps} />
  return total === 0 ? props.empty : <NothingFound searchText={searchText} onClear={props.list.clear} />
}

/**
 * The number of selected rows, and the actions on them. The live region exists before its first
 * text, so that screen readers announce it.
 */
function BulkBar<Row, Column extends string>({ props, snapshot: { selection } }: PartProps<Row, Column>) {
  const { list, names, bulkActions } = props
  if (!bulkActions) return null
  const hasSelection = selection.size > 0
  return (
    <div
      className={
        hasSelection
          ? 'mb-1 flex flex-wrap items-center gap-x-6 gap-y-3 border-l-3 border-accent bg-accent-soft px-3 py-2 text-sm print:hidden'
          : undefined
      }
    >
      <span role="status">{hasSelection && selectedText(selection.size, names)}</span>
      {hasSelection && (
        <>
          {bulkActions([...selection])}
          <Button variant="text" size="small" onClick={list.clearSelection}>
            {CLEAR_SELECTION}
          </Button>
        </>
      )}
    </div>
  )
}

/** The choice of rows per page; undefined if all rows fit into the smallest page. */
function toSize<Row, Column extends string>(list: ListView<Row, Column>, snapshot: ListSnapshot<Row, Column>) {
  const { pageSize: value, pageSizes: choices, total } = snapshot
  return total > (choices[0] ?? total) ? { value, choices, onChange: list.setPageSize } : undefined
}

/**
 * A list view as a `DataTable` with search, filters, sorting, pages, bulk selection, row actions
 * and download. Below 600 px, and next to a detail, the rows are records.
 */
export function ListTable<Row, Column extends string>(props: Props<Row, Column>) {
  const { list, names, toId, toName, bulkActions, failure } = props
  const snapshot = useSelector(list, (state) => state)
  const focusFallback = useFocusFallback()
  const { page, total } = snapshot
  const renderCheckbox = (row: Row) => (
    <Checkbox
      label={selectRowText(toName(row))}
      checked={snapshot.selection.has(toId(row))}
      onChange={() => {
        props.onSelect?.()
        list.toggle(toId(row))
      }}
    />
  )
  return (
    <div className="@container" aria-busy={page === null && !failure} {...focusFallback}>
      <Toolbar props={props} snapshot={snapshot} />
      <BulkBar props={props} snapshot={snapshot} />
      <Rows props={props} snapshot={snapshot} renderCheckbox={bulkActions && renderCheckbox} />
      {page !== null && !failure && total > 0 && (
        <Pager
          page={page}
          names={names}
          onPage={snapshot.pageSize === ALL_ROWS ? undefined : list.goToPage}
          size={toSize(list, snapshot)}
        />
      )}
    </div>
  )
}
