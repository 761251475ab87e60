import type { ReactNode } from 'react'

import { NOT_PREPARED } from '#src/application/imc/entity-messages.ts'
import { Notice } from '#src/ui/parts/notice.tsx'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import '#src/ui/styles/list-panel.css'

interface HeadingProps {
  readonly title: string
  /** Shown after the title, such as a legend or the order of the rows. */
  readonly meta?: ReactNode
  readonly stale: boolean
}

/** The heading of a table, in one line with the search. */
export const ListHeading = ({ title, meta, stale }: HeadingProps) => (
  <div className="list-panel-head">
    <h2>{title}</h2>
    <RegionMeta stale={stale}>{meta}</RegionMeta>
  </div>
)

interface Props {
  /** The name of the region. */
  readonly title: string
  readonly downloadFailed: boolean
  readonly children: ReactNode
}

/** A table of the back office, with a notice if its download failed. */
export const ListPanel = ({ title, downloadFailed, children }: Props) => (
  <section className="list-panel" aria-label={title}>
    {downloadFailed && (
      <Notice icon="warning" tone="err" lead={NOT_PREPARED.lead}>
        {NOT_PREPARED.rest}
      </Notice>
    )}
    <GuardedRegion>{children}</GuardedRegion>
  </section>
)
