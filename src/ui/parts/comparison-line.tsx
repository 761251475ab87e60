import { COMPARED_WITH, type Comparison } from '#src/application/market/prices.ts'
import { Change } from '#src/ui/parts/figures.tsx'

interface Props {
  /** Null renders an empty line, so that the layout does not shift later. */
  readonly comparison: Comparison | null
}

/**
 * The change of the price and the base of the comparison (D66). The price of the base is shown only
 * for a previous close: another panel shows the opening price.
 */
export const ComparisonLine = ({ comparison }: Props) => (
  <p className="comparison">
    {comparison ? (
      <>
        <Change text={comparison.pesos} aside={`(${comparison.percent})`} />
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
