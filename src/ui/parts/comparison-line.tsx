import type { Comparison } from '#src/application/market/headline.ts'
import { COMPARED_WITH } from '#src/application/market/market-messages.ts'
import { Change } from '#src/ui/parts/figures.tsx'

interface Props {
  /** Null reserves an empty line, so that the layout does not shift later. */
  readonly comparison: Comparison | null
}

/** A change of the price and its base (D66). Other panels show the opening price. */
export const ComparisonLine = ({ comparison }: Props) => (
  <p className="comparison">
    {comparison ? (
      <>
        <Change text={comparison.amount} aside={`(${comparison.percent})`} />
        <span>
          {COMPARED_WITH[comparison.base]}
          {comparison.base === 'previous-close' && <b> {comparison.basePrice}</b>}
        </span>
      </>
    ) : (
      '\u00a0'
    )}
  </p>
)
