import { type ReactNode, useId } from 'react'

import { Icon } from '#src/ui/parts/icon.tsx'

interface Props {
  readonly href: string
  readonly children: ReactNode
}

/** A link to another site. The note is its description, not a part of its accessible name. */
export function ExternalLink({ href, children }: Props) {
  const noteId = useId()
  return (
    <a href={href} rel="noopener" aria-describedby={noteId}>
      {children}
      <Icon name="external" />
      <span id={noteId} hidden>
        Abre otro sitio
      </span>
    </a>
  )
}
