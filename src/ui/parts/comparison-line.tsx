import type { Comparison } from '#src/application/market/headline.ts'
import { COMPARED_WITH } from '#src/application/market/market-messages.ts'
import { Change } from '#src/ui/parts/figures.tsx'

interface Props {
  /** Null renders an empty line, so that the layout does not shift later. */
  readonly comparison: Comparison | null
}

/**
 * The change of the price and the base of the comparison (D66). It shows the price of a previous
 * close; other panels show the opening price.
 */
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
