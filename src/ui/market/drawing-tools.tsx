import { useSelector } from '@xstate/react'
import { type MouseEvent, type RefObject, useState } from 'react'

import { DRAWING_NAMES, DRAWINGS_FULL, DRAWINGS_TITLE } from '#src/application/market/drawings.ts'
import { createLevel, createLine, type DrawingKind } from '#src/domain/charting/drawings.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { type ChartDrawings, useDrawings } from '#src/ui/market/drawings-context.ts'
import { DrawingsDialog } from '#src/ui/market/drawings-dialog.tsx'
import { Button } from '#src/ui/parts/button.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import type { ShownChart } from '#src/ui/parts/shown-chart.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

const ICONS = { level: 'level', line: 'trend' } as const

interface Props {
  readonly market: Market
  readonly chart: RefObject<ShownChart | null>
}

interface ToolProps extends Pick<Props, 'chart'> {
  readonly kind: DrawingKind
  readonly drawings: ChartDrawings
}

/**
 * Chooses the tool of a kind of drawing. By keyboard it adds a drawing at the last price, whose
 * handles then follow the arrow keys.
 */
function ToolButton({ kind, drawings: { view }, chart }: ToolProps) {
  const isChosen = useSelector(view, ({ tool }) => tool === kind)
  const isFull = useSelector(view, (state) => state.isFull)
  const { toasts } = usePortal()

  function add() {
    const content = chart.current?.read()
    if (!content) return
    const { range, lastPrice } = content
    const at = (share: number) => ({ at: range.from + share * (range.to - range.from), price: lastPrice })
    const id = view.createId()
    view.send({
      type: 'ADD',
      drawing: kind === 'level' ? createLevel(id, lastPrice) : createLine(id, at(0.25), at(0.75)),
    })
  }
  function choose({ detail }: MouseEvent) {
    if (isFull) toasts.show(DRAWINGS_FULL)
    else if (detail === 0) add()
    else view.send({ type: 'CHOOSE_TOOL', tool: isChosen ? null : kind })
  }

  return (
    <Button
      variant="text"
      size="small"
      className="max-sm:w-10 max-sm:px-0 aria-pressed:bg-accent-soft"
      aria-label={DRAWING_NAMES[kind]}
      aria-pressed={isChosen}
      onClick={choose}
    >
      <Icon name={ICONS[kind]} />
      <span className="max-xl:hidden">{DRAWING_NAMES[kind]}</span>
    </Button>
  )
}

/** The button of the list of drawings. */
function ListButton({ drawings: { view }, market, chart }: Omit<ToolProps, 'kind'> & Pick<Props, 'market'>) {
  const [openPrice, setOpenPrice] = useState<number | null>(null)
  return (
    <>
      <Button
        variant="text"
        size="small"
        className="max-sm:w-10 max-sm:px-0"
        aria-label={DRAWINGS_TITLE}
        onClick={() => setOpenPrice(chart.current?.read().lastPrice ?? null)}
      >
        <Icon name="list" />
        <span className="max-xl:hidden">{DRAWINGS_TITLE}</span>
      </Button>
      {openPrice !== null && (
        <DrawingsDialog view={view} market={market} lastPrice={openPrice} onClose={() => setOpenPrice(null)} />
      )}
    </>
  )
}

/** The tools with which the user draws on a chart (D131); none on a screen without drawings. */
export function DrawingTools({ market, chart }: Props) {
  const drawings = useDrawings()
  if (!drawings) return null
  return (
    <>
      <ToolButton kind="level" drawings={drawings} chart={chart} />
      <ToolButton kind="line" drawings={drawings} chart={chart} />
      <ListButton drawings={drawings} market={market} chart={chart} />
    </>
  )
}
