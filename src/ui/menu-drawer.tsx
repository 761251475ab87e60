import { useRef, useState } from 'react'
import { Link } from 'wouter'

import { MainLinks } from '#src/ui/navigation.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { PATHS } from '#src/ui/routes.ts'

interface Props {
  readonly current: string
  /** Nobody is signed in: the registration is offered too. */
  readonly visitor: boolean
}

/**
 * The menu of narrow screens: a native modal dialog, so that the browser keeps the focus inside, closes it on Esc and
 * gives the focus back. Choosing a place closes it too.
 */
export function MenuDrawer({ current, visitor }: Props) {
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
        className="btn sec square lg:hidden"
        aria-label="Abrir menú"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={show}
      >
        <Icon name="menu" large />
      </button>
      <dialog ref={dialog} className="drawer" aria-label="Menú" closedby="any" onClose={() => setOpen(false)}>
        <div className="head">
          <span className="meta">Menú</span>
          <button type="button" className="btn txt square" aria-label="Cerrar" onClick={close}>
            <Icon name="close" large />
          </button>
        </div>
        <nav aria-label="Principal">
          <ul>
            <MainLinks current={current} onFollow={close} />
            <li>
              <Link href={PATHS.pricing} onClick={close}>
                Pagar servicios
              </Link>
            </li>
            {visitor && (
              <li className="sm:hidden">
                <Link href={PATHS.registration} onClick={close}>
                  Registro demo
                </Link>
              </li>
            )}
          </ul>
        </nav>
      </dialog>
    </>
  )
}
