import {
  COMPARED_TRM,
  estimateNote,
  FIXED_TRM_NOTE,
  formatTrmDates,
  NO_NEXT_TRM,
  type TrmState,
  toTrmMove,
} from '#src/application/market/trm.ts'
import { ESTIMATED_TRM, NEXT_TRM, TRM_IN_FORCE, UNOFFICIAL } from '#src/application/market/trm-note.ts'
import { formatPrice } from '#src/domain/money.ts'
import type { NextTrm, TrmPeriod } from '#src/domain/trading/trm-periods.ts'
import { ComparedFigure, Comparison } from '#src/ui/parts/comparison-line.tsx'
import { Figure, FigureTitle, Missing, Price } from '#src/ui/parts/figures.tsx'
import { Mark } from '#src/ui/parts/mark.tsx'
import { GuardedRegion, PanelHead, Region, RegionMeta } from '#src/ui/parts/panel.tsx'
import { formatMeta, isBusy, ResourceView } from '#src/ui/parts/resource-view.tsx'
import { Skeleton } from '#src/ui/parts/skeleton.tsx'
import { TrmChange } from '#src/ui/trm/trm-change.tsx'

/** The change from the previous TRM, and that TRM; an empty line if it is unknown. */
function TrmComparison(row: TrmPeriod) {
  if (toTrmMove(row) === null) return <Comparison>&nbsp;</Comparison>
  return (
    <Comparison>
      <TrmChange row={row} withPercent />
      <span>
        {COMPARED_TRM} <ComparedFigure text={formatPrice(row.previous)} />
      </span>
    </Comparison>
  )
}

function NextPanel({ next, delay }: { readonly next: NextTrm | null; readonly delay: number }) {
  if (next === null) {
    return (
      <>
        <FigureTitle>{NEXT_TRM}</FigureTitle>
        <p className="max-w-[56ch] text-sm text-muted">
          <b className="font-550 text-ink-soft">{NO_NEXT_TRM.lead}</b> {NO_NEXT_TRM.rest}
        </p>
      </>
    )
  }
  return (
    <>
      <FigureTitle>
        {next.estimated ? ESTIMATED_TRM : NEXT_TRM}
        {next.estimated && <Mark text={UNOFFICIAL} />}
      </FigureTitle>
      <p className="text-sm font-550">{formatTrmDates(next)}</p>
      <div className="my-2">
        <Price value={next.value} size="md" />
      </div>
      <TrmComparison {...next} />
      <p className="max-w-[56ch] text-sm text-muted">{next.estimated ? estimateNote(delay) : FIXED_TRM_NOTE}</p>
    </>
  )
}

const TrmSkeleton = () => (
  <>
    <p className="text-sm font-550">
      <Skeleton width="w-40" />
    </p>
    <Figure size="lg">
      <Skeleton width="w-3/4" height="h-[.72em]" />
    </Figure>
    <Comparison>
      <Skeleton width="w-40" />
    </Comparison>
  </>
)

interface Props extends Pick<TrmState, 'trm'> {
  /** Text with the time of late data; null while the data is on time. */
  readonly age: string | null
  /** Delay of the user's market data, in minutes. */
  readonly delay: number
}

/** The TRM in force as the main figure, and the next TRM or its estimate (D67). */
export const TrmFigures = ({ trm, age, delay }: Props) => (
  <div className="grid content-start gap-x-grid gap-y-1 sm:max-lg:grid-cols-2">
    <Region aria-label={TRM_IN_FORCE} aria-busy={isBusy(trm)}>
      <PanelHead title={TRM_IN_FORCE}>
        {(trm.stale || age !== null) && <RegionMeta stale={trm.stale}>{formatMeta(trm, age)}</RegionMeta>}
      </PanelHead>
      <GuardedRegion>
        <ResourceView resource={trm} failureTitle="No pudimos consultar la TRM" skeleton={<TrmSkeleton />}>
          {({ inForce }) =>
            inForce ? (
              <>
                <p className="text-sm font-550">{formatTrmDates(inForce)}</p>
                <div className="mt-2.5 mb-3">
                  <Price value={inForce.value} size="lg" />
                </div>
                <TrmComparison {...inForce} />
              </>
            ) : (
              <Missing />
            )
          }
        </ResourceView>
      </GuardedRegion>
    </Region>
    {trm.value && (
      <section
        className="mt-4.5 border-t border-line pt-3 sm:max-lg:mt-0 sm:max-lg:border-t-2 sm:max-lg:border-rule"
        aria-label={NEXT_TRM}
      >
        <NextPanel next={trm.value.next} delay={delay} />
      </section>
    )}
  </div>
)
