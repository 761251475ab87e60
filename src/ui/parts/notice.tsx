import type { ComponentProps, ReactNode } from 'react'

import { Icon } from '#src/ui/parts/icon.tsx'

interface Props {
  readonly icon: ComponentProps<typeof Icon>['name']
  readonly tone: 'info' | 'warn' | 'err' | 'ok'
  /** The first words, in bold. */
  readonly lead: string
  readonly children?: ReactNode
  /** The buttons, at the right. On a phone, two or more buttons are below the text. */
  readonly action?: ReactNode
}

/**
 * A message that is visible until its cause ends. Screen readers announce an error immediately and
 * other messages at the next pause.
 */
export const Notice = ({ icon, tone, lead, children, action }: Props) => (
  <div className={`notice ${tone}`} role={tone === 'err' ? 'alert' : 'status'}>
    <Icon name={icon} />
    <p>
      <b>{lead}</b> {children}
    </p>
    {action && <div className="notice-actions">{action}</div>}
  </div>
)
