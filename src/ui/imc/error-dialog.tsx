import { type RefObject, useEffect, useRef, useState } from 'react'
import { BACK_TO_FORM, REFUSED_TITLE } from '#src/application/imc/messages.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Dialog } from '#src/ui/parts/dialog.tsx'

interface Props {
  readonly message: string
  readonly form: RefObject<HTMLElement | null>
}

/**
 * The message of a failed purchase, link or change, over its form (§8). The form keeps what the user
 * typed, and gets the focus when this dialog closes.
 */
export function ErrorDialog({ message, form }: Props) {
  const [isOpen, setOpen] = useState(true)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => setOpen(false)

  // The control that had the focus is gone, such as Enviar after the request was created. The dialog
  // returns the focus in a microtask too, before this one.
  useEffect(() => {
    if (isOpen) return
    queueMicrotask(() => {
      if (document.activeElement !== document.body) return
      const controls = form.current?.querySelectorAll<HTMLElement>('button, input') ?? []
      Array.from(controls)
        .find((control) => control.closest('[inert]') === null)
        ?.focus()
    })
  }, [isOpen, form])

  if (!isOpen) return null
  return (
    <Dialog
      title={REFUSED_TITLE}
      context={message}
      role="alertdialog"
      size="confirm"
      initialFocus={button}
      onClose={close}
      actions={
        <Button ref={button} variant="primary" onClick={close}>
          {BACK_TO_FORM}
        </Button>
      }
    />
  )
}
