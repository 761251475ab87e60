import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { Icon } from '#src/ui/parts/icon.tsx'

/** From this width on the header shows the menu itself, and the button is hidden. */
const DESKTOP = '(min-width: 1200px)'

interface Props {
  /** The accessible name of the drawer; `opener` names its button. */
  readonly name: string
  readonly opener: string
  /** Classes of the button. */
  readonly className?: string
  readonly side: 'left' | 'right'
  /** The body; following a link in it closes the drawer. */
  readonly children: (close: () => void) => ReactNode
}

/**
 * A button that opens the menu of narrow screens. The menu is a native modal dialog: the browser
 * traps the focus, closes it on Esc and restores the focus.
 */
export function Drawer({ name, opener, className = '', side, children }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const show = () => {
    dialog.current?.showModal()
    setOpen(true)
  }
  const close = () => dialog.current?.close()
  useEffect(() => {
    if (!open) return
    const desktop = matchMedia(DESKTOP)
    const closeDrawer = () => dialog.current?.close()
    desktop.addEventListener('change', closeDrawer)
    return () => desktop.removeEventListener('change', closeDrawer)
  }, [open])
  return (
    <>
      <button
        type="button"
        className={`btn sec square header-button header-menu lg:hidden ${className}`}
        aria-label={opener}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={id}
        onClick={show}
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
            onClick={close}
          >
            <Icon name="close" large />
          </button>
        </div>
        {children(close)}
      </dialog>
    </>
  )
}
