import { EARLIER_TEXTS, earlierShown } from '#src/application/market/chart-tool-messages.ts'
import type { EarlierPoints as Earlier } from '#src/application/market/period-chart.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'
import { Button } from '#src/ui/parts/button.tsx'

interface Props {
  readonly earlier: Earlier
  /** The first point of the chart; null while it is unknown. */
  readonly first: Instant | null
}

/**
 * Below a chart: the button that shows the points before the period, and what became of it. Its row
 * has its height before the chart is loaded.
 */
export function EarlierPoints({ earlier: { kind, load }, first }: Props) {
  const texts = {
    none: '',
    available: '',
    loading: EARLIER_TEXTS.loading,
    failed: EARLIER_TEXTS.failed,
    shown: first === null ? '' : earlierShown(toDate(first)),
  }
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-xs text-muted print:hidden">
      {kind === 'available' && (
        <Button variant="text" size="small" onClick={load}>
          {EARLIER_TEXTS.available}
        </Button>
      )}
      <span role="status">{texts[kind]}</span>
      {kind === 'failed' && (
        <Button variant="text" size="small" onClick={load}>
          Reintentar
        </Button>
      )}
    </div>
  )
}
