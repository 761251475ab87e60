import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import {
  ALL_SESSIONS_INTRO,
  END_OTHERS,
  END_SESSION,
  endPersonText,
  NO_SESSIONS,
  type OpenSessionsView,
  OWN_SESSIONS_INTRO,
  SEARCH_SESSION,
  SESSION_COLUMN_TITLES,
  SESSION_COLUMNS,
  SESSION_ROWS,
  SESSIONS_FAILED,
  SESSIONS_NOTE,
  sessionTimeText,
  THIS_SESSION,
} from '#src/application/imc/session/open-sessions.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { OpenSession } from '#src/domain/imc/session/open-sessions.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'
import { ChangeDialog } from '#src/ui/imc/change-dialog.tsx'
import { ImcHead } from '#src/ui/imc/imc-head.tsx'
import { ListHeading, ListPanel, toListFailure } from '#src/ui/imc/list-panel.tsx'
import { RowButton } from '#src/ui/imc/row-button.tsx'
import { useImc, useImcSession, useListAddress } from '#src/ui/imc/use-imc.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Chip } from '#src/ui/parts/chip.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Missing } from '#src/ui/parts/figures.tsx'
import { type ListColumn, ListTable } from '#src/ui/parts/list-table.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'

const { title } = SCREENS.imcSessions

const SessionTime = ({ at }: { readonly at: Instant | null }) =>
  at === null ? (
    <Missing />
  ) : (
    <time className="whitespace-nowrap" dateTime={toIso(at)}>
      {sessionTimeText(at)}
    </time>
  )

const Address = ({ address }: Pick<OpenSession, 'address'>) => (address === '' ? <Missing /> : address)

const CurrentChip = () => (
  <Chip tone="muted" disc="none">
    {THIS_SESSION}
  </Chip>
)

const COLUMNS: readonly ListColumn<OpenSession>[] = [
  { id: 'name', title: SESSION_COLUMN_TITLES.name, isRowHeading: true, cell: ({ name }) => name },
  { id: 'device', title: SESSION_COLUMN_TITLES.device, cell: ({ device }) => device },
  { id: 'address', title: SESSION_COLUMN_TITLES.address, className: 'wrap-anywhere', cell: Address },
  { id: 'startedAt', title: SESSION_COLUMN_TITLES.startedAt, cell: ({ startedAt }) => <SessionTime at={startedAt} /> },
  {
    id: 'lastSeenAt',
    title: SESSION_COLUMN_TITLES.lastSeenAt,
    cell: ({ lastSeenAt }) => <SessionTime at={lastSeenAt} />,
  },
]

const toRecord = (session: OpenSession) => ({
  title: session.name,
  status: session.isCurrent ? <CurrentChip /> : undefined,
  detail: (
    <span className="grid gap-0.5">
      <span>
        {session.device} · <Address address={session.address} />
      </span>
      <span>
        {SESSION_COLUMN_TITLES.startedAt}: <SessionTime at={session.startedAt} />
      </span>
      <span>
        {SESSION_COLUMN_TITLES.lastSeenAt}: <SessionTime at={session.lastSeenAt} />
      </span>
    </span>
  ),
})

interface ActionsProps {
  readonly view: OpenSessionsView
  readonly session: OpenSession
}

/** The buttons that end a session, or all of its person. The caller's own session has none. */
function Actions({ view, session }: ActionsProps) {
  const rowName = `${session.name}, ${session.device}`
  const count = view.countOfPerson(session)
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {count > 1 && !session.isCurrent && (
        <RowButton variant="text" rowName={rowName} onPress={() => view.endPerson(session)}>
          {endPersonText(count)}
        </RowButton>
      )}
      {!session.isCurrent && (
        <RowButton rowName={rowName} onPress={() => view.endOne(session)}>
          {END_SESSION}
        </RowButton>
      )}
    </span>
  )
}

/** The page Sesiones: the open sessions of the entity's people, or the user's own (D95). */
export function OpenSessions() {
  const { createOpenSessions } = useImc()
  const { canWrite } = useImcSession()
  const query = useSearch()
  const [view] = useState(() => createOpenSessions(query))
  const { rows, dialog, otherCount, downloadFailed } = useSelector(view, (state) => state)
  useListAddress(view.list)
  return (
    <Main title={title}>
      <ImcHead
        title={title}
        intro={canWrite ? ALL_SESSIONS_INTRO : OWN_SESSIONS_INTRO}
        action={
          <Button variant="secondary" disabled={otherCount === 0} onClick={view.endOthers}>
            {END_OTHERS}
          </Button>
        }
      />
      <ListPanel title={title} downloadFailed={downloadFailed}>
        <ListTable
          list={view.list}
          heading={<ListHeading title="Abiertas" stale={rows.stale} />}
          caption={title}
          names={SESSION_ROWS}
          columns={COLUMNS}
          sortableColumns={SESSION_COLUMNS}
          toId={({ id }) => id}
          toName={({ name }) => name}
          toRecord={toRecord}
          skeletonRows={5}
          search={SEARCH_SESSION}
          empty={<Empty {...NO_SESSIONS} />}
          failure={toListFailure(rows, SESSIONS_FAILED)}
          actions={(session) => (session.isCurrent ? <CurrentChip /> : <Actions view={view} session={session} />)}
          recordActions={(session) => (session.isCurrent ? null : <Actions view={view} session={session} />)}
          wideActions
          onDownload={view.download}
        />
        <p className="pt-3 text-xs text-muted">{SESSIONS_NOTE}</p>
      </ListPanel>
      {dialog !== null && (
        <GuardedRegion key={dialog.opening}>
          <ChangeDialog view={view} dialog={{ ...dialog, danger: true }} />
        </GuardedRegion>
      )}
    </Main>
  )
}
