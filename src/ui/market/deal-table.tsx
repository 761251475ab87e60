import { memo, type ReactNode, type RefObject, type UIEvent, useState } from 'react'
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

const ALIGNMENTS = { left: 'text-left', right: 'text-right' } as const

interface CellProps {
  readonly as?: 'th' | 'td'
  readonly align?: 'left' | 'right'
  readonly children: ReactNode
}

/** A cell of a deal. The newest deal is bold. */
const Cell = ({ as: Tag = 'td', align = 'right', children }: CellProps) => (
  <Tag
    scope={Tag === 'th' ? 'row' : undefined}
    className={`h-(--deal-row) border-b border-line pr-3 align-middle font-400 whitespace-nowrap group-first:font-600 last:pr-2 ${ALIGNMENTS[align]}`}
  >
    {children}
  </Tag>
)

const Heading = ({ align = 'right', children }: Pick<CellProps, 'align' | 'children'>) => (
  <th
    scope="col"
    className={`sticky top-0 z-1 h-(--deal-row) border-b border-rule bg-surface pr-3 align-middle text-xs font-550 whitespace-nowrap text-muted last:pr-2 ${ALIGNMENTS[align]}`}
  >
    {children}
  </th>
)

/** The cells of one deal. `memo` prevents a render when the deal moves down the list. */
export const DealCells = memo(({ time, price, amount, direction }: Omit<ListedDeal, 'row'>) => (
  <>
    <Cell as="th" align="left">
      {formatClock(time)}
    </Cell>
    <Cell>
      <span className="mr-1.5">
        <DirectionMark direction={direction} />
      </span>
      {formatPrice(price)}
    </Cell>
    <Cell>{formatUsd(amount)}</Cell>
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
    <tr aria-hidden="true">
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
    // It is positioned, so that the texts for screen readers do not widen the page.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form.
    <div
      ref={scroller}
      className="relative scrollbar-thin min-h-0 flex-1 overflow-y-auto overscroll-contain scrollbar-thumb-line-strong"
      role="group"
      aria-label="Últimas operaciones"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the user scrolls the region with keys.
      tabIndex={0}
      onScroll={(event) => {
        updateVisibleRows(event)
        onScroll(event.currentTarget.scrollTop <= 0)
      }}
    >
      <table
        className="w-full border-separate border-spacing-0 text-sm wdth-table [--deal-row:1.875rem]"
        aria-rowcount={deals.count + 1}
      >
        <caption className="sr-only">Últimas operaciones, de la más reciente a la más antigua</caption>
        <thead>
          <tr aria-rowindex={1}>
            <Heading align="left">Hora</Heading>
            <Heading>Precio</Heading>
            <Heading>Monto (USD)</Heading>
          </tr>
        </thead>
        <tbody>
          <Gap rowCount={from} />
          {rows.map((index) => {
            const deal = deals.dealAt(index)
            if (deal === null) return null
            const { row, ...cells } = deal
            return (
              <tr key={row} className="group" aria-rowindex={index + 2}>
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
