import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { rangeOf, type Selection, sameSpan } from '#src/charts/data/selection.ts'
import { selectionHolding, type ZoomLimits } from '#src/charts/plot/zoom.ts'
import type { AxisKind, FrameProps } from '#src/charts/view/chart-props.ts'

/** A gesture has come to rest when it has not changed the view for so long. */
const REST_MS = 250

/**
 * The selection, moved by gestures here and by a `range` from outside. Outside is told where a gesture came to rest; the
 * range it then hands back is known, so that a view which goes on with the newest point is not pinned by its own report.
 */
export function useSelection(
  { range, onRange }: Pick<FrameProps, 'range' | 'onRange'>,
  limits: ZoomLimits,
  axis: AxisKind,
) {
  const { extent } = limits
  const given = range ?? null
  const [selection, setSelection] = useState<Selection | null>(() => given && selectionHolding(given, limits))
  const [seen, setSeen] = useState(given)
  const [told, setTold] = useState(given)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  if (range !== undefined && !sameSpan(given, seen)) {
    setSeen(given)
    if (!sameSpan(given, told)) {
      setTold(given)
      setSelection(given && selectionHolding(given, limits))
    }
  }

  const tell = useEffectEvent(() => {
    const now = rangeOf(selection, extent, axis)
    if (sameSpan(now, told)) return
    setTold(now)
    onRange?.(now)
  })
  const select = useCallback((next: Selection | null) => {
    setSelection(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => tell(), REST_MS)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  return [selection, select] as const
}
