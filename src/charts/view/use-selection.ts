import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Selection, sameSpan, toRange } from '#src/charts/data/selection.ts'
import { selectSpan, type ZoomLimits } from '#src/charts/plot/zoom.ts'
import type { AxisKind, FrameProps } from '#src/charts/view/chart-props.ts'

/** A gesture ends when it has not changed the view for this time. */
const GESTURE_END_MS = 250

/**
 * Returns the selection and its setter. Gestures and the `range` prop change it; `onRange` is
 * called when a gesture ends. Echoing that range back as the prop changes nothing, so a view that
 * follows the newest point keeps following it.
 */
export function useSelection(
  { range, onRange }: Pick<FrameProps, 'range' | 'onRange'>,
  limits: ZoomLimits,
  axis: AxisKind,
) {
  const { extent } = limits
  const given = range ?? null
  const [selection, setSelection] = useState<Selection | null>(() => given && selectSpan(given, limits))
  const [seen, setSeen] = useState(given)
  const [reported, setReported] = useState(given)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  if (range !== undefined && !sameSpan(given, seen)) {
    setSeen(given)
    if (!sameSpan(given, reported)) {
      setReported(given)
      setSelection(given && selectSpan(given, limits))
    }
  }

  const report = useEffectEvent(() => {
    const now = toRange(selection, extent, axis)
    if (sameSpan(now, reported)) return
    setReported(now)
    onRange?.(now)
  })
  const select = useCallback((next: Selection | null) => {
    setSelection(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => report(), GESTURE_END_MS)
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])

  return [selection, select] as const
}
