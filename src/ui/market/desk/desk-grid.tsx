import type { KeyboardEvent, ReactNode } from 'react'
import type { DeskView } from '#src/application/market/desk.ts'
import type { DeskChange, DeskItem, DeskPanel } from '#src/domain/desk/desk.ts'
import { GAP_PX, type GrabPanel, ROW_STEP_PX, useDeskDrag } from '#src/ui/market/desk/desk-drag.ts'
import { IconButton } from '#src/ui/parts/button.tsx'
import { IconDrawing } from '#src/ui/parts/icon.tsx'

/** The height of a panel, in px. */
export const toPanelHeight = (rows: number): number => rows * ROW_STEP_PX - GAP_PX

const MOVE_PATH = 'M8 1.5v13M1.5 8h13M6 3.5l2-2 2 2M6 12.5l2 2 2-2M3.5 6l-2 2 2 2M12.5 6l2 2-2 2'
const SIZE_PATH = 'M13.5 5.5v8h-8M13.5 13.5 4 4'

const HANDLE =
  'inline-flex min-h-9 touch-none items-center gap-2 rounded-sm border border-line-strong bg-raised px-3 text-sm/none font-550 hover:bg-sunken pointer-coarse:min-h-11'

const ARROW_STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
}

/** Calls `onStep` for an arrow key. */
const onArrows = (onStep: (x: number, y: number) => void) => (event: KeyboardEvent) => {
  const step = ARROW_STEPS[event.key]
  if (step === undefined) return
  event.preventDefault()
  onStep(...step)
}

interface ToolProps {
  readonly item: DeskItem
  readonly name: string
  readonly onChange: (change: DeskChange) => void
  readonly onGrab: GrabPanel
}

/** Moves a panel by dragging it over another one, or by the arrow keys. */
const MoveHandle = ({ item, name, onChange, onGrab }: ToolProps) => (
  <button
    type="button"
    className={`${HANDLE} cursor-grab`}
    aria-label={`Mover ${name}`}
    onPointerDown={(event) => onGrab(event, item, 'move')}
    onKeyDown={onArrows((x, y) => onChange({ kind: 'move', panel: item.panel, steps: x + y }))}
  >
    <IconDrawing path={MOVE_PATH} />
    {name}
  </button>
)

/** Changes the size of a panel by dragging its corner, or by the arrow keys. */
function SizeHandle({ item, name, onChange, onGrab }: ToolProps) {
  const { panel, columns, rows } = item
  return (
    <button
      type="button"
      className={`${HANDLE} absolute right-0 bottom-0 z-sticky cursor-nwse-resize`}
      onPointerDown={(event) => onGrab(event, item, 'resize')}
      onKeyDown={onArrows((x, y) => onChange({ kind: 'resize', panel, columns: columns + x, rows: rows + y }))}
    >
      <IconDrawing path={SIZE_PATH} />
      <span>
        <span className="sr-only">Tamaño de {name}: </span>
        {columns} × {rows}
      </span>
    </button>
  )
}

function Tools(props: ToolProps) {
  const { name, item, onChange } = props
  /** The focus follows to the panel beside, which takes the place. */
  function hide(panel: Element | null) {
    const neighbour = panel?.nextElementSibling ?? panel?.previousElementSibling
    onChange({ kind: 'hide', panel: item.panel })
    neighbour?.querySelector('button')?.focus()
  }
  return (
    <>
      <div className="absolute inset-x-0 top-0 z-sticky flex items-center justify-between gap-2">
        <MoveHandle {...props} />
        <IconButton
          variant="secondary"
          size="compact"
          icon="hide"
          label={`Ocultar ${name}`}
          onClick={({ currentTarget }) => hide(currentTarget.closest('[data-panel]'))}
        />
      </div>
      <SizeHandle {...props} />
    </>
  )
}

interface Props {
  /** The shown panels, in their order. */
  readonly items: readonly DeskItem[]
  readonly panels: Readonly<Record<DeskPanel, ReactNode>>
  readonly toName: (panel: DeskPanel) => string
  readonly isArranging: boolean
  readonly isDragging: boolean
  readonly drag: Pick<DeskView, 'grab' | 'drop' | 'putBack'>
  readonly onChange: (change: DeskChange) => void
}

/** The panels of a desk on their grid. While the user arranges them, the panels themselves do not react. */
export function DeskGrid({ items, panels, toName, isArranging, isDragging, drag, onChange }: Props) {
  const { grid, onGrab, listeners } = useDeskDrag({ items, isDragging, drag, onChange })
  return (
    <div
      ref={grid}
      data-desk
      className="grid auto-rows-[48px] grid-cols-[repeat(24,minmax(0,1fr))] gap-6 print:block"
      {...listeners}
    >
      {items.map((item) => (
        <div
          key={item.panel}
          data-panel={item.panel}
          className={`relative min-w-0 ${isArranging ? 'outline-2 outline-offset-6 outline-accent outline-dashed' : ''}`}
          style={{ gridColumn: `span ${item.columns}`, gridRow: `span ${item.rows}` }}
        >
          {isArranging && <Tools item={item} name={toName(item.panel)} onChange={onChange} onGrab={onGrab} />}
          <div
            className={`scrollbar-thin h-full overflow-x-hidden overflow-y-auto *:mt-0! ${isArranging ? 'opacity-45' : ''}`}
            inert={isArranging}
          >
            {panels[item.panel]}
          </div>
        </div>
      ))}
    </div>
  )
}
