import { useSelector } from '@xstate/react'
import type { MouseEvent, RefObject } from 'react'

import { DRAWING_NAMES, DRAWINGS_FULL, DRAWINGS_TITLE } from '#src/application/market/drawings.ts'
import { createLevel, createLine, type DrawingKind } from '#src/domain/charting/drawings.ts'
import { type ChartDrawings, useDrawings } from '#src/ui/market/drawings-context.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Icon } from '#src/ui/parts/icon.tsx'
import type { ShownChart } from '#src/ui/parts/shown-chart.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

const ICONS = { level: 'level', line: 'trend' } as const

interface Props {
  readonly chart: RefObject<ShownChart | null>
}

interface ToolProps extends Pick<Props, 'chart'> {
  readonly kind: DrawingKind
  readonly drawings: ChartDrawings
}

/**
 * Returns how the tool of a kind of drawing is chosen, and left. By keyboard it adds a drawing at the last price,
 * whose handles then follow the arrow keys.
 */
export function useDrawingTool(kind: DrawingKind, { view }: ChartDrawings, chart: Props['chart']) {
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
    else if (detail === 0 && !isChosen) add()
    else view.send({ type: 'CHOOSE_TOOL', tool: isChosen ? null : kind })
  }
  return { isChosen, choose }
}

/** The text of a tool's button, which needs a wide chart: on the desk, the chart shares the page. */
export const TOOL_TEXT = 'max-xl:hidden wide:max-ultrawide:hidden'

function ToolButton({ kind, drawings, chart }: ToolProps) {
  const { isChosen, choose } = useDrawingTool(kind, drawings, chart)
  return (
    <Button
      variant="text"
      size="small"
      className="aria-pressed:bg-accent-soft"
      aria-label={DRAWING_NAMES[kind]}
      aria-pressed={isChosen}
      onClick={choose}
    >
      <Icon name={ICONS[kind]} />
      <span className={TOOL_TEXT}>{DRAWING_NAMES[kind]}</span>
    </Button>
  )
}

/** Opens the list of drawings with distances to the last price of the chart. */
export function openDrawingsList({ openList }: ChartDrawings, chart: Props['chart']): void {
  const content = chart.current?.read()
  if (content) openList(content.lastPrice)
}

/** The tools with which the user draws on a chart (D131); none on a screen without drawings. */
export function DrawingTools({ chart }: Props) {
  const drawings = useDrawings()
  if (!drawings) return null
  return (
    <>
      <ToolButton kind="level" drawings={drawings} chart={chart} />
      <ToolButton kind="line" drawings={drawings} chart={chart} />
      <Button variant="text" size="small" aria-label={DRAWINGS_TITLE} onClick={() => openDrawingsList(drawings, chart)}>
        <Icon name="list" />
        <span className={TOOL_TEXT}>{DRAWINGS_TITLE}</span>
      </Button>
    </>
  )
}
