import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { DESK_COLUMNS, type DeskChange, type DeskItem, type DeskPanel } from '#src/domain/desk/desk.ts'
import { IconButton } from '#src/ui/parts/button.tsx'
import { IconDrawing } from '#src/ui/parts/icon.tsx'

/** Height of a row and gap between rows, in px; the classes of the grid below have the same. */
const ROW_PX = 48
const GAP_PX = 24

/** The height of a panel, in px. */
export const toPanelHeight = (rows: number): number => rows * (ROW_PX + GAP_PX) - GAP_PX

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
}

/** Finds the panel under the pointer. */
function findPanelAt({ clientX, clientY }: PointerEvent): string | null {
  const panel = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-panel]')
  return panel?.dataset['panel'] ?? null
}

/** Moves a panel by dragging it over another one, or by the arrow keys. */
function MoveHandle({ item: { panel }, name, onChange }: ToolProps) {
  /** The last panel under the pointer: a panel that was just placed must not be placed back. */
  const lastTarget = useRef<string | null>(null)
  function onPointerMove(event: PointerEvent<HTMLButtonElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const target = findPanelAt(event)
    if (target === lastTarget.current) return
    lastTarget.current = target
    if (target !== null && target !== panel) onChange({ kind: 'place', panel, target: target as DeskPanel })
  }
  return (
    <button
      type="button"
      className={`${HANDLE} cursor-grab active:cursor-grabbing`}
      aria-label={`Mover ${name}`}
      onPointerDown={(event) => {
        lastTarget.current = panel
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={onPointerMove}
      onKeyDown={onArrows((x, y) => onChange({ kind: 'move', panel, steps: x + y }))}
    >
      <IconDrawing path={MOVE_PATH} />
      {name}
    </button>
  )
}

/** The size of a panel and the position of the pointer when a drag began. */
interface DragStart {
  readonly x: number
  readonly y: number
  readonly columns: number
  readonly rows: number
}

/** Changes the size of a panel by dragging its corner, or by the arrow keys. */
function SizeHandle({ item, name, onChange }: ToolProps) {
  const { panel, columns, rows } = item
  const start = useRef<DragStart | null>(null)
  function onPointerMove(event: PointerEvent<HTMLButtonElement>) {
    const grid = event.currentTarget.closest<HTMLElement>('[data-desk]')
    if (start.current === null || grid === null) return
    const columnPx = (grid.clientWidth + GAP_PX) / DESK_COLUMNS
    const size = {
      columns: Math.round(start.current.columns + (event.clientX - start.current.x) / columnPx),
      rows: Math.round(start.current.rows + (event.clientY - start.current.y) / (ROW_PX + GAP_PX)),
    }
    if (size.columns !== columns || size.rows !== rows) onChange({ kind: 'resize', panel, ...size })
  }
  return (
    <button
      type="button"
      className={`${HANDLE} absolute right-0 bottom-0 z-sticky cursor-nwse-resize`}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, y: event.clientY, columns, rows }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={onPointerMove}
      onLostPointerCapture={() => {
        start.current = null
      }}
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

const Tools = (props: ToolProps) => (
  <>
    <div className="absolute inset-x-0 top-0 z-sticky flex items-center justify-between gap-2">
      <MoveHandle {...props} />
      <IconButton
        variant="secondary"
        size="compact"
        icon="hide"
        label={`Ocultar ${props.name}`}
        onClick={() => props.onChange({ kind: 'hide', panel: props.item.panel })}
      />
    </div>
    <SizeHandle {...props} />
  </>
)

interface Props {
  /** The shown panels, in their order. */
  readonly items: readonly DeskItem[]
  readonly panels: Readonly<Record<DeskPanel, ReactNode>>
  readonly toName: (panel: DeskPanel) => string
  readonly isArranging: boolean
  readonly onChange: (change: DeskChange) => void
}

/** The panels of a desk on their grid. While the user arranges them, the panels themselves do not react. */
export const DeskGrid = ({ items, panels, toName, isArranging, onChange }: Props) => (
  <div data-desk className="grid auto-rows-[48px] grid-cols-[repeat(24,minmax(0,1fr))] gap-6 print:block">
    {items.map((item) => (
      <div
        key={item.panel}
        data-panel={item.panel}
        className={`relative min-w-0 ${isArranging ? 'outline-2 outline-offset-6 outline-accent outline-dashed' : ''}`}
        style={{ gridColumn: `span ${item.columns}`, gridRow: `span ${item.rows}` }}
      >
        {isArranging && <Tools item={item} name={toName(item.panel)} onChange={onChange} />}
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
