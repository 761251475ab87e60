import type { ReactNode } from 'react'

import '#src/ui/styles/blank.css'

interface Props {
  readonly lead: string
  readonly rest: string
  /** What the user can do about it. */
  readonly action?: ReactNode
}

/** Why a table has no rows. */
export const Empty = ({ lead, rest, action }: Props) => (
  <div className="blank">
    <b>{lead}</b>
    <p>{rest}</p>
    {action}
  </div>
)
