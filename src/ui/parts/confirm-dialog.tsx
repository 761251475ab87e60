import { type ReactNode, useRef } from 'react'
import { Button } from '#src/ui/parts/button.tsx'

import { Dialog } from '#src/ui/parts/dialog.tsx'

interface Props {
  readonly title: string
  readonly children: ReactNode
  /** The text of the confirm button: 'Desactivar'. */
  readonly action: string
  /** The text of the cancel button. */
  readonly cancelText?: string
  readonly danger?: boolean
  readonly busy?: boolean
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Confirms an action. The cancel button has the initial focus; Esc cancels. */
export function ConfirmDialog({
  title,
  children,
  action,
  cancelText = 'Cancelar',
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
}: Props) {
  const cancelButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      title={title}
      role="alertdialog"
      size="confirm"
      busy={busy}
      onClose={onCancel}
      initialFocus={cancelButton}
      actions={
        <>
          <Button ref={cancelButton} variant="secondary" aria-disabled={busy} onClick={busy ? undefined : onCancel}>
            {cancelText}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} aria-busy={busy} onClick={busy ? undefined : onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
