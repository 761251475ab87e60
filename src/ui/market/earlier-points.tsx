import { useEffect, useRef } from 'react'
import { EARLIER_TEXTS, earlierShown, NO_EARLIER } from '#src/application/market/chart-tool-messages.ts'
import type { EarlierPoints as Earlier } from '#src/application/market/period-chart.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'
import { Button } from '#src/ui/parts/button.tsx'

interface Props {
  readonly earlier: Earlier
  /** The first point of the chart; null while it is unknown. */
  readonly first: Instant | null
  /** Whether the button replaces one that was pressed. */
  readonly takesFocus?: boolean
}

/** Says what is known about the points before the period. */
function toText({ kind, origin }: Earlier, first: Instant | null): string {
  if (kind === 'loading' || kind === 'failed') return EARLIER_TEXTS[kind]
  if (first !== null && origin !== null && first < origin) return earlierShown(toDate(first), kind === 'complete')
  return kind === 'complete' ? NO_EARLIER : ''
}

const BUTTON_KINDS: readonly Earlier['kind'][] = ['available', 'loading', 'failed']

/** Focuses an element unless the focus is elsewhere meanwhile. */
function focusIfFree(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus()
}

/**
 * Below a chart: the button that shows the points before the first one, and what became of it. Its row
 * has its height before the chart is loaded. The button stays, with its focus, while points load; after the last
 * ones the sentence has the focus.
 */
export function EarlierPoints({ earlier, first, takesFocus = false }: Props) {
  const status = useRef<HTMLSpanElement>(null)
  const wasFocused = useRef(false)
  const hasButton = BUTTON_KINDS.includes(earlier.kind)
  useEffect(() => {
    if (hasButton || !wasFocused.current) return
    wasFocused.current = false
    focusIfFree(status.current)
  }, [hasButton])
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 text-xs text-muted print:hidden">
      {hasButton && (
        <Button
          ref={takesFocus ? focusIfFree : null}
          variant="text"
          size="small"
          aria-disabled={earlier.kind === 'loading'}
          onClick={earlier.load}
          onFocus={() => {
            wasFocused.current = true
          }}
          onBlur={() => {
            wasFocused.current = false
          }}
        >
          {earlier.kind === 'failed' ? 'Reintentar' : EARLIER_TEXTS.available}
        </Button>
      )}
      <span ref={status} role="status" tabIndex={-1} className="outline-none">
        {toText(earlier, first)}
      </span>
    </div>
  )
}

interface EarlierDaysProps {
  /** Whether the chart of the day is loaded and has points. */
  readonly hasPoints: boolean
  readonly onEarlier: () => void
}

/** The same below the chart of a day, whose axis ends with the opening: the button shows it in intervals. */
export const EarlierDays = ({ hasPoints, onEarlier }: EarlierDaysProps) => (
  <EarlierPoints earlier={{ kind: hasPoints ? 'available' : 'none', origin: null, load: onEarlier }} first={null} />
)
