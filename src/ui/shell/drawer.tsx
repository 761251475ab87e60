import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { Icon } from '#src/ui/parts/icon.tsx'

/** From this width, the header shows the menu and the button is hidden. */
const DESKTOP_QUERY = '(min-width: 1200px)'

interface Props {
  /** The accessible name of the drawer. */
  readonly name: string
  /** The accessible name of the button that opens the drawer. */
  readonly opener: string
  /** Classes of the button. */
  readonly className?: string
  readonly side: 'left' | 'right'
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
      <button
        type="button"
        className={`btn sec square header-button header-menu lg:hidden ${className}`}
        aria-label={opener}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={id}
        {...toCommand('show-modal', id)}
        onClick={onOpenerClick}
      >
        <Icon name="menu" large />
      </button>
      <dialog
        ref={dialog}
        id={id}
        className={side === 'left' ? 'drawer drawer-left' : 'drawer'}
        aria-label={name}
        closedby="any"
        onClose={() => setOpen(false)}
      >
        <div className="drawer-head">
          <span className="meta">{name}</span>
          <button
            type="button"
            className="btn txt square header-button header-menu"
            aria-label="Cerrar"
            {...toCommand('close', id)}
            onClick={onCloserClick}
          >
            <Icon name="close" large />
          </button>
        </div>
        {children(close)}
      </dialog>
    </>
  )
}
