import type { ComponentProps, ReactNode } from 'react'

import type { SimulatedKind } from '#src/domain/quotes/feeds.ts'
import { ErrorBoundary } from '#src/ui/parts/error-boundary.tsx'
import { Failed } from '#src/ui/parts/resource-view.tsx'
import { SimulatedMark } from '#src/ui/parts/simulated-mark.tsx'
import { SectionStaleNote } from '#src/ui/parts/stale-note.tsx'
import { useRetryOnline } from '#src/ui/parts/use-retry-online.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

interface GuardedProps {
  readonly children: ReactNode
}

/** Replaces a region that threw an error. It retries when the browser is online again. */
function FailedRegion({ onRetry }: { readonly onRetry: () => void }) {
  useRetryOnline(onRetry)
  return (
    <Failed
      title="No pudimos mostrar esta sección"
      text="Ocurrió un error inesperado. El resto de la página sigue funcionando."
      onRetry={onRetry}
    />
  )
}

/** Catches an unexpected error of one region, so that the other regions continue to work. */
export function GuardedRegion({ children }: GuardedProps) {
  const { logError } = usePortal()
  return (
    <ErrorBoundary onError={logError} fallback={(retry) => <FailedRegion onRetry={retry} />}>
      {children}
    </ErrorBoundary>
  )
}

interface MetaProps {
  readonly stale: boolean
  /** The whole text is over the top rule: the region usually has none. */
  readonly over?: boolean
  readonly children: ReactNode
}

/** A text over the top rule of the next positioned element, so that it moves no content. */
const RuleNote = ({ children }: Pick<MetaProps, 'children'>) => (
  <span className="text-xs text-muted absolute -top-2 right-0 bg-surface pl-2 whitespace-nowrap empty:hidden">
    {children}
  </span>
)

/** A note such as the day of a region's data, and whether its last refresh failed. */
export function RegionMeta({ stale, over = false, children }: MetaProps) {
  if (over) {
    return (
      <RuleNote>
        {children}
        {stale && <SectionStaleNote separator={children ? 'shown' : null} />}
      </RuleNote>
    )
  }
  return (
    <>
      {/* On a phone the text has its own line: its width must not decide on the height. */}
      <span className="text-xs text-muted max-sm:not-empty:w-full">{children}</span>
      {stale && (
        <RuleNote>
          <SectionStaleNote separator={children ? 'spoken' : null} />
        </RuleNote>
      )}
    </>
  )
}

/** A part of the page below a rule. */
export const Region = ({ className = '', ...props }: ComponentProps<'section'>) => (
  <section className={`relative border-t-2 border-rule print:break-inside-avoid ${className}`} {...props} />
)

interface HeadProps {
  readonly title: string
  readonly subtitle?: string
  readonly titleId?: string
  readonly children?: ReactNode
}

/** The heading of a region, with its notes at the right. */
export const PanelHead = ({ title, subtitle, titleId, children }: HeadProps) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pt-2.25 pb-2.5">
    <div className="flex flex-wrap items-baseline gap-x-2.5">
      <h2 id={titleId}>{title}</h2>
      {subtitle && <span className="text-sm text-muted">{subtitle}</span>}
    </div>
    {children}
  </div>
)

interface Props {
  /** The region's accessible name. */
  readonly name: string
  /** The visible heading, if it differs from the name. */
  readonly title?: string
  /** A note at the right of the heading, such as the day of the data. */
  readonly meta?: ReactNode
  /** The kind of data that may be simulated. If set, the panel has a `SimulatedMark`. */
  readonly simulatedKind?: SimulatedKind
  readonly busy: boolean
  /** The last refresh failed and older values are still shown. */
  readonly stale: boolean
  readonly className?: string
  readonly children: ReactNode
}

/** A region with its heading, a note on its data and its body. */
export const Panel = ({ name, title = name, meta, simulatedKind, busy, stale, className = '', children }: Props) => (
  <Region className={className} aria-label={name} aria-busy={busy}>
    <PanelHead title={title}>
      {simulatedKind && <SimulatedMark kind={simulatedKind} className="mr-auto" />}
      <RegionMeta stale={stale}>{meta}</RegionMeta>
    </PanelHead>
    <GuardedRegion>{children}</GuardedRegion>
  </Region>
)
