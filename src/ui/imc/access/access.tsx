import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { Link, useSearch } from 'wouter'
import { ACCESS_COLUMNS, type AccessRow, type AccessView } from '#src/application/imc/access/access.ts'
import {
  ACCESS_COLUMN_TITLES,
  ACCESS_FAILED,
  ACCESS_INTRO,
  ACCESS_NOTE,
  ACCESS_ROWS,
  CREATE_ADMINISTRATOR,
  NO_ACCESS,
  ONLY_ADMINISTRATORS,
  ROLE_NAMES,
  SEARCH_ACCESS,
  STATUS_NAMES,
  YOU,
} from '#src/application/imc/access/access-messages.ts'
import { toFormAddress } from '#src/application/navigation/imc-query.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { AccessStatus } from '#src/domain/imc/users/access.ts'
import { formatCount } from '#src/domain/money.ts'
import { ChangeDialog } from '#src/ui/imc/change-dialog.tsx'
import { ImcHead } from '#src/ui/imc/imc-head.tsx'
import { ListHeading, ListPanel, toListFailure } from '#src/ui/imc/list-panel.tsx'
import { RowButton } from '#src/ui/imc/row-button.tsx'
import { useImc, useImcSession, useListAddress } from '#src/ui/imc/use-imc.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { Chip, type ChipDisc, type ChipTone } from '#src/ui/parts/chip.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { type ListColumn, ListTable } from '#src/ui/parts/list-table.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'

const { title } = SCREENS.imcAccess

const LOOKS: Readonly<Record<AccessStatus, { readonly tone: ChipTone; readonly disc: ChipDisc }>> = {
  active: { tone: 'success', disc: 'full' },
  temporary: { tone: 'warning', disc: 'half' },
  'temporary-expired': { tone: 'danger', disc: 'cross' },
  'contract-pending': { tone: 'outline-warning', disc: 'quarter' },
  inactive: { tone: 'muted', disc: 'empty' },
}

const StatusChip = ({ status }: Pick<AccessRow, 'status'>) => <Chip {...LOOKS[status]}>{STATUS_NAMES[status]}</Chip>

const Status = ({ status, endText }: AccessRow) => (
  <>
    <StatusChip status={status} />
    {endText !== null && <span className="block text-xs text-muted">{endText}</span>}
  </>
)

const COLUMNS: readonly ListColumn<AccessRow>[] = [
  { id: 'name', title: ACCESS_COLUMN_TITLES.name, isRowHeading: true, cell: ({ name }) => name },
  {
    id: 'username',
    title: ACCESS_COLUMN_TITLES.username,
    className: 'wrap-anywhere',
    cell: ({ username }) => username,
  },
  { id: 'role', title: ACCESS_COLUMN_TITLES.role, cell: ({ role }) => ROLE_NAMES[role] },
  { id: 'status', title: ACCESS_COLUMN_TITLES.status, cell: Status },
  { id: 'sessions', title: ACCESS_COLUMN_TITLES.sessions, cell: ({ sessions }) => formatCount(sessions) },
]

const toRecord = (row: AccessRow) => ({
  title: row.name,
  status: <StatusChip status={row.status} />,
  detail: (
    <span className="grid gap-0.5">
      <span>
        {row.username} · {ROLE_NAMES[row.role]} · {ACCESS_COLUMN_TITLES.sessions}: {formatCount(row.sessions)}
      </span>
      {row.endText !== null && (
        <span>
          {STATUS_NAMES[row.status]} {row.endText}
        </span>
      )}
    </span>
  ),
})

interface ActionsProps {
  readonly view: AccessView
  readonly row: AccessRow
}

/** The actions of a row; the own row says so. */
function Actions({ view, row }: ActionsProps) {
  if (view.isOwn(row)) {
    return (
      <Chip tone="muted" disc="none">
        {YOU}
      </Chip>
    )
  }
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {view.offers(row).map(({ action, text, refusal, press }) => (
        <RowButton key={action} rowName={row.name} refusal={refusal} onPress={press}>
          {text}
        </RowButton>
      ))}
    </span>
  )
}

function AccessList() {
  const { createAccess } = useImc()
  const query = useSearch()
  const [view] = useState(() => createAccess(query))
  const { rows, dialog, downloadFailed } = useSelector(view, (state) => state)
  useListAddress(view.list)
  const renderActions = (row: AccessRow) => <Actions view={view} row={row} />
  return (
    <>
      <ImcHead
        title={title}
        intro={ACCESS_INTRO}
        action={
          <Link className={buttonClass({ variant: 'secondary' })} href={toFormAddress('usuario')}>
            {CREATE_ADMINISTRATOR}
          </Link>
        }
      />
      <ListPanel title={title} downloadFailed={downloadFailed}>
        <ListTable
          list={view.list}
          heading={<ListHeading title="Personas" stale={rows.stale} />}
          caption={title}
          names={ACCESS_ROWS}
          columns={COLUMNS}
          sortableColumns={ACCESS_COLUMNS}
          toId={({ id }) => id}
          toName={({ name }) => name}
          toRecord={toRecord}
          skeletonRows={5}
          search={SEARCH_ACCESS}
          empty={<Empty {...NO_ACCESS} />}
          failure={toListFailure(rows, ACCESS_FAILED)}
          actions={renderActions}
          recordActions={renderActions}
          wideActions
          onDownload={view.download}
        />
        <p className="pt-3 text-xs text-muted">{ACCESS_NOTE}</p>
      </ListPanel>
      {dialog !== null && (
        <GuardedRegion key={dialog.opening}>
          <ChangeDialog view={view} dialog={dialog} />
        </GuardedRegion>
      )}
    </>
  )
}

/** The page Accesos: who can sign in for the entity, for its administrators (D111). */
export function Access() {
  const { canWrite } = useImcSession()
  return (
    <Main title={title}>
      {canWrite ? (
        <AccessList />
      ) : (
        <>
          <ImcHead title={title} intro={ACCESS_INTRO} />
          <Empty {...ONLY_ADMINISTRATORS} />
        </>
      )}
    </Main>
  )
}
