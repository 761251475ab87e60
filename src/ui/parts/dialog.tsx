import { Description, DialogPanel, DialogTitle, Dialog as Surface } from '@headlessui/react'
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'

import { Button, IconButton, onSingleClick } from '#src/ui/parts/button.tsx'
import { useLeaveQuestion } from '#src/ui/parts/use-leave-question.ts'
import '#src/ui/styles/dialog.css'

interface Props {
  readonly title: string
  /** One line under the title. */
  readonly context?: ReactNode
  /** Called when the user closes the dialog. Without it, only a change of the state closes it. */
  readonly onClose?: () => void
  /** The dialog has unsaved input: closing it asks '¿Descartar los cambios?' first. */
  readonly dirty?: boolean
  /** A request is running: the body is inert. */
  readonly busy?: boolean
  /** Gets the focus first. Default: the first field, else the dialog itself. */
  readonly initialFocus?: RefObject<HTMLElement | null>
  readonly role?: 'dialog' | 'alertdialog'
  readonly size?: 'wide' | 'form' | 'reader' | 'login' | 'confirm' | 'full'
  /** Text at the left of the footer, such as a hint about missing input. */
  readonly hint?: ReactNode
  /** The footer's buttons, Cancelar first. */
  readonly actions?: ReactNode
  /** The dialog has no close button: the user has to choose an action. */
  readonly mustChoose?: boolean
  readonly children?: ReactNode
}

/**
 * Returns the focus to the element that opened the dialog. Headless UI cannot do this if its code
 * loads together with this dialog.
 */
function useFocusReturn() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
      }),
    [opener],
  )
}

/** Matches the fields of a dialog; a choice is a button that opens a list. */
const FIELD = 'input,select,textarea,[aria-haspopup=listbox]'

const preventDefault = (event: Event) => event.preventDefault()

/**
 * Ignores the second click of a double click on the button that opened the dialog. It is on the
 * scrim and would close the dialog. Headless UI ignores a `pointerup` that is prevented.
 */
function ignoreSecondClick({ detail }: MouseEvent): void {
  if (detail > 1) addEventListener('pointerup', preventDefault, { capture: true, once: true })
}

interface Closing {
  readonly close: () => void
  readonly busy: boolean
}

const ClosingContext = createContext<Closing>({ close: () => undefined, busy: false })

interface CloseButtonProps extends Pick<ComponentProps<typeof Button>, 'ref' | 'children'> {
  readonly variant?: 'primary' | 'secondary'
}

/** Closes the dialog around it, as its × does: a dirty dialog asks first, a busy one does not close. */
export function CloseButton({ variant = 'secondary', ...props }: CloseButtonProps) {
  const { close, busy } = use(ClosingContext)
  return <Button variant={variant} aria-disabled={busy} onClick={busy ? undefined : close} {...props} />
}

interface QuestionProps {
  readonly onDiscard: () => void
  readonly onKeep: () => void
}

/** Asks before unsaved input is lost (D105). Esc keeps it. */
export function DiscardQuestion({ onDiscard, onKeep }: QuestionProps) {
  const keepButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      title="¿Descartar los cambios?"
      role="alertdialog"
      size="confirm"
      initialFocus={keepButton}
      onClose={onKeep}
      actions={
        <>
          <Button ref={keepButton} variant="secondary" onClick={onKeep}>
            Seguir editando
          </Button>
          <Button variant="danger" onClick={onSingleClick(onDiscard)}>
            Descartar
          </Button>
        </>
      }
    >
      <p>Se pierde lo que no ha guardado o enviado.</p>
    </Dialog>
  )
}

/** Closes a dialog; a dirty one asks first, also when the user leaves its page (D105). */
function useClosing(dirty: boolean, busy: boolean, onClose: (() => void) | undefined) {
  const [question, setQuestion] = useState<{ readonly leave?: (() => void) | undefined } | null>(null)
  const close = () => {
    if (busy) return
    if (dirty) setQuestion({})
    else onClose?.()
  }
  useLeaveQuestion(dirty && !busy && onClose !== undefined, (leave) => setQuestion({ leave }))
  const discard = () => {
    onClose?.()
    question?.leave?.()
  }
  return { close, isAsking: question !== null && dirty, discard, keep: () => setQuestion(null) }
}

/**
 * The modal dialog of forms and confirmations. Its code loads on demand, together with Headless UI.
 * Esc, the scrim, × and `CloseButton` close it; a dirty dialog asks first (D105), a busy one does not
 * close.
 */
export function Dialog({
  title,
  context,
  onClose,
  dirty = false,
  busy = false,
  initialFocus,
  role = 'dialog',
  size = 'wide',
  hint,
  actions,
  mustChoose = false,
  children,
}: Props) {
  useFocusReturn()
  const firstField = useRef<HTMLElement>(null)
  const lastFocus = useRef<HTMLElement>(null)
  // Headless UI reads this when the dialog opens, and again when a dialog over it closes.
  const focusTarget = {
    get current() {
      return lastFocus.current?.isConnected ? lastFocus.current : (initialFocus ?? firstField).current
    },
  }
  const { close, isAsking, discard, keep } = useClosing(dirty, busy, onClose)
  // The event of the document: it comes from all that is inside of the panel there, and from no dialog over it.
  const panel = useCallback((element: HTMLElement | null) => {
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) lastFocus.current = target
    }
    element?.addEventListener('focusin', onFocusIn)
    return () => element?.removeEventListener('focusin', onFocusIn)
  }, [])
  // The inert body of a busy dialog loses the focus to the page.
  useEffect(() => {
    if (!busy && document.activeElement === document.body && lastFocus.current?.isConnected) lastFocus.current.focus()
  }, [busy])
  return (
    <Surface
      open
      onClose={mustChoose ? () => undefined : close}
      onMouseDown={ignoreSecondClick}
      role={role}
      className="dialog-layer"
      initialFocus={focusTarget}
    >
      <DialogPanel className={`dialog dialog-${size}`} aria-busy={busy} ref={panel}>
        <div className="dialog-head">
          <div>
            <DialogTitle as="h2">{title}</DialogTitle>
            {context && <Description>{context}</Description>}
          </div>
          {onClose && !mustChoose && (
            <IconButton
              variant="plain"
              className="dialog-close"
              label="Cerrar"
              icon="close"
              aria-disabled={busy}
              onClick={busy ? undefined : close}
            />
          )}
        </div>
        <div
          className="dialog-body"
          inert={busy}
          ref={(body) => {
            if (firstField.current) return
            firstField.current = body?.querySelector<HTMLElement>(FIELD) ?? null
            // The fields of a form that loads appear while the dialog itself has the focus.
            if (document.activeElement?.contains(body)) firstField.current?.focus()
          }}
        >
          {children}
        </div>
        {(hint || actions) && (
          <div className="dialog-foot">
            {hint && <span className="dialog-hint">{hint}</span>}
            <ClosingContext value={{ close, busy }}>{actions}</ClosingContext>
          </div>
        )}
      </DialogPanel>
      {onClose && isAsking && <DiscardQuestion onDiscard={discard} onKeep={keep} />}
    </Surface>
  )
}
