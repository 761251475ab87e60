import { type PointerEvent, useEffect, useRef } from 'react'
import type { DeskView } from '#src/application/market/desk.ts'
import { DESK_COLUMNS, type DeskChange, type DeskItem, type DeskPanel } from '#src/domain/desk/desk.ts'

/** The gap between panels, in px, and the distance from a row to the next; the classes of the grid have the same. */
export const GAP_PX = 24
export const ROW_STEP_PX = 48 + GAP_PX

/** Starts a drag of a panel: to another place, or to another size. */
export type GrabPanel = (event: PointerEvent, item: DeskItem, kind: Grip['kind']) => void

/** The panel that the pointer holds, as it was when the drag began. */
interface Grip {
  readonly kind: 'move' | 'resize'
  readonly item: DeskItem
  readonly x: number
  readonly y: number
  /** The last panel under the pointer: a panel that was just placed must not be placed back. */
  lastTarget: string | null
}

interface Deps {
  readonly items: readonly DeskItem[]
  readonly isDragging: boolean
  readonly drag: Pick<DeskView, 'grab' | 'drop' | 'putBack'>
  readonly onChange: (change: DeskChange) => void
}

/** Finds the panel under the pointer. */
function findPanelAt({ clientX, clientY }: PointerEvent): string | null {
  const panel = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-panel]')
  return panel?.dataset['panel'] ?? null
}

/** Esc puts the held panel back, wherever the focus is. */
function useEscape(isDragging: boolean, putBack: () => void) {
  useEffect(() => {
    if (!isDragging) return
    const cancel = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      event.preventDefault()
      putBack()
    }
    document.addEventListener('keydown', cancel, { capture: true })
    return () => document.removeEventListener('keydown', cancel, { capture: true })
  }, [isDragging, putBack])
}

/**
 * Follows the pointer that holds a panel. The grid captures it and not the handle, because a handle loses the capture
 * when its panel takes another place of the document.
 */
export function useDeskDrag({ items, isDragging, drag, onChange }: Deps) {
  const grid = useRef<HTMLDivElement>(null)
  const grip = useRef<Grip | null>(null)
  useEscape(isDragging, drag.putBack)
  // A window that gets too narrow for the desk removes the grid, which held the pointer.
  useEffect(() => drag.drop, [drag.drop])

  const onGrab: GrabPanel = (event, item, kind) => {
    if (event.button !== 0 || grid.current === null) return
    grip.current = { kind, item, x: event.clientX, y: event.clientY, lastTarget: item.panel }
    grid.current.setPointerCapture(event.pointerId)
    drag.grab()
  }

  function move(held: Grip, event: PointerEvent) {
    const { panel } = held.item
    const target = findPanelAt(event)
    if (target === held.lastTarget) return
    held.lastTarget = target
    if (target !== null && target !== panel) onChange({ kind: 'place', panel, target: target as DeskPanel })
  }

  function resize({ item, x, y }: Grip, event: PointerEvent) {
    const columnPx = ((grid.current?.clientWidth ?? 0) + GAP_PX) / DESK_COLUMNS
    const columns = Math.round(item.columns + (event.clientX - x) / columnPx)
    const rows = Math.round(item.rows + (event.clientY - y) / ROW_STEP_PX)
    const shown = items.find(({ panel }) => panel === item.panel)
    if (columns !== shown?.columns || rows !== shown.rows)
      onChange({ kind: 'resize', panel: item.panel, columns, rows })
  }

  const listeners = {
    onPointerMove(event: PointerEvent) {
      const held = grip.current
      if (!isDragging || held === null) return
      if (held.kind === 'move') move(held, event)
      else resize(held, event)
    },
    // Without effect after Esc.
    onPointerCancel: drag.putBack,
    onLostPointerCapture: drag.drop,
  }
  return { grid, onGrab, listeners }
}
