import { type ReactNode, useEffect, useRef, useState } from 'react'

import { updatedAt } from '#src/application/market/market-messages.ts'
import { failureMessage } from '#src/application/platform/failure-messages.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import { formatShortClock } from '#src/domain/text.ts'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Reports a failed section while it is mounted: the shell announces an outage once (§8). */
function useOutage() {
  const { outage } = useUseCases()
  useEffect(() => outage.addFailure(), [outage])
}

/** Announces a retry that failed again: the user waits for its result. */
function useRetryResult(title: string, busy: boolean) {
  const { announcer } = useUseCases()
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !busy) announcer.announce(title)
    wasBusy.current = busy
  }, [announcer, title, busy])
}

export interface FailedProps {
  readonly title: string
  readonly text: string
  /** A retry that the user pressed is running; the button keeps its position and its focus. */
  readonly busy?: boolean
  readonly onRetry: () => void
}

/** What failed and why, with a button that tries again. */
export function Failed({ title, text, busy = false, onRetry }: FailedProps) {
  useOutage()
  useRetryResult(title, busy)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
    <div className="blank" role="group" aria-label={title} aria-busy={busy}>
      <b>{title}</b>
      <p>{busy ? <Skeleton width="w-full" /> : text}</p>
      <button type="button" className="btn sec small" onClick={onRetry}>
        <Icon name="retry" />
        Reintentar
      </button>
    </div>
  )
}

interface FailedResourceProps {
  readonly resource: ResourceState<unknown>
  readonly title: string
}

/** The failure of a resource without a value; busy after a press, not during automatic retries. */
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

/** The failure of a resource in one line, when another panel of the page explains the cause. */
export function FailedLine({ resource, title }: FailedResourceProps) {
  useOutage()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
    <div className="blank-line" role="group" aria-label={title} aria-busy={resource.loading}>
      <span className="meta">{title}</span>
      <button type="button" className="btn txt small" onClick={resource.retry}>
        Reintentar
      </button>
    </div>
  )
}

/** True if there is no value and the last load failed. */
export const hasFailed = ({ value, failures }: ResourceState<unknown>): boolean => value === null && failures > 0

/** True if the last refresh failed and an older value is still shown. */
export const isStale = ({ value, failures }: ResourceState<unknown>): boolean => value !== null && failures > 0

/** The note next to a heading: `meta`, or the time of the value when its refresh failed (D18). */
export const formatAge = (resource: ResourceState<unknown>, meta: string | null): string | null =>
  isStale(resource) && resource.receivedAt !== null ? updatedAt(formatShortClock(resource.receivedAt)) : meta

/** True while the first load runs; later refreshes are silent. */
export const isBusy = ({ value, loading }: ResourceState<unknown>): boolean => value === null && loading

interface Props<T> {
  readonly resource: ResourceState<T>
  /** 'No pudimos consultar las divisas' */
  readonly failureTitle: string
  readonly skeleton: ReactNode
  readonly children: (value: T) => ReactNode
}

/** Renders the value of a resource; before the first value its skeleton or its failure. */
export function ResourceView<T>({ resource, failureTitle, skeleton, children }: Props<T>) {
  if (resource.value !== null) return children(resource.value)
  return hasFailed(resource) ? <FailedResource resource={resource} title={failureTitle} /> : skeleton
}
