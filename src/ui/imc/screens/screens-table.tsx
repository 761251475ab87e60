import type { ReactNode } from 'react'
import { isMissing, subscriptionFailureMessage } from '#src/application/imc/messages.ts'
import {
  CHANGE,
  IN_PROGRESS,
  LINK,
  lastUseText,
  NO_SCREENS,
  NO_USE,
  offersAction,
  RELEASE,
  RELEASE_SELECTED,
  SCREEN_COLUMN_TITLES,
  SCREEN_COLUMNS,
  SCREEN_ROWS,
  SCREENS_FAILED,
  type ScreensState,
  type ScreensView,
  SEARCH_SCREENS_BY_USER,
  TRANSIT_REFUSAL,
} from '#src/application/imc/screens/screens.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import type { ScreenAction } from '#src/domain/imc/screens/screen-lifecycle.ts'
import { MissingItem, toListFailure } from '#src/ui/imc/list-panel.tsx'
import { RowButton } from '#src/ui/imc/row-button.tsx'
import { ScreenChip } from '#src/ui/imc/screens/status-chips.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import { type ListColumn, ListTable } from '#src/ui/parts/list-table.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

interface ScreenActionsProps {
  readonly row: ScreenRow
  readonly canWrite: boolean
  readonly onAction: (action: ScreenAction, row: ScreenRow) => void
  /** Called for a screen in transit, which has no action. */
  readonly onExplain: (row: ScreenRow) => void
}

/** The button for the status of a screen: link, release, or explain the request in progress. */
function MainAction({ row, canWrite, onAction, onExplain }: ScreenActionsProps) {
  if (row.status === 'transit') {
    return (
      <RowButton variant="row-waiting" rowName={row.screen} refusal={TRANSIT_REFUSAL} onPress={() => onExplain(row)}>
        {IN_PROGRESS}
      </RowButton>
    )
  }
  if (offersAction(row, 'link', canWrite)) {
    return (
      <RowButton variant="row-primary" rowName={row.screen} onPress={() => onAction('link', row)}>
        {LINK}
      </RowButton>
    )
  }
  if (!offersAction(row, 'release', canWrite)) return null
  return (
    <RowButton variant="row-danger" rowName={row.screen} onPress={() => onAction('release', row)}>
      {RELEASE}
    </RowButton>
  )
}

/** The button Cambiar. Only assigned rows have it (§2.5). */
function ChangeAction({ row, canWrite, onAction }: Omit<ScreenActionsProps, 'onExplain'>) {
  if (!offersAction(row, 'change', canWrite)) return null
  return (
    <RowButton rowName={row.screen} onPress={() => onAction('change', row)}>
      {CHANGE}
    </RowButton>
  )
}

const renderOptional = (text: string | null) => text || <Missing />

type Actions = Omit<ScreenActionsProps, 'row'>

/** The last use; quiet where the operator reported none. */
const LastUse = ({ row }: { readonly row: ScreenRow }) =>
  row.lastUse === null ? <span className="text-muted">{NO_USE}</span> : lastUseText(row)

/** On a narrow page the day stands below the status. */
const LAST_USE_COLUMN: ListColumn<ScreenRow> = {
  id: 'lastUse',
  title: SCREEN_COLUMN_TITLES.lastUse,
  className: 'max-md:hidden',
  cell: (row) => <LastUse row={row} />,
}

const createColumns = (actions: Actions, showsLastUse: boolean): readonly ListColumn<ScreenRow>[] => [
  { id: 'screen', title: SCREEN_COLUMN_TITLES.screen, isRowHeading: true, cell: ({ screen }) => screen },
  { id: 'profile', title: SCREEN_COLUMN_TITLES.profile, cell: ({ profile }) => renderOptional(profile) },
  { id: 'username', title: SCREEN_COLUMN_TITLES.username, cell: ({ username }) => renderOptional(username) },
  {
    id: 'fullName',
    title: SCREEN_COLUMN_TITLES.fullName,
    skeleton: <Skeleton width="w-40" />,
    cell: ({ fullName }) => <span className="wrap-anywhere">{renderOptional(fullName)}</span>,
  },
  {
    id: 'status',
    title: SCREEN_COLUMN_TITLES.status,
    cell: (row) => (
      <>
        <ScreenChip row={row} />
        {showsLastUse && (
          <span className="mt-1 block text-xs text-muted md:hidden">
            {SCREEN_COLUMN_TITLES.lastUse}: <LastUse row={row} />
          </span>
        )}
      </>
    ),
  },
  ...(showsLastUse ? [LAST_USE_COLUMN] : []),
  {
    id: 'action',
    title: 'Acción',
    className: 'w-28 print:hidden [&>button]:w-25',
    cell: (row) => <MainAction row={row} {...actions} />,
  },
  {
    id: 'change',
    title: CHANGE,
    className: 'w-28 print:hidden [&>button]:w-25',
    cell: (row) => <ChangeAction row={row} {...actions} />,
  },
]

const toRecord = (row: ScreenRow) => ({
  title: row.screen,
  status: <ScreenChip row={row} />,
  detail: (
    <span className="flex flex-wrap justify-between gap-x-3 gap-y-0.5">
      {row.fullName && <span className="w-full text-ink">{row.fullName}</span>}
      <span>{row.profile}</span>
      {row.username && <span>{row.username}</span>}
      {row.isUseReported && (
        <span className="w-full">
          {SCREEN_COLUMN_TITLES.lastUse}: <LastUse row={row} />
        </span>
      )}
    </span>
  ),
})

interface Props {
  readonly view: ScreensView
  readonly state: ScreensState
  readonly heading: ReactNode
  readonly caption: string
  readonly canWrite: boolean
  readonly onAction: (action: ScreenAction, row: ScreenRow) => void
  readonly onRelease: (rows: readonly ScreenRow[]) => void
}

/** The screens of a subscription with the actions of their status (§2.5). */
export function ScreensTable({ view, state, heading, caption, canWrite, onAction, onRelease }: Props) {
  const { rows, currentId } = state
  const actions = { canWrite, onAction, onExplain: view.showNotice }
  const bulkActions = (ids: readonly string[]) => (
    <Button
      variant="danger"
      size="small"
      onClick={() => onRelease(rows.value?.filter(({ screen }) => ids.includes(screen)) ?? [])}
    >
      {RELEASE_SELECTED}
    </Button>
  )
  if (isMissing(rows)) {
    return (
      <MissingItem
        resource={rows}
        title={SCREENS_FAILED}
        list={{ title: SCREENS.imcPackages.title, href: SCREENS.imcPackages.path }}
      />
    )
  }
  return (
    <ListTable
      list={view.list}
      heading={heading}
      caption={caption}
      names={SCREEN_ROWS}
      columns={createColumns(actions, state.showsLastUse)}
      sortableColumns={SCREEN_COLUMNS}
      toId={({ screen }) => screen}
      toName={({ screen, fullName }) => (fullName ? `${screen}, ${fullName}` : screen)}
      toRecord={toRecord}
      skeletonRows={10}
      wideActions
      search={SEARCH_SCREENS_BY_USER}
      empty={<Empty {...NO_SCREENS} />}
      failure={toListFailure(rows, SCREENS_FAILED, subscriptionFailureMessage)}
      currentId={currentId}
      onDownload={view.download}
      onSelect={view.hideNotice}
      recordActions={(row) => (
        <>
          <MainAction row={row} {...actions} />
          <ChangeAction row={row} {...actions} />
        </>
      )}
      {...(canWrite && { bulkActions })}
    />
  )
}
