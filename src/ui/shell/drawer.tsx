import { type ReactNode, useId, useRef, useState } from 'react'

import { Icon } from '#src/ui/parts/icon.tsx'

interface Props {
  /** Of the drawer; `opener` is what its button is called. */
  readonly name: string
  readonly opener: string
  /** Where the button stands among others. */
  readonly className?: string
  readonly side: 'left' | 'right'
  /** Its body; following a link in it closes it. */
  readonly children: (close: () => void) => ReactNode
}

/**
 * A menu of narrow screens behind its button: a native modal dialog, so that the browser keeps the focus inside, closes it on
 * Esc and gives the focus back.
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
  return (
    <>
      <button
        type="button"
        className={`btn sec square lg:hidden ${className}`}
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
        className={`drawer ${side}`}
        aria-label={name}
        closedby="any"
        onClose={() => setOpen(false)}
      >
        <div className="drawer-head">
          <span className="meta">{name}</span>
          <button type="button" className="btn txt square" aria-label="Cerrar" onClick={close}>
            <Icon name="close" large />
          </button>
        </div>
        {children(close)}
      </dialog>
    </>
  )
}
