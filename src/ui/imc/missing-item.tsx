import { useEffect } from 'react'
import { Link } from 'wouter'

import { listFailureMessage } from '#src/application/imc/imc-messages.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import { Empty } from '#src/ui/imc/empty.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Refusals that a retry cannot mend: an id that is malformed, of another entity or unknown. */
const MISSING_STATUSES: readonly number[] = [400, 403, 404]

/** True if this entity has no item with the id in the address. */
export const isMissing = ({ value, failure }: ResourceState<unknown>): boolean =>
  value === null && failure?.kind === 'rejected' && MISSING_STATUSES.includes(failure.status)

interface Props {
  readonly resource: ResourceState<unknown>
  readonly title: string
  /** The list that contains the existing items. A list on another page needs no `onPress`. */
  readonly list: { readonly title: string; readonly href: string; readonly onPress?: () => void }
}

/** Explains and announces that the item in the address does not exist, with a link to the list. */
export function MissingItem({ resource, title, list }: Props) {
  const { announcer } = useUseCases()
  // The announcement of failed sections promises a retry, which this part does not have.
  useEffect(() => announcer.announce(title), [announcer, title])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
    <div role="group" aria-label={title}>
      <Empty
        lead={title}
        rest={listFailureMessage(resource.failure)}
        action={
          <Link className="btn sec small" href={list.href} onClick={list.onPress}>
            Ir a {list.title}
          </Link>
        }
      />
    </div>
  )
}
