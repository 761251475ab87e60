import type { ReactNode } from 'react'

import { Icon } from '#src/ui/parts/icon.tsx'

interface Props {
  readonly href: string
  readonly children: ReactNode
}

/** A link that leaves the portal and says so. */
export const ExternalLink = ({ href, children }: Props) => (
  <a href={href} rel="noopener">
    {children}
    <Icon name="external" />
    <span className="sr-only"> (abre otro sitio)</span>
  </a>
)
