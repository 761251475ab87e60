import type { ComponentProps, ReactNode } from 'react'

import { Icon } from '#src/ui/parts/icon.tsx'

interface Props {
  readonly icon?: ComponentProps<typeof Icon>['name']
  readonly className?: string
  readonly children: ReactNode
}

/** A small explanation of what is next to it. */
export const Note = ({ icon, className = '', children }: Props) => (
  <p className={`flex items-center gap-2 text-xs text-muted ${className}`}>
    {icon && <Icon name={icon} className="text-warning" />}
    {children}
  </p>
)
