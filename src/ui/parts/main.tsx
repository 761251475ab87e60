import type { ReactNode } from 'react'

import { toPageTitle, usePageTitle } from '#src/ui/shell/page-title.ts'

interface Props {
  /** The document title, before the name of the portal. */
  readonly title: string
  readonly children: ReactNode
}

/** The one main part of a screen: target of the skip link and of the focus after a navigation. */
export function Main({ title, children }: Props) {
  usePageTitle(toPageTitle(title))
  return (
    <main id="contenido" className="page" tabIndex={-1}>
      {children}
    </main>
  )
}
