import type { ComponentProps, ReactNode } from 'react'

import { Icon } from '#src/ui/parts/icon.tsx'

interface Props {
  readonly icon: ComponentProps<typeof Icon>['name']
  readonly tone: 'info' | 'warn'
  /** The fact, in bold. */
  readonly lead: string
  readonly children?: ReactNode
  /** One way out, at the right. */
  readonly action?: ReactNode
}

/** Stays until what it tells is over. */
export const Notice = ({ icon, tone, lead, children, action }: Props) => (
  <div className={tone === 'warn' ? 'notice warn' : 'notice'} role="status">
    <Icon name={icon} />
    <p>
      <b>{lead}</b> {children}
    </p>
    {action}
  </div>
)
