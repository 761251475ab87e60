import type { ReactNode } from 'react'
import { isMissing, subscriptionFailureMessage } from '#src/application/imc/messages.ts'
import { endsOnText } from '#src/application/imc/screens/expiry.ts'
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
import { useMediaQuery } from '#src/ui/parts/use-media-query.ts'

interface ScreenActionsProps {
  readonly row: ScreenRow
  readonly canWrite: boolean
  readonly onAction: (action: ScreenAction, row: ScreenRow) => void
  /** Opens the last day of an assigned screen. */
  readonly onExpiry: (row: ScreenRow) => void
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
function ChangeAction({ row, canWrite, onAction }: Omit<ScreenActionsProps, 'onExplain' | 'onExpiry'>) {
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

/** The last day, which an administrator presses to change it. */
function EndsOn({ row, canWrite, onExpiry }: Pick<ScreenActionsProps, 'row' | 'canWrite' | 'onExpiry'>) {
  if (offersAction(row, 'release', canWrite)) {
    return (
      <RowButton variant="text" className="-ml-2.5" rowName={row.screen} onPress={() => onExpiry(row)}>
        {endsOnText(row)}
      </RowButton>
    )
  }
  return row.endsOn === null ? <Missing /> : <span>{endsOnText(row)}</span>
}

const LAST_USE_COLUMN: ListColumn<ScreenRow> = {
  id: 'lastUse',
  title: SCREEN_COLUMN_TITLES.lastUse,
  cell: (row) => <LastUse row={row} />,
}

const createExpiryColumn = (actions: Actions): ListColumn<ScreenRow> => ({
  id: 'endsOn',
  title: SCREEN_COLUMN_TITLES.endsOn,
  cell: (row) => <EndsOn row={row} {...actions} />,
})

interface Shown extends Pick<ScreensState, 'showsLastUse' | 'canExpire'> {
  /** The page has no room for further columns: their content stands below the status. */
  readonly isNarrow: boolean
}

/** A further value below the status of a narrow table. */
const Line = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <span className="mt-1 flex flex-wrap items-center gap-x-1 text-xs text-muted">
    {title}: {children}
  </span>
)

const createColumns = (
  actions: Actions,
  { showsLastUse, canExpire, isNarrow }: Shown,
): readonly ListColumn<ScreenRow>[] => [
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
        {isNarrow && showsLastUse && (
          <Line title={SCREEN_COLUMN_TITLES.lastUse}>
            <LastUse row={row} />
          </Line>
        )}
        {isNarrow && canExpire && (
          <Line title={SCREEN_COLUMN_TITLES.endsOn}>
            <EndsOn row={row} {...actions} />
          </Line>
        )}
      </>
    ),
  },
  ...(showsLastUse && !isNarrow ? [LAST_USE_COLUMN] : []),
  ...(canExpire && !isNarrow ? [createExpiryColumn(actions)] : []),
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

const createRecord = (actions: Actions) => (row: ScreenRow) => ({
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
      {row.canExpire && (
        <span className="flex w-full items-center gap-x-3">
          {SCREEN_COLUMN_TITLES.endsOn}: <EndsOn row={row} {...actions} />
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
  readonly onExpiry: (row: ScreenRow) => void
  readonly onRelease: (rows: readonly ScreenRow[]) => void
}

/** The screens of a subscription with the actions of their status (§2.5). */
export function ScreensTable({ view, state, heading, caption, canWrite, onAction, onExpiry, onRelease }: Props) {
  const { rows, currentId } = state
  const isNarrow = useMediaQuery('(max-width: 969.98px)', false)
  const actions = { canWrite, onAction, onExpiry, onExplain: view.showNotice }
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
      columns={createColumns(actions, { ...state, isNarrow })}
      sortableColumns={SCREEN_COLUMNS}
      toId={({ screen }) => screen}
      toName={({ screen, fullName }) => (fullName ? `${screen}, ${fullName}` : screen)}
      toRecord={createRecord(actions)}
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
