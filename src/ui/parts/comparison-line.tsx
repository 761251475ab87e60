import type { ReactNode } from 'react'

import { COMPARED_WITH, type Comparison as MarketComparison } from '#src/application/market/prices.ts'
import { Change } from '#src/ui/parts/figures.tsx'

const HEIGHTS = { line: 'min-h-lh', wrapping: 'min-h-lh @max-[309px]:min-h-[2lh]' } as const

interface ComparisonProps {
  /** A comparison wraps in a narrow panel. `wrapping` always reserves the second line there. */
  readonly height?: keyof typeof HEIGHTS
  readonly children: ReactNode
}

/** A line that compares a figure with another one. */
export const Comparison = ({ height = 'line', children }: ComparisonProps) => (
  <p className={`flex flex-wrap gap-x-2 text-sm text-muted ${HEIGHTS[height]}`}>{children}</p>
)

/** The figure that another one is compared with. */
export const ComparedFigure = ({ text }: { readonly text: string }) => <b className="font-550 text-ink-soft">{text}</b>

interface Props extends Pick<ComparisonProps, 'height'> {
  /** Null renders an empty line, so that the layout does not shift later. */
  readonly comparison: MarketComparison | null
}

/**
 * The change of the price and the base of the comparison (D66). The price of the base is shown only
 * for a previous close: another panel shows the opening price.
 */
export const ComparisonLine = ({ comparison, height = 'line' }: Props) => (
  <Comparison height={height}>
    {comparison ? (
      <>
        <Change text={comparison.pesos} direction={comparison.direction} aside={`(${comparison.percent})`} />
        <span>
          {COMPARED_WITH[comparison.base]}
          {comparison.base === 'previous-close' && <ComparedFigure text={` ${comparison.basePrice}`} />}
        </span>
      </>
    ) : (
      '\u00a0'
    )}
  </Comparison>
)
