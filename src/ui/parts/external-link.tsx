import { type ReactNode, useId } from 'react'

import { Icon } from '#src/ui/parts/icon.tsx'

interface Props {
  readonly href: string
  readonly children: ReactNode
}

/** A link to another site. Its documented name is followed by a note for screen readers. */
export function ExternalLink({ href, children }: Props) {
  const note = useId()
  return (
    <a href={href} rel="noopener" aria-describedby={note}>
      {children}
      <Icon name="external" />
      <span id={note} hidden>
        Abre otro sitio
      </span>
    </a>
  )
}
