import { EARLIER_TEXTS, earlierShown, NO_EARLIER } from '#src/application/market/chart-tool-messages.ts'
import type { EarlierPoints as Earlier } from '#src/application/market/period-chart.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'
import { Button } from '#src/ui/parts/button.tsx'

interface Props {
  readonly earlier: Earlier
  /** The first point of the chart; null while it is unknown. */
  readonly first: Instant | null
}

/** Says what is known about the points before the period. */
function toText({ kind, origin }: Earlier, first: Instant | null): string {
  if (kind === 'loading' || kind === 'failed') return EARLIER_TEXTS[kind]
  if (first !== null && origin !== null && first < origin) return earlierShown(toDate(first), kind === 'complete')
  return kind === 'complete' ? NO_EARLIER : ''
}

/**
 * Below a chart: the button that shows the points before the first one, and what became of it. Its row
 * has its height before the chart is loaded.
 */
export const EarlierPoints = ({ earlier, first }: Props) => (
  <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-xs text-muted print:hidden">
    {earlier.kind === 'available' && (
      <Button variant="text" size="small" onClick={earlier.load}>
        {EARLIER_TEXTS.available}
      </Button>
    )}
    <span role="status">{toText(earlier, first)}</span>
    {earlier.kind === 'failed' && (
      <Button variant="text" size="small" onClick={earlier.load}>
        Reintentar
      </Button>
    )}
  </div>
)
