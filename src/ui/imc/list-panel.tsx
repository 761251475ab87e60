import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { listFailureMessage, NOT_PREPARED } from '#src/application/imc/messages.ts'
import type { ResourceState } from '#src/application/platform/resource.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { buttonClass } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import { type FailedProps, hasFailed, toRetryProps } from '#src/ui/parts/resource-view.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

/** Returns the failure of a resource without a value, for the UI; null without a failure (§8). */
export const toListFailure = (
  resource: ResourceState<unknown>,
  title: string,
  describe: (failure: CallFailure | null) => string = listFailureMessage,
): FailedProps | null =>
  hasFailed(resource) ? { title, text: describe(resource.failure), ...toRetryProps(resource) } : null

interface MissingItemProps {
  readonly resource: ResourceState<unknown>
  readonly title: string
  /** The list that contains the existing items. A list on another page needs no `onPress`. */
  readonly list: { readonly title: string; readonly href: string; readonly onPress?: () => void }
}

/** Explains and announces that the item in the address does not exist, with a link to the list. */
export function MissingItem({ resource, title, list }: MissingItemProps) {
  const { announcer } = usePortal()
  // The announcement of failed sections promises a retry, which this part does not have.
  useEffect(() => announcer.announce(title), [announcer, title])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
    <div role="group" aria-label={title}>
      <Empty
        lead={title}
        rest={listFailureMessage(resource.failure)}
        action={
          <Link
            className={buttonClass({ variant: 'secondary', size: 'small' })}
            href={list.href}
            onClick={list.onPress}
          >
            Ir a {list.title}
          </Link>
        }
      />
    </div>
  )
}

interface HeadingProps {
  readonly title: string
  /** 3 below the heading of a detail. */
  readonly level?: 2 | 3
  /** Shown after the title, such as a legend or the order of the rows. */
  readonly meta?: ReactNode
  readonly stale: boolean
}

/** The heading of a table, in one line with the search. */
export function ListHeading({ title, level = 2, meta, stale }: HeadingProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 pb-0.5">
      <Heading>{title}</Heading>
      <RegionMeta stale={stale}>{meta}</RegionMeta>
    </div>
  )
}

const PLACES = { page: 'pt-5', column: 'pt-5 lg:border-t-2 lg:border-rule lg:pt-2.25' } as const

interface Props {
  /** The name of the region. */
  readonly title: string
  /** A column is next to another one on a wide page. */
  readonly place?: keyof typeof PLACES
  readonly downloadFailed: boolean
  readonly children: ReactNode
}

/** A table of the back office, with a notice if its download failed. */
export const ListPanel = ({ title, place = 'page', downloadFailed, children }: Props) => (
  <section className={`relative pb-16 [&>[role=alert]]:mb-3 ${PLACES[place]}`} aria-label={title}>
    {downloadFailed && (
      <Notice icon="warning" tone="err" lead={NOT_PREPARED.lead}>
        {NOT_PREPARED.rest}
      </Notice>
    )}
    <GuardedRegion>{children}</GuardedRegion>
  </section>
)
