import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { IconButton } from '#src/ui/parts/button.tsx'

/** From this width, the header shows the menu and the button is hidden. */
const DESKTOP_QUERY = '(min-width: 1200px)'

const SIDES = {
  left: 'right-auto left-0 open:animate-enter-left',
  right: 'right-0 left-auto open:animate-enter-right',
} as const

interface Props {
  /** The accessible name of the drawer. */
  readonly name: string
  /** The accessible name of the button that opens the drawer. */
  readonly opener: string
  /** Classes of the button. */
  readonly className?: string
  readonly side: keyof typeof SIDES
  /** The body. Its links call `close`. */
  readonly children: (close: () => void) => ReactNode
}

/**
 * The attributes with which the browser itself opens or closes a dialog, also before hydration.
 * The types of React do not have them yet.
 */
const toCommand = (command: 'show-modal' | 'close', dialogId: string) => ({ command, commandfor: dialogId })

/**
 * A button that opens a drawer with the menu of narrow screens. The drawer is a native modal
 * dialog. The browser traps and restores its focus, and closes it on Esc. Browsers without
 * `command` need the click handlers.
 */
export function Drawer({ name, opener, className = '', side, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The handlers replace the command, which the browser would run after them.
  const onOpenerClick = (event: MouseEvent) => {
    event.preventDefault()
    dialog.current?.showModal()
    setOpen(true)
  }
  const close = () => dialog.current?.close()
  const onCloserClick = (event: MouseEvent) => {
    event.preventDefault()
    close()
  }
  // The dialog may have opened before hydration.
  useEffect(() => setOpen(dialog.current?.open ?? false), [])
  useEffect(() => {
    if (!isOpen) return
    const desktopQuery = matchMedia(DESKTOP_QUERY)
    const onChange = () => dialog.current?.close()
    desktopQuery.addEventListener('change', onChange)
    return () => desktopQuery.removeEventListener('change', onChange)
  }, [isOpen])
  return (
    <>
      <IconButton
        variant="menu"
        size="compact"
        className={`max-sm:-mr-3 lg:hidden ${className}`}
        label={opener}
        icon="menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={id}
        {...toCommand('show-modal', id)}
        onClick={onOpenerClick}
      />
      <dialog
        ref={dialog}
        id={id}
        className={`fixed inset-y-0 m-0 h-dvh max-h-none w-80 overflow-y-auto bg-raised px-6 pb-6 text-ink shadow-dialog ${SIDES[side]}`}
        aria-label={name}
        closedby="any"
        onClose={() => setOpen(false)}
      >
        <div className="-mr-3 flex min-h-header items-center justify-between">
          <span className="text-xs text-muted">{name}</span>
          <IconButton
            variant="text"
            size="compact"
            className="max-sm:-mr-3"
            label="Cerrar"
            icon="close"
            {...toCommand('close', id)}
            onClick={onCloserClick}
          />
        </div>
        {children(close)}
      </dialog>
    </>
  )
}
