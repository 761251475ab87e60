import type { ReactNode } from 'react'

import {
  CLEAR_SELECTION,
  DOWNLOAD_CSV,
  NOTHING_FOUND_ADVICE,
  noResults,
  REMOVE_FILTERS,
  type RowNames,
  SELECT_PAGE,
  selectedText,
  selectRow,
  sortedText,
} from '#src/application/platform/list-messages.ts'
import type { ListSnapshot, ListView } from '#src/application/platform/list-view.ts'
import { nextOrder } from '#src/domain/list/sort.ts'
import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Pager } from '#src/ui/parts/pager.tsx'
import { type RecordContent, RecordList } from '#src/ui/parts/record-list.tsx'
import { Failed, type FailedProps } from '#src/ui/parts/resource-view.tsx'
import { SearchField } from '#src/ui/parts/search-field.tsx'
import { SegmentsField } from '#src/ui/parts/segments-field.tsx'
import { sortableHeading } from '#src/ui/parts/sortable-heading.tsx'
import { useKeptFocus } from '#src/ui/parts/use-kept-focus.ts'
import { usePhone } from '#src/ui/parts/use-phone.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useView } from '#src/ui/shell/use-view.ts'
import '#src/ui/styles/list.css'

export interface ListColumn<Row> extends TableColumn<Row> {
  readonly title: string
}

/** A filter of the list as a group of segments. */
export interface ListFilterField {
  /** The filter's name in the list's rules. */
  readonly name: string
  readonly label: string
  readonly choices: readonly (readonly [value: string, label: string, count?: string | null])[]
}

interface Props<Row, Column extends string> {
  readonly list: ListView<Row, Column>
  /** Names the table. */
  readonly caption: string
  readonly names: RowNames
  readonly columns: readonly ListColumn<Row>[]
  /** Columns whose headings sort. */
  readonly sortable: readonly Column[]
  readonly toId: (row: Row) => string
  /** Names a row in its checkbox. */
  readonly toName: (row: Row) => string
  readonly toRecord: (row: Row) => RecordContent
  readonly usualRows: number
  /** Shown for a list without any rows. */
  readonly empty: ReactNode
  /** Left of the search. */
  readonly heading?: ReactNode
  /** 'Buscar por Nombre'; no search without it. */
  readonly search?: string
  readonly filters?: readonly ListFilterField[]
  readonly actions?: (row: Row) => ReactNode
  /**
   * The actions of a record if they differ from `actions`: a table may have extra columns for them.
   */
  readonly recordActions?: (row: Row) => ReactNode
  /** On a phone the actions have their own row. */
  readonly wideActions?: boolean
  /** Actions on the selected rows; no checkboxes without it. */
  readonly bulkActions?: (ids: readonly string[]) => ReactNode
  readonly currentId?: string | null
  /** The content under an expanded row; null for a collapsed row. */
  readonly expansion?: (row: Row) => ReactNode
  /** Shown instead of the rows when they could not be loaded. */
  readonly failure?: FailedProps | null
  readonly onDownload?: (rows: readonly Row[]) => void
}

/** Downloads the matching rows as a file; on a phone it is a square button next to the search. */
function Download<Row, Column extends string>({ props, snapshot: { page } }: Omit<RowsProps<Row, Column>, 'select'>) {
  const { list, onDownload } = props
  if (!onDownload) return null
  return (
    <button
      type="button"
      className="btn sec list-download"
      disabled={page === null || page.total === 0}
      onClick={() => onDownload(list.matchingRows())}
    >
      <Icon name="download" />
      <span>{DOWNLOAD_CSV}</span>
    </button>
  )
}

/** Heading and filters of a list, then its search and its download. */
function Toolbar<Row, Column extends string>({ props, snapshot }: Omit<RowsProps<Row, Column>, 'select'>) {
  const { list, heading, search, filters = [], onDownload } = props
  if (!heading && !onDownload && search === undefined && filters.length === 0) return null
  return (
    <div className="list-tools">
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
      <div className="list-find">
        {search !== undefined && <SearchField label={search} value={snapshot.search} onChange={list.search} />}
        <Download props={props} snapshot={snapshot} />
      </div>
    </div>
  )
}

interface CheckProps {
  readonly label: string
  readonly checked: boolean
  /** Some of several rows are selected. */
  readonly mixed?: boolean
  readonly onChange: () => void
}

function Check({ label, checked, mixed = false, onChange }: CheckProps) {
  const setMixed = (box: HTMLInputElement | null) => {
    if (box) box.indeterminate = mixed
  }
  return (
    <label className="list-check">
      <input ref={setMixed} type="checkbox" aria-label={label} checked={checked} onChange={onChange} />
    </label>
  )
}

interface RowsProps<Row, Column extends string> {
  readonly props: Props<Row, Column>
  readonly snapshot: ListSnapshot<Row, Column>
  /** The checkbox of a row; undefined without bulk actions. */
  readonly select: ((row: Row) => ReactNode) | undefined
}

/** The page as a table with sortable headings. */
function TableRows<Row, Column extends string>({ props, snapshot, select }: RowsProps<Row, Column>) {
  const { list, columns, sortable, actions } = props
  const { announcer } = useUseCases()
  const { page, order, selection, pageSelection } = snapshot
  const isSortable = (column: string): column is Column => sortable.some((name) => name === column)
  function sort(column: Column) {
    const title = columns.find(({ id }) => id === column)?.title ?? column
    announcer.announce(sortedText(nextOrder(order, column), title))
    list.sort(column)
  }
  const selectPage = (
    <Check
      label={SELECT_PAGE}
      checked={pageSelection === 'all'}
      mixed={pageSelection === 'some'}
      onChange={list.togglePage}
    />
  )
  const selectColumn: readonly TableColumn<Row>[] = select
    ? [{ id: '#select', title: selectPage, className: 'print:hidden', cell: select }]
    : []
  const actionColumn: readonly TableColumn<Row>[] = actions
    ? [
        {
          id: '#actions',
          title: 'Acción',
          className: 'data-table-num print:hidden',
          cell: (row) => <span className="list-actions">{actions(row)}</span>,
        },
      ]
    : []
  return (
    <DataTable
      caption={props.caption}
      columns={[...selectColumn, ...columns, ...actionColumn]}
      rows={page?.rows ?? null}
      usualRows={props.usualRows}
      toId={props.toId}
      currentId={props.currentId ?? null}
      selectedIds={selection}
      expansion={props.expansion}
      heading={sortableHeading({ order, onSort: sort }, isSortable)}
    />
  )
}

/** The page as a table; on a phone as records. */
function PageRows<Row, Column extends string>(rows: RowsProps<Row, Column>) {
  const phone = usePhone()
  const { props, snapshot, select } = rows
  if (!phone) return <TableRows {...rows} />
  return (
    <RecordList
      name={props.caption}
      rows={snapshot.page?.rows ?? null}
      usualRows={props.usualRows}
      selectedIds={snapshot.selection}
      toId={props.toId}
      toRecord={props.toRecord}
      currentId={props.currentId}
      actions={props.recordActions ?? props.actions}
      wideActions={props.wideActions}
      select={select}
      expansion={props.expansion}
    />
  )
}

interface NothingFoundProps {
  readonly search: string
  readonly onClear: () => void
}

const NothingFound = ({ search, onClear }: NothingFoundProps) => (
  <div className="blank">
    <b>{noResults(search)}</b>
    <p>{NOTHING_FOUND_ADVICE}</p>
    <button type="button" className="btn sec small" onClick={onClear}>
      {REMOVE_FILTERS}
    </button>
  </div>
)

/** The rows, or why the table is empty: a failure, an empty list, a search without results. */
function Rows<Row, Column extends string>(rows: RowsProps<Row, Column>) {
  const { props, snapshot } = rows
  const { page, total, search } = snapshot
  if (props.failure) return <Failed {...props.failure} />
  if (page === null || page.total > 0) return <PageRows {...rows} />
  return total === 0 ? props.empty : <NothingFound search={search} onClear={props.list.clear} />
}

/** The number of selected rows, and the actions on them. */
function BulkBar<Row, Column extends string>({
  props,
  snapshot: { selection },
}: Omit<RowsProps<Row, Column>, 'select'>) {
  const { list, names, bulkActions } = props
  if (!bulkActions || selection.size === 0) return null
  return (
    <div className="list-bulk">
      <span role="status">{selectedText(selection.size, names)}</span>
      {bulkActions([...selection])}
      <button type="button" className="btn txt small" onClick={list.clearSelection}>
        {CLEAR_SELECTION}
      </button>
    </div>
  )
}

/**
 * A `DataTable` over a list view: search, filters, sorting, pages, bulk selection, row actions and
 * download. Under 600 px the rows are records.
 */
export function ListTable<Row, Column extends string>(props: Props<Row, Column>) {
  const { list, names, toId, toName, bulkActions, failure } = props
  const snapshot = useView(list)
  const keptFocus = useKeptFocus()
  const { page, total } = snapshot
  const select = (row: Row) => (
    <Check
      label={selectRow(toName(row))}
      checked={snapshot.selection.has(toId(row))}
      onChange={() => list.toggle(toId(row))}
    />
  )
  return (
    <div aria-busy={page === null && !failure} {...keptFocus}>
      <Toolbar props={props} snapshot={snapshot} />
      <BulkBar props={props} snapshot={snapshot} />
      <Rows props={props} snapshot={snapshot} select={bulkActions && select} />
      {page !== null && !failure && total > 0 && <Pager page={page} names={names} onGo={list.goToPage} />}
    </div>
  )
}
