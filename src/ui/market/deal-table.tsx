import { memo, type RefObject, type UIEvent, useState } from 'react'
import type { DealRows } from '#src/application/market/deals.ts'
import { formatPrice, formatUsd } from '#src/domain/money.ts'
import { formatClock } from '#src/domain/text.ts'
import type { ListedDeal } from '#src/domain/trading/deal-list.ts'
import { DirectionMark } from '#src/ui/parts/figures.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'

/** The rendered rows change in steps of this many rows, so that a short scroll renders nothing. */
const STEP = 16

/**
 * Number of rendered rows before and after the start of the current step. `ROWS_AFTER` includes the
 * step and the rows that are visible below the step.
 */
const ROWS_BEFORE = STEP
const ROWS_AFTER = 3 * STEP

/** The rows that are rendered: `from` inclusive, `to` exclusive. */
interface VisibleRows {
  readonly from: number
  readonly to: number
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
}

/**
 * Returns the rows to render in a scrolled table. All rows have the height of the heading (ADR-10).
 * `count` is the number of rows without the heading.
 */
function useVisibleRows(count: number): VisibleRows {
  const [scrolledStep, setScrolledStep] = useState(0)
  const lastStep = Math.floor(Math.max(0, count - 1) / STEP) * STEP
  const currentStep = Math.min(scrolledStep, lastStep)
  return {
    from: Math.max(0, currentStep - ROWS_BEFORE),
    to: Math.min(count, currentStep + ROWS_AFTER),
    onScroll({ currentTarget }) {
      const rowHeight = currentTarget.scrollHeight / (count + 1)
      const firstVisibleRow = Math.floor(currentTarget.scrollTop / rowHeight) || 0
      setScrolledStep(Math.floor(firstVisibleRow / STEP) * STEP)
    },
  }
}

const COLUMN_COUNT = 3

/** The cells of one deal. `memo` prevents a render when the deal moves down the list. */
export const DealCells = memo(({ time, price, amount, direction }: Omit<ListedDeal, 'row'>) => (
  <>
    <th scope="row">{formatClock(time)}</th>
    <td className="deals-figure">
      <span className="mr-1.5">
        <DirectionMark direction={direction} />
      </span>
      {formatPrice(price)}
    </td>
    <td className="deals-figure">{formatUsd(amount)}</td>
  </>
))

/**
 * An empty row with the height of the rows that are not rendered. The server omits the row: the
 * content security policy forbids inline styles.
 */
function Gap({ rowCount }: { readonly rowCount: number }) {
  const isHydrated = useHydrated()
  if (rowCount <= 0 || !isHydrated) return null
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a table row is not focusable.
    <tr className="deals-gap" aria-hidden="true">
      <td colSpan={COLUMN_COUNT} style={{ height: `calc(var(--deal-row) * ${rowCount})` }} />
    </tr>
  )
}

interface Props {
  readonly deals: DealRows
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly onScroll: (isAtTop: boolean) => void
}

/**
 * The deals in a region that the user can scroll, also with the keyboard. Only the rows near the
 * visible part are rendered.
 */
export function DealTable({ deals, scroller, onScroll }: Props) {
  const { from, to, onScroll: updateVisibleRows } = useVisibleRows(deals.count)
  const rows = Array.from({ length: to - from }, (_, i) => from + i)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
    <div
      ref={scroller}
      className="deals-scroll"
      role="group"
      aria-label="Últimas operaciones"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the user scrolls the region with keys.
      tabIndex={0}
      onScroll={(event) => {
        updateVisibleRows(event)
        onScroll(event.currentTarget.scrollTop <= 0)
      }}
    >
      <table className="deals-table" aria-rowcount={deals.count + 1}>
        <caption className="sr-only">Últimas operaciones, de la más reciente a la más antigua</caption>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">Hora</th>
            <th scope="col" className="deals-figure">
              Precio
            </th>
            <th scope="col" className="deals-figure">
              Monto (USD)
            </th>
          </tr>
        </thead>
        <tbody>
          <Gap rowCount={from} />
          {rows.map((index) => {
            const deal = deals.dealAt(index)
            if (deal === null) return null
            const { row, ...cells } = deal
            return (
              <tr key={row} aria-rowindex={index + 2}>
                <DealCells {...cells} />
              </tr>
            )
          })}
          <Gap rowCount={deals.count - to} />
        </tbody>
      </table>
    </div>
  )
}
