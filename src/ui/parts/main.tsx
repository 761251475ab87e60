import type { ReactNode } from 'react'

import { toPageTitle, usePageTitle } from '#src/ui/portal/page-title.ts'

interface Props {
  /** The document title, before the name of the portal. */
  readonly title: string
  readonly children: ReactNode
}

/** The main element of a screen. The skip link and every navigation focus this element. */
export function Main({ title, children }: Props) {
  usePageTitle(toPageTitle(title))
  return (
    <main id="contenido" className="page" tabIndex={-1}>
      {children}
    </main>
  )
}
