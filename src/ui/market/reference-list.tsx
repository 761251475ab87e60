import type { ReactNode } from 'react'

interface Props {
  /** Positions the list in the grid. */
  readonly className: string
  readonly children: ReactNode
}

/** The average, the reference prices and the TRM, below or beside the last price. */
export const ReferenceList = ({ className, children }: Props) => (
  <div className={`border-t-2 border-rule lg:-mt-7 lg:border-t lg:border-line ${className}`}>{children}</div>
)
