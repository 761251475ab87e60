import { type ReactNode, useEffect } from 'react'

interface Props {
  /** Of the browser's tab, before the portal's name. */
  readonly title: string
  readonly children: ReactNode
}

/** The one main part of a screen: target of the skip link and of the focus after a navigation. */
export function Main({ title, children }: Props) {
  useEffect(() => {
    document.title = `${title} | Mercado Dólar`
  }, [title])
  return (
    <main id="contenido" className="page" tabIndex={-1}>
      {children}
    </main>
  )
}
