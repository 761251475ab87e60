import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PROCESSING, PROCESSING_TITLE } from '#src/application/imc/messages.ts'
import type { ReleaseItemState, ReleaseState, ReleaseView } from '#src/application/imc/screens/release.ts'
import {
  NOT_RELEASED,
  RELEASE_NO,
  RELEASE_QUESTION,
  RELEASE_SENDING,
  RELEASE_WAITING,
  RELEASE_YES,
  RETRY_FAILED,
  releaseManyText,
  releaseOneText,
  releaseResult,
  releaseSentText,
} from '#src/application/imc/screens/release-messages.ts'
import { CLOSE } from '#src/application/imc/screens/screens.ts'
import type { ScreenRow } from '#src/domain/imc/screens/screen.ts'
import { Refusal } from '#src/ui/imc/change-dialog.tsx'
import { useImc } from '#src/ui/imc/use-imc.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { ConfirmDialog } from '#src/ui/parts/confirm-dialog.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'

function Outcome({ outcome }: ReleaseItemState) {
  switch (outcome.kind) {
    case 'waiting':
      return <span className="text-muted">{RELEASE_WAITING}</span>
    case 'sending':
      return <span className="text-muted">{RELEASE_SENDING}</span>
    case 'sent':
      return (
        <span className="inline-flex items-center gap-1.5 font-550 text-success">
          <Icon name="check" />
          {releaseSentText(outcome)}, {outcome.reference}
        </span>
      )
    case 'failed':
      return (
        <span className="inline-flex items-center gap-1.5 font-550 text-danger">
          <Icon name="warning" />
          {outcome.message}
        </span>
      )
  }
}

const ScreenAndUser = ({ row }: { readonly row: ScreenRow }) => (
  <span>
    <b className="font-620">{row.screen}</b>
    {row.fullName && `, ${row.fullName}`}
  </span>
)

interface ListProps {
  readonly name: string
  readonly children: ReactNode
}

const ItemList = ({ name, children }: ListProps) => (
  <ul className="mt-2 mb-4 border-t border-line text-sm" aria-label={name}>
    {children}
  </ul>
)

const Item = ({ children }: Pick<ListProps, 'children'>) => (
  <li className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 border-b border-line py-2">{children}</li>
)

/** The selected screens: first those to release, with their results, then the excluded screens. */
const ReleaseList = ({ state: { items, excluded, step } }: { readonly state: ReleaseState }) => (
  <>
    {items.length > 0 && (
      <ItemList name="Pantallas por desvincular">
        {items.map((item) => (
          <Item key={item.row.screen}>
            <ScreenAndUser row={item.row} />
            {step !== 'confirming' && <Outcome {...item} />}
          </Item>
        ))}
      </ItemList>
    )}
    {excluded.length > 0 && (
      <>
        <p>{NOT_RELEASED}</p>
        <ItemList name="Pantallas que no se pueden desvincular">
          {excluded.map(({ row, reason }) => (
            <Item key={row.screen}>
              <ScreenAndUser row={row} />
              <span className="text-muted">{reason}</span>
            </Item>
          ))}
        </ItemList>
      </>
    )}
  </>
)

interface StepProps {
  readonly view: ReleaseView
  readonly state: ReleaseState
  readonly onClose: () => void
}

const SENDING_TEXT = `${PROCESSING_TITLE} ${PROCESSING}`

/** The dialog for one screen: a question, and the reason if the request failed. */
function SingleReleaseDialog({
  view,
  state: { step },
  item,
  onClose,
}: StepProps & { readonly item: ReleaseItemState }) {
  const { row, outcome } = item
  const isSending = step === 'sending'
  return (
    <ConfirmDialog
      title={RELEASE_QUESTION}
      action={RELEASE_YES}
      cancelText={RELEASE_NO}
      danger
      busy={isSending}
      onConfirm={view.confirm}
      onCancel={onClose}
    >
      <Refusal text={outcome.kind === 'failed' ? outcome.message : null} />
      <p>{isSending ? SENDING_TEXT : releaseOneText(row.screen, row.fullName ?? '')}</p>
    </ConfirmDialog>
  )
}

function toStatusLine({ step, items, excluded, sentCount }: ReleaseState): string {
  if (step === 'sending') return SENDING_TEXT
  const sent = items.map(({ outcome }) => outcome).find((outcome) => outcome.kind === 'sent')
  if (step === 'ended') return releaseResult(sentCount, items.length + excluded.length, sent ?? {})
  return items.length === 0 ? '' : releaseManyText(items.length)
}

/** The buttons for several screens: close, and confirm or retry the failed requests. */
function Actions({ view, state: { step, items, ...state }, onClose }: StepProps) {
  const closeButton = useRef<HTMLButtonElement>(null)
  const isSending = step === 'sending'
  const isConfirming = step === 'confirming' && items.length > 0
  const hasFailed = step === 'ended' && state.hasFailed
  const hasAction = isConfirming || isSending || hasFailed

  // The pressed button is removed and loses the focus.
  useEffect(() => {
    if (step === 'ended' && !hasAction) closeButton.current?.focus()
  }, [step, hasAction])

  return (
    <>
      <Button ref={closeButton} variant="secondary" aria-disabled={isSending} onClick={isSending ? undefined : onClose}>
        {isConfirming || isSending ? RELEASE_NO : CLOSE}
      </Button>
      {hasAction && (
        <Button variant={hasFailed ? 'primary' : 'danger'} aria-busy={isSending} onClick={view.confirm}>
          {hasFailed ? RETRY_FAILED : RELEASE_YES}
        </Button>
      )}
    </>
  )
}

/** The dialog for several screens: their names, then their results. */
const BulkReleaseDialog = (props: StepProps) => (
  <Dialog
    title={RELEASE_QUESTION}
    role="alertdialog"
    size="reader"
    busy={props.state.step === 'sending'}
    onClose={props.onClose}
    actions={<Actions {...props} />}
  >
    <p role="status">{toStatusLine(props.state)}</p>
    <ReleaseList state={props.state} />
  </Dialog>
)

interface Props {
  readonly rows: readonly ScreenRow[]
  readonly onClose: () => void
  /** Called after all replies, also after a failure: the rows may be outdated. */
  readonly onChange: () => void
  /** Called instead of `onClose` after the requests. */
  readonly onEnded: () => void
}

/** Confirms the release of one or several screens, and shows the result of each (§8). */
export function ReleaseDialog({ rows, onClose, onChange, onEnded }: Props) {
  const { createRelease } = useImc()
  const [view] = useState(() => createRelease(rows, onChange))
  const state = useSelector(view, (state) => state)
  const singleItem = rows.length === 1 ? state.items[0] : undefined
  const isSent = singleItem?.outcome.kind === 'sent' && state.step === 'ended'

  // After a successful request for one screen, the dialog closes and a toast confirms the request.
  useEffect(() => {
    if (isSent) onEnded()
  }, [isSent, onEnded])

  return singleItem ? (
    <SingleReleaseDialog view={view} state={state} item={singleItem} onClose={onClose} />
  ) : (
    <BulkReleaseDialog view={view} state={state} onClose={state.step === 'ended' ? onEnded : onClose} />
  )
}
