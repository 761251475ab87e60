import { type ReactNode, useState } from 'react'
import { updatedAt } from '#src/application/market/market-messages.ts'
import { failureMessage } from '#src/application/platform/failure-messages.ts'
import { shortClockText } from '#src/domain/text.ts'
import type { Resource } from '#src/ui/market/use-resource.ts'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'

interface FailedProps {
  readonly title: string
  readonly text: string
  /** Whether the answer to the last press is still to come: the button keeps its place and its focus meanwhile. */
  readonly busy?: boolean
  readonly onRetry: () => void
}

/** What failed and why, with a way to try again. */
export const Failed = ({ title, text, busy = false, onRetry }: FailedProps) => (
  <div className="blank" role="alert" aria-busy={busy}>
    <b>{title}</b>
    <p>{busy ? <Skeleton width="w-full" /> : text}</p>
    <button type="button" className="btn sec small" onClick={onRetry}>
      <Icon name="retry" />
      Reintentar
    </button>
  </div>
)

interface FailedResourceProps {
  readonly resource: Resource<unknown>
  readonly title: string
}

/** The failure of a resource without a value; busy after a press, not while the machine tries by itself. */
export function FailedResource({ resource, title }: FailedResourceProps) {
  const [pressedAt, setPressedAt] = useState(0)
  return (
    <Failed
      title={title}
      text={failureMessage(resource.failure)}
      busy={resource.loading && pressedAt === resource.failures}
      onRetry={() => {
        setPressedAt(resource.failures)
        resource.retry()
      }}
    />
  )
}

/** The same in one line, where a panel of the page tells the rest. */
export const FailedLine = ({ resource, title }: FailedResourceProps) => (
  <div className="failed-line" role="alert" aria-busy={resource.loading}>
    <span className="meta">{title}</span>
    <button type="button" className="btn txt small" onClick={resource.retry}>
      Reintentar
    </button>
  </div>
)

/** Nothing arrived and something went wrong. */
export const hasFailed = ({ value, failures }: Resource<unknown>): boolean => value === null && failures > 0

/** The last refresh went wrong and older values are still shown. */
export const isStale = ({ value, failures }: Resource<unknown>): boolean => value !== null && failures > 0

/** What stands beside a heading: `meta`, but of values that could not be refreshed the time at which they came (D18). */
export const ageOf = (resource: Resource<unknown>, meta: string | null): string | null =>
  isStale(resource) && resource.answeredAt !== null ? updatedAt(shortClockText(resource.answeredAt)) : meta

/** The first value is on its way; a refresh of one that can be read disturbs nobody. */
export const isBusy = ({ value, loading }: Resource<unknown>): boolean => value === null && loading

interface Props<T> {
  readonly resource: Resource<T>
  /** 'No pudimos consultar las divisas' */
  readonly failed: string
  readonly skeleton: ReactNode
  readonly children: (value: T) => ReactNode
}

/** The value of a resource once there is one, whatever happens later; before that its skeleton or its failure. */
export function ResourceView<T>({ resource, failed, skeleton, children }: Props<T>) {
  if (resource.value !== null) return children(resource.value)
  return hasFailed(resource) ? <FailedResource resource={resource} title={failed} /> : skeleton
}
