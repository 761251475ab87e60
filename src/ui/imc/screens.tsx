import { Suspense, useEffect, useState } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'

import { countText, PRODUCTS_TITLE } from '#src/application/imc/product-messages.ts'
import {
  HIDE_NOTICE,
  IN_PROGRESS_ADVICE,
  inProgressNotice,
  SCREEN_ROWS,
  SEE_REQUEST,
  screensIntro,
  screensTitle,
} from '#src/application/imc/screen-messages.ts'
import { createScreensView, type ScreensView } from '#src/application/imc/screens-view.ts'
import type { ScreenRow } from '#src/domain/imc/products.ts'
import { ImcHead } from '#src/ui/imc/imc-head.tsx'
import { toProductPath, toRequestPath } from '#src/ui/imc/imc-paths.ts'
import { ListHeading, ListPanel } from '#src/ui/imc/list-panel.tsx'
import type { OpenDialog } from '#src/ui/imc/screen-dialogs.tsx'
import { ScreensTable } from '#src/ui/imc/screens-table.tsx'
import { StatusMap } from '#src/ui/imc/status-map.tsx'
import { useImc, useImcSession } from '#src/ui/imc/use-imc.ts'
import { useListAddress } from '#src/ui/imc/use-list-address.ts'
import { usePreloadedListbox } from '#src/ui/imc/use-preloaded-listbox.ts'
import { Main } from '#src/ui/parts/main.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { isStale } from '#src/ui/parts/resource-view.tsx'
import { useLazyPart } from '#src/ui/parts/use-lazy-part.ts'
import type { ScreenProps } from '#src/ui/shell/lazy-screen.tsx'
import { PATHS } from '#src/ui/shell/routes.ts'
import { useView } from '#src/ui/shell/use-view.ts'
import '#src/ui/styles/screens.css'

interface DialogProps {
  readonly dialog: OpenDialog
  readonly view: ScreensView
  readonly onClose: () => void
}

const loadDialogs = async () => (await import('#src/ui/imc/screen-dialogs.tsx')).ScreenDialog

/** Removes the released screens from the selection: they cannot be released again. */
function deselect({ list }: ScreensView, rows: readonly ScreenRow[]) {
  const { selection } = list.getSnapshot()
  for (const { screen } of rows) if (selection.has(screen)) list.toggle(screen)
}

/** Focuses the search: the focused button was removed with the selection. */
function focusSearch(rows: readonly ScreenRow[]) {
  // Before the next frame the dialog restores the focus to the button of a single row.
  requestAnimationFrame(() => {
    if (rows.length === 1 && document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('main [type=search]')?.focus()
  })
}

/** The dialog of an action; its code is loaded with the first one. */
function LazyDialog({ dialog, view, onClose }: DialogProps) {
  const ScreenDialog = useLazyPart(loadDialogs)
  const [, navigate] = useLocation()
  return (
    <Suspense fallback={null}>
      <ScreenDialog
        dialog={dialog}
        onClose={onClose}
        onChange={view.retry}
        onSent={() => navigate(PATHS.imcRequests)}
        onUnfinished={(id) => navigate(toRequestPath(id))}
        onReleased={() => {
          const rows = dialog.action === 'release' ? dialog.rows : []
          deselect(view, rows)
          onClose()
          focusSearch(rows)
        }}
      />
    </Suspense>
  )
}

/** Scrolls to the row that the address names, once. */
function useScrollToRow(currentId: string | null) {
  useEffect(() => {
    if (currentId === null) return
    document.querySelector('main :is(tr, li)[aria-current="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [currentId])
}

/** Opens the request of a screen in transit. */
function RequestLink({ id }: { readonly id: string }) {
  const [, navigate] = useLocation()
  return (
    <button type="button" className="btn sec small" onClick={() => navigate(toRequestPath(id))}>
      {SEE_REQUEST}
    </button>
  )
}

/** The screens of the stored subscription; redirects to the products without one (§2.5, D26). */
function SubscriptionScreens({ userId }: { readonly userId: string }) {
  const { createView, findDraft } = useImc()
  const { canWrite } = useImcSession()
  const query = useSearch()
  const [view] = useState(() => createView(createScreensView, userId, query))
  const state = useView(view)
  const [dialog, setDialog] = useState<OpenDialog | null>(() => {
    // The request that was open when the session ended.
    const draft = canWrite ? (findDraft('link') ?? findDraft('change')) : null
    return draft && { action: draft.kind, row: draft.row }
  })
  useListAddress(view.list)
  useScrollToRow(state.currentId)
  usePreloadedListbox(state.rows.value !== null && canWrite)
  const { subscription, rows, counts, noticedScreen, monthlyCost } = state
  if (subscription === null) return <Redirect href={PATHS.imcProducts} replace />

  const product = rows.value?.[0] ?? null
  const title = screensTitle(subscription.number)
  const heading = counts === null ? 'Pantallas' : countText(counts.screens, SCREEN_ROWS)
  return (
    <Main title={title}>
      <ImcHead
        title={title}
        intro={product ? screensIntro(product.code, product.packageName, monthlyCost) : '\u00a0'}
        crumbs={[
          { text: PRODUCTS_TITLE, href: PATHS.imcProducts },
          { text: product?.code ?? 'Paquete', href: toProductPath(subscription.packageId) },
        ]}
        current={`Suscripción ${subscription.number}`}
      />
      <StatusMap counts={counts} />
      <ListPanel title={heading} downloadFailed={state.downloadFailed}>
        {noticedScreen && (
          <Notice
            icon="clock"
            tone="warn"
            lead={inProgressNotice(noticedScreen.screen)}
            action={
              <>
                {noticedScreen.requestId !== null && <RequestLink id={noticedScreen.requestId} />}
                <button type="button" className="btn txt small" onClick={view.hideNotice}>
                  {HIDE_NOTICE}
                </button>
              </>
            }
          >
            {IN_PROGRESS_ADVICE}
          </Notice>
        )}
        <ScreensTable
          view={view}
          state={state}
          heading={<ListHeading title={heading} stale={isStale(rows)} />}
          caption={title}
          canWrite={canWrite}
          onAction={(action, row) => setDialog(action === 'release' ? { action, rows: [row] } : { action, row })}
          onRelease={(chosen) => setDialog({ action: 'release', rows: chosen })}
        />
      </ListPanel>
      {dialog && <LazyDialog dialog={dialog} view={view} onClose={() => setDialog(null)} />}
    </Main>
  )
}

/** The user in the address. Another user starts a new screen. */
export function Screens({ params }: ScreenProps) {
  const userId = params['userId'] ?? ''
  return <SubscriptionScreens key={userId} userId={userId} />
}
