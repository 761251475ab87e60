import { occupancyText } from '#src/application/imc/packages/product-messages.ts'
import '#src/ui/styles/occupancy.css'

interface Props {
  readonly screens: number
  readonly available: number
}

/** Maximum number of screens that are drawn as cells. */
const MAX_CELLS = 20

const createKeys = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `${i}`)

/**
 * The used and the free screens: a cell for each screen, or a bar of two parts for many screens.
 * The bar is an SVG, because the content security policy forbids inline styles.
 */
export function Occupancy({ screens, available }: Props) {
  const usedCount = Math.max(0, screens - available)
  const name = occupancyText(usedCount, screens)
  if (screens <= MAX_CELLS) {
    return (
      <span className="occupancy" role="img" aria-label={name}>
        {createKeys(usedCount).map((key) => (
          <i key={`used-${key}`} />
        ))}
        {createKeys(available).map((key) => (
          <i key={`free-${key}`} className="occupancy-free" />
        ))}
      </span>
    )
  }
  const share = (usedCount / screens) * 100
  // Both parts stay visible, also with 1 screen of 1,000.
  const usedPercent = usedCount === 0 || available === 0 ? share : Math.min(98.2, Math.max(1.8, share))
  return (
    <svg className="occupancy-bar" role="img" aria-label={name} viewBox="0 0 100 8" preserveAspectRatio="none">
      {usedPercent > 0 && <rect width={available === 0 ? 100 : usedPercent - 0.8} height="8" />}
      {available > 0 && (
        <rect className="occupancy-rest" x={usedPercent + 0.4} y="0.75" width={99.2 - usedPercent} height="6.5" />
      )}
    </svg>
  )
}
