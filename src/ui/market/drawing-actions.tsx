import { Link } from 'wouter'

import { CREATE_ALERT, type DrawingsView, drawingText } from '#src/application/market/drawings.ts'
import { toAlertAddress } from '#src/application/navigation/query.ts'
import type { PlacedDrawing, Plane } from '#src/domain/charting/drawing-plane.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { useMarketDelay } from '#src/ui/market/use-market.ts'
import { Button, buttonClass } from '#src/ui/parts/button.tsx'

/** The room of the buttons, with the larger ones of a finger, and their distance from the line, px. */
const HEIGHT = 46
const GAP = 18

/** Focuses the plot around an element that is about to go. */
export const focusPlot = (element: Element): void =>
  element.closest('.chart-box')?.querySelector<HTMLElement>('.chart-plot')?.focus()

interface LinkProps {
  readonly market: Market
  readonly price: number
  readonly lastPrice: number
  readonly name: string
}

/** Opens the form of a new alert with the price of a level. Only clients have alerts (D125). */
export function AlertLink({ market, price, lastPrice, name }: LinkProps) {
  const isClient = useMarketDelay() === 0
  if (!isClient) return null
  return (
    <Link
      className={buttonClass({ variant: 'secondary', size: 'small' })}
      aria-label={`${CREATE_ALERT}: ${name}`}
      href={toAlertAddress(market, price, lastPrice)}
    >
      {CREATE_ALERT}
    </Link>
  )
}

/** Why the last change of the drawings is not stored. */
export const Problem = ({ text }: { readonly text: string }) => (
  <p
    className="pointer-events-none absolute bottom-2 left-2 max-w-[85%] rounded-sm border border-danger bg-raised px-2.5 py-1.5 text-xs"
    role="alert"
  >
    {text}
  </p>
)

interface Props {
  readonly market: Market
  readonly plane: Plane
  readonly placed: PlacedDrawing
  readonly lastPrice: number
  readonly view: DrawingsView
}

/** What the user can do with the selected drawing, beside its line: a finger has no keys. */
export function DrawingActions({ market, plane, placed: { drawing, segment, label }, lastPrice, view }: Props) {
  if (!segment || !label) return null
  const isBelow = segment.to.y + GAP + HEIGHT < plane.area.bottom
  return (
    <div
      className="pointer-events-auto absolute flex -translate-x-full gap-1 print:hidden"
      style={{ left: label.x, top: isBelow ? segment.to.y + GAP : segment.to.y - GAP - HEIGHT }}
    >
      {drawing.kind === 'level' && (
        <AlertLink market={market} price={drawing.price} lastPrice={lastPrice} name={drawingText(drawing)} />
      )}
      <Button
        variant="danger"
        size="small"
        aria-label={`Borrar ${drawingText(drawing)}`}
        onClick={({ currentTarget }) => {
          focusPlot(currentTarget)
          view.remove(drawing)
        }}
      >
        Borrar
      </Button>
    </div>
  )
}
