import { type ReactNode, useEffect } from 'react'
import { offlineNotice } from '#src/application/market/market-messages.ts'
import { failureMessage, updatedAtText } from '#src/application/platform/failure-messages.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import { formatShortClock } from '#src/domain/text.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useOnline } from '#src/ui/portal/use-online.ts'

/** Reports a failed section until it unmounts. Only the first failed section is announced (§8). */
function useOutage() {
  const { outage } = usePortal()
  useEffect(() => outage.addFailure(), [outage])
}

/** Announces that a retry failed, because the user waits for its result. */
function useFailedRetryAnnouncement(title: string, hasRetryFailed: boolean) {
  const { announcer } = usePortal()
  useEffect(() => {
    if (hasRetryFailed) announcer.announce(title)
  }, [announcer, title, hasRetryFailed])
}

export interface FailedProps {
  readonly title: string
  readonly text: string
  /** A retry that the user started is running. */
  readonly busy?: boolean
  /** The user's retry failed. */
  readonly hasRetryFailed?: boolean
  readonly onRetry: () => void
}

/** A failure with its title and its cause, and a button that retries. */
export function Failed({ title, text, busy = false, hasRetryFailed = false, onRetry }: FailedProps) {
  useOutage()
  useFailedRetryAnnouncement(title, hasRetryFailed)
  return (
    <Empty
      role="group"
      aria-label={title}
      aria-busy={busy}
      lead={title}
      rest={busy ? <Skeleton width="w-full" /> : text}
      action={
        <Button variant="secondary" size="small" onClick={onRetry}>
          <Icon name="retry" />
          Reintentar
        </Button>
      }
    />
  )
}

interface FailedResourceProps {
  readonly resource: ResourceState<unknown>
  readonly title: string
}

/** The retry of a failed resource. It is busy only while a retry of the user runs. */
export const toRetryProps = ({ loading, userRetry, retry }: ResourceState<unknown>) => ({
  busy: loading && userRetry === 'requested',
  hasRetryFailed: userRetry === 'failed',
  onRetry: retry,
})

/** The failure of a resource without a value. */
export const FailedResource = ({ resource, title }: FailedResourceProps) => (
  <Failed title={title} text={failureMessage(resource.failure)} {...toRetryProps(resource)} />
)

/** The failure of a resource in one line; another panel of the page explains the cause. */
export function FailedLine({ resource, title }: FailedResourceProps) {
  useOutage()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
    <div className="flex items-center gap-2" role="group" aria-label={title} aria-busy={resource.loading}>
      <span className="text-xs text-muted">{title}</span>
      <Button variant="text" size="small" onClick={resource.retry}>
        Reintentar
      </Button>
    </div>
  )
}

/** True if there is no value and the last load failed. */
export const hasFailed = ({ value, failures }: ResourceState<unknown>): boolean => value === null && failures > 0

/**
 * Returns the note next to a heading: the time of the value if its last refresh failed (D18), else
 * `usualMeta`.
 */
export const formatMeta = (resource: ResourceState<unknown>, usualMeta: string | null): string | null =>
  resource.stale && resource.receivedAt !== null ? updatedAtText(formatShortClock(resource.receivedAt)) : usualMeta

/** True while the first load runs; later refreshes are silent. */
export const isBusy = ({ value, loading }: ResourceState<unknown>): boolean => value === null && loading

interface Props<T> {
  readonly resource: ResourceState<T>
  /** Title of the failure, such as 'No pudimos consultar las divisas'. */
  readonly failureTitle: string
  readonly skeleton: ReactNode
  readonly children: (value: T) => ReactNode
}

/**
 * In the place of a value while the browser is offline. It has no retry button: the value loads when
 * the browser is online again. The state in the page's header is announced.
 */
function OfflineMessage() {
  const { lead, rest } = offlineNotice(null)
  return <Empty lead={lead} rest={rest} />
}

/** Renders the value of a resource. Without a value, it renders the skeleton or the failure. */
export function ResourceView<T>({ resource, failureTitle, skeleton, children }: Props<T>) {
  const isOnline = useOnline()
  if (resource.value !== null) return children(resource.value)
  if (hasFailed(resource)) return <FailedResource resource={resource} title={failureTitle} />
  return isOnline ? skeleton : <OfflineMessage />
}
