import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { HIDE_NOTICE } from '#src/application/imc/messages.ts'
import { countText } from '#src/application/imc/packages/packages.ts'
import {
  IN_PROGRESS_ADVICE,
  inProgressNotice,
  SCREEN_ROWS,
  type ScreensView,
  SEE_REQUEST,
  type StatusCounts,
  screensIntro,
  screensPageTitle,
  statusCountsText,
} from '#src/application/imc/screens/screens.ts'
import { toRequestAddress, toScreensKey } from '#src/application/navigation/query.ts'
import { toPath } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import { formatCount } from '#src/domain/money.ts'
import { ImcHead } from '#src/ui/imc/imc-head.tsx'
import { ListHeading, ListPanel } from '#src/ui/imc/list-panel.tsx'
import { ChangeDialog } from '#src/ui/imc/screens/change-dialog.tsx'
import { ExpiryDialog } from '#src/ui/imc/screens/expiry-dialog.tsx'
import { LinkDialog } from '#src/ui/imc/screens/link-dialog.tsx'
import { ReleaseDialog } from '#src/ui/imc/screens/release-dialog.tsx'
import { ScreensTable } from '#src/ui/imc/screens/screens-table.tsx'
import { useImc, useImcSession, useListAddress } from '#src/ui/imc/use-imc.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Main } from '#src/ui/parts/main.tsx'
import { GuardedRegion } from '#src/ui/parts/panel.tsx'
import { PinnedNotice } from '#src/ui/parts/pinned-notice.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { useDialogState } from '#src/ui/parts/use-dialog-state.ts'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'

/** Above this number of screens, no cells are shown: they would be too narrow. */
const MAX_CELLS = 60

const CELL_FILLS = {
  assigned: 'bg-success',
  transit: 'bg-[repeating-linear-gradient(135deg,var(--md-warning-line)_0_3px,var(--md-warning-soft)_3px_6px)]',
  available: 'inset-ring-[1.5px] inset-ring-accent',
} as const

const renderCells = (count: number, status: keyof typeof CELL_FILLS) =>
  Array.from({ length: count }, (_, i) => `${status}-${i}`).map((key) => (
    <i key={key} className={`h-4 flex-1 rounded-[1px] ${CELL_FILLS[status]}`} />
  ))

const StatusBox = ({ children }: { readonly children: ReactNode }) => (
  <div className="mt-4.5 grid min-h-[51px] grid-cols-[auto_1fr] items-center gap-x-10 gap-y-2.5 border-t-2 border-b border-t-rule border-b-line py-3.5 max-md:grid-cols-[1fr]">
    {children}
  </div>
)

const StatusCount = ({ count, name }: { readonly count: number; readonly name: string }) => (
  <li>
    <b className="font-650">{formatCount(count)}</b>
    {` ${name}`}
  </li>
)

/** The number of screens of each status, and a cell for each of a few: solid, hatched, outlined. */
function StatusMap({ counts }: { readonly counts: StatusCounts | null }) {
  if (counts === null) {
    return (
      <StatusBox>
        <Skeleton width="w-40" height="h-4.5" />
      </StatusBox>
    )
  }
  const { assigned, transit, available, screens } = counts
  return (
    <StatusBox>
      <ul className="flex flex-wrap gap-x-7 gap-y-1.5 text-sm max-sm:gap-x-4 max-sm:gap-y-1">
        <StatusCount count={assigned} name="asignadas" />
        <StatusCount count={transit} name="en tránsito" />
        <StatusCount count={available} name="disponibles" />
      </ul>
      {screens > 0 && screens <= MAX_CELLS && (
        <div className="flex min-w-0 gap-0.75" role="img" aria-label={statusCountsText(counts)}>
          {renderCells(assigned, 'assigned')}
          {renderCells(transit, 'transit')}
          {renderCells(available, 'available')}
        </div>
      )}
    </StatusBox>
  )
}

/** The action of an open dialog, and the rows for the action. */
type OpenDialog =
  | { readonly action: 'link' | 'change'; readonly row: ScreenRow }
  | { readonly action: 'expiry'; readonly row: ScreenRow }
  | { readonly action: 'release'; readonly rows: readonly ScreenRow[] }

interface DialogProps {
  readonly dialog: OpenDialog
  readonly view: ScreensView
  readonly onClose: () => void
}

/** Removes the screens of the release dialog from the selection. */
function deselect({ list }: ScreensView, rows: readonly ScreenRow[]) {
  const { selection } = list.getSnapshot()
  for (const { screen } of rows) if (selection.has(screen)) list.toggle(screen)
}

/** Focuses the search, because the focused button is removed with the selection. */
function focusSearch(rows: readonly ScreenRow[]) {
  // For a single row, the dialog returns the focus to the row's button before the next frame.
  requestAnimationFrame(() => {
    if (rows.length === 1 && document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('main [type=search]')?.focus()
  })
}

/** The dialog of an action. */
function ScreenDialog({ dialog, view, onClose }: DialogProps) {
  const [, navigate] = useLocation()
  if (dialog.action === 'release') {
    const onEnded = () => {
      deselect(view, dialog.rows)
      onClose()
      focusSearch(dialog.rows)
    }
    return <ReleaseDialog rows={dialog.rows} onClose={onClose} onChange={view.retry} onEnded={onEnded} />
  }
  if (dialog.action === 'expiry') return <ExpiryDialog row={dialog.row} onClose={onClose} onChange={view.retry} />
  const RequestDialog = dialog.action === 'link' ? LinkDialog : ChangeDialog
  return (
    <RequestDialog
      row={dialog.row}
      onClose={onClose}
      onChange={view.retry}
      onSent={() => navigate(SCREENS.imcRequests.path)}
      onUnfinished={(id) => navigate(toRequestAddress(id))}
    />
  )
}

/** Scrolls once to the row of the user in the address. */
function useScrollToRow(currentId: string | null) {
  useEffect(() => {
    if (currentId === null) return
    document.querySelector('main :is(tr, li)[aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
}

/** The button that opens the request of a screen in transit. */
function RequestButton({ id }: { readonly id: string }) {
  const [, navigate] = useLocation()
  return (
    <Button variant="secondary" size="small" onClick={() => navigate(toRequestAddress(id))}>
      {SEE_REQUEST}
    </Button>
  )
}

/**
 * The screens of the stored subscription. Redirects to the packages if no subscription is stored
 * (§2.5, D26).
 */
function SubscriptionScreens({ userId }: { readonly userId: string }) {
  const { createScreens, findDraft } = useImc()
  const { canWrite } = useImcSession()
  const query = useSearch()
  const [view] = useState(() => createScreens(userId, query))
  const state = useSelector(view, (state) => state)
  const { dialog, ...dialogState } = useDialogState<OpenDialog>(() => {
    // The dialog of a request opens again if it was open when the session ended.
    const draft = canWrite ? (findDraft('link') ?? findDraft('change')) : null
    return draft && { action: draft.kind, row: draft.row }
  })
  useListAddress(view.list)
  useScrollToRow(state.currentId)
  const { subscription, rows, counts, noticedScreen, monthlyCost } = state
  if (subscription === null) return <Redirect href={SCREENS.imcPackages.path} replace />

  const openDialog = (next: OpenDialog) => {
    view.hideNotice()
    dialogState.open(next)
  }
  const firstRow = rows.value?.[0] ?? null
  const title = screensPageTitle(subscription.number)
  const heading = counts === null ? 'Pantallas' : countText(counts.screens, SCREEN_ROWS)
  return (
    <Main title={title}>
      <ImcHead
        title={title}
        intro={firstRow ? screensIntro(firstRow.code, firstRow.packageName, monthlyCost) : '\u00a0'}
        crumbs={[
          { text: SCREENS.imcPackages.title, href: SCREENS.imcPackages.path },
          { text: firstRow?.code ?? 'Paquete', href: toPath('imcPackage', { packageId: subscription.packageId }) },
        ]}
        current={`Suscripción ${subscription.number}`}
      />
      <StatusMap counts={counts} />
      <ListPanel title={heading} downloadFailed={state.downloadFailed}>
        <div role="status">
          {noticedScreen && (
            <PinnedNotice
              icon="clock"
              tone="warn"
              lead={inProgressNotice(noticedScreen.screen)}
              action={
                <>
                  {noticedScreen.requestId !== null && <RequestButton id={noticedScreen.requestId} />}
                  <Button variant="text" size="small" onClick={view.hideNotice}>
                    {HIDE_NOTICE}
                  </Button>
                </>
              }
            >
              {IN_PROGRESS_ADVICE} {noticedScreen.fullName}
            </PinnedNotice>
          )}
        </div>
        <ScreensTable
          view={view}
          state={state}
          heading={<ListHeading title={heading} stale={rows.stale} />}
          caption={title}
          canWrite={canWrite}
          onAction={(action, row) => {
            view.select(row)
            openDialog(action === 'release' ? { action, rows: [row] } : { action, row })
          }}
          onExpiry={(row) => {
            view.select(row)
            openDialog({ action: 'expiry', row })
          }}
          onRelease={(selectedRows) => openDialog({ action: 'release', rows: selectedRows })}
        />
      </ListPanel>
      {dialog && (
        <GuardedRegion key={dialogState.key}>
          <ScreenDialog dialog={dialog} view={view} onClose={dialogState.close} />
        </GuardedRegion>
      )}
    </Main>
  )
}

/**
 * The page of a subscription's screens. Another user, subscription or marked screen in the address
 * mounts a new page.
 */
export function Screens({ params }: ScreenProps) {
  const userId = params['userId'] ?? ''
  const query = useSearch()
  return <SubscriptionScreens key={`${userId}/${toScreensKey(query)}`} userId={userId} />
}
