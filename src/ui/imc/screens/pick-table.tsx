import { useSelector } from '@xstate/react'
import { type ReactNode, useId } from 'react'
import {
  ASSIGNABLE_FAILED,
  ASSIGNABLE_ROWS,
  ASSIGNABLE_SERVER_ERROR,
  NO_ASSIGNABLE,
  SEARCH_ASSIGNABLE,
} from '#src/application/imc/screens/request-form-messages.ts'
import type { ListView } from '#src/application/platform/list.ts'
import {
  NOTHING_FOUND_ADVICE,
  noResults,
  REMOVE_FILTERS,
  type RowNames,
} from '#src/application/platform/list-messages.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import type { AssignableUser } from '#src/domain/imc/screens/screen.ts'
import { toListFailure } from '#src/ui/imc/list-panel.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { DataTable, type TableColumn } from '#src/ui/parts/data-table.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { Pager } from '#src/ui/parts/pager.tsx'
import { Failed } from '#src/ui/parts/resource-view.tsx'
import { SearchField } from '#src/ui/parts/search-field.tsx'

interface ChoiceErrorProps {
  /** Id for the `aria-describedby` of the choice. */
  readonly id: string
  readonly error: string | null
}

/** The error of a choice, shown above the choice. */
export const ChoiceError = ({ id, error }: ChoiceErrorProps) =>
  error === null ? null : (
    <div className="mb-3.5" id={id}>
      <Notice icon="warning" tone="err" lead={error} />
    </div>
  )

interface Props<Row, Column extends string> {
  readonly list: ListView<Row, Column>
  /** Names the table and its radio buttons. */
  readonly caption: string
  /** The noun for the rows: 'usuario', 'usuarios'. */
  readonly names: RowNames
  /** The first column is the label of the row's radio button. */
  readonly columns: readonly TableColumn<Row>[]
  readonly toId: (row: Row) => string
  readonly chosenId: string | null
  readonly onChoose: (id: string) => void
  /** Label of the search. If omitted, the table has no search. */
  readonly search?: string
  /** The headings are not visible. */
  readonly headless?: boolean
  /** Id of the error message of the choice. */
  readonly errorId?: string | null
  readonly skeletonRows?: number
  readonly empty: ReactNode
}

/** Returns the first column with a radio button in each cell. */
function toChoiceColumn<Row, Column extends string>(
  firstColumn: TableColumn<Row>,
  { caption, toId, chosenId, onChoose, errorId = null }: Props<Row, Column>,
): TableColumn<Row> {
  return {
    ...firstColumn,
    cell: (row) => (
      <label className="flex cursor-pointer items-center gap-2.5 group-has-checked/row:font-620 after:absolute after:inset-0 after:content-['']">
        {/* The radio button is above the label's cover, so that the button receives clicks. */}
        <input
          className="relative z-1 size-4.5 flex-none accent-accent focus-visible:outline-0"
          type="radio"
          name={caption}
          value={toId(row)}
          checked={toId(row) === chosenId}
          aria-invalid={errorId !== null || undefined}
          aria-describedby={errorId ?? undefined}
          onChange={() => onChoose(toId(row))}
        />
        <span>{firstColumn.cell(row)}</span>
      </label>
    ),
  }
}

/** The rows of the page, or the reason why there are no rows. */
function PickRows<Row, Column extends string>(props: Props<Row, Column>) {
  const { list, caption, names, columns, toId, chosenId, skeletonRows = 5 } = props
  const { page, total, search: searchText } = useSelector(list, (state) => state)
  if (page !== null && total === 0) return props.empty
  if (page !== null && page.total === 0) {
    return (
      <Empty
        lead={noResults(searchText)}
        rest={NOTHING_FOUND_ADVICE}
        action={
          <Button variant="secondary" size="small" onClick={list.clear}>
            {REMOVE_FILTERS}
          </Button>
        }
      />
    )
  }
  const [firstColumn, ...otherColumns] = columns
  return (
    <>
      <DataTable
        caption={caption}
        columns={firstColumn ? [toChoiceColumn(firstColumn, props), ...otherColumns] : []}
        rows={page?.rows ?? null}
        skeletonRows={skeletonRows}
        toId={toId}
        areRowsTargets
        isHeadless={props.headless}
        selectedIds={new Set(chosenId === null ? [] : [chosenId])}
      />
      {page !== null && <Pager page={page} names={names} onPage={list.goToPage} />}
    </>
  )
}

/**
 * A table in which the user chooses one row. The first cell of a row has a radio button; its label
 * covers the row. Another page does not change the choice.
 */
export function PickTable<Row, Column extends string>(props: Props<Row, Column>) {
  const { list, caption, search } = props
  const { page, search: searchText } = useSelector(list, (state) => state)
  return (
    // biome-ignore lint/a11y/useSemanticElements: screen readers repeat the legend of a fieldset.
    <div role="group" aria-label={caption} aria-busy={page === null}>
      {search !== undefined && (
        <div className="mb-2.5">
          <SearchField isWide label={search} value={searchText} onChange={list.search} />
        </div>
      )}
      <PickRows {...props} />
    </div>
  )
}

const COLUMNS: readonly TableColumn<AssignableUser>[] = [{ id: 'name', title: 'Nombre', cell: ({ name }) => name }]

interface UserPickProps {
  readonly list: ListView<AssignableUser, never>
  readonly users: ResourceState<readonly AssignableUser[]>
  /** Names the table and its radio buttons. */
  readonly name: string
  readonly chosenUser: AssignableUser | null
  readonly error: string | null
  readonly onChoose: (id: string) => void
}

/** A table in which the user chooses one of the assignable users (§2.5). */
export function UserPick({ list, users, name, chosenUser, error, onChoose }: UserPickProps) {
  const errorId = useId()
  const failure = toListFailure(users, ASSIGNABLE_FAILED, () => ASSIGNABLE_SERVER_ERROR)
  if (failure) return <Failed {...failure} />
  return (
    <>
      <ChoiceError id={errorId} error={error} />
      <PickTable
        list={list}
        caption={name}
        names={ASSIGNABLE_ROWS}
        columns={COLUMNS}
        toId={({ id }) => id}
        chosenId={chosenUser?.id ?? null}
        onChoose={onChoose}
        search={SEARCH_ASSIGNABLE}
        headless
        errorId={error === null ? null : errorId}
        empty={<Empty {...NO_ASSIGNABLE} />}
      />
    </>
  )
}
