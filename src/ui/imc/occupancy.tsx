import { occupancyText } from '#src/application/imc/product-messages.ts'
import '#src/ui/styles/occupancy.css'

interface Props {
  readonly screens: number
  readonly available: number
}

/** Maximum number of screens that are drawn as cells. */
const MAX_CELLS = 20

const countTo = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `${i}`)

/**
 * Taken and free screens, next to their numbers: a cell for each screen, or for many screens a bar
 * in two parts. The parts of the bar are SVG, because the page allows no inline styles.
 */
export function Occupancy({ screens, available }: Props) {
  const used = Math.max(0, screens - available)
  const name = occupancyText(used, screens)
  if (screens <= MAX_CELLS) {
    return (
      <span className="occupancy" role="img" aria-label={name}>
        {countTo(used).map((key) => (
          <i key={`used-${key}`} />
        ))}
        {countTo(available).map((key) => (
          <i key={`free-${key}`} className="occupancy-free" />
        ))}
      </span>
    )
  }
  const share = (used / screens) * 100
  return (
    <svg className="occupancy-bar" role="img" aria-label={name} viewBox="0 0 100 8" preserveAspectRatio="none">
      {share > 0 && <rect width={available === 0 ? 100 : share - 0.8} height="8" />}
      {available > 0 && (
        <rect className="occupancy-rest" x={share + 0.4} y="0.75" width={Math.max(1, 99.2 - share)} height="6.5" />
      )}
    </svg>
  )
}
