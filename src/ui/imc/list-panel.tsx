import type { ReactNode } from 'react'

import { NOT_PREPARED } from '#src/application/imc/entity-messages.ts'
import { Notice } from '#src/ui/parts/notice.tsx'
import { GuardedRegion, RegionMeta } from '#src/ui/parts/panel.tsx'
import '#src/ui/styles/list-panel.css'

interface Props {
  /** The visible heading and the name of the region. */
  readonly title: string
  /** Right of the heading: a legend, the age of the data. */
  readonly meta?: ReactNode
  readonly stale: boolean
  readonly downloadFailed: boolean
  readonly children: ReactNode
}

/** A table of the back-office under its heading, with the failure of its download. */
export const ListPanel = ({ title, meta, stale, downloadFailed, children }: Props) => (
  <section className="list-panel" aria-label={title}>
    <div className="list-panel-head">
      <h2>{title}</h2>
      <RegionMeta stale={stale}>{meta}</RegionMeta>
    </div>
    {downloadFailed && (
      <Notice icon="warning" tone="err" lead={NOT_PREPARED.lead}>
        {NOT_PREPARED.rest}
      </Notice>
    )}
    <GuardedRegion>{children}</GuardedRegion>
  </section>
)
