import type { ReactNode } from 'react'

import '#src/ui/styles/blank.css'

interface Props {
  readonly lead: string
  readonly rest: string
  /** The next step for the user, such as a button. */
  readonly action?: ReactNode
}

/** Explains why a table has no rows. */
export const Empty = ({ lead, rest, action }: Props) => (
  <div className="blank">
    <b>{lead}</b>
    <p>{rest}</p>
    {action}
  </div>
)
