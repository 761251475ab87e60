import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isSameSpan, type Selection, toRange } from '#src/charts/data/selection.ts'
import { selectSpan, type ZoomLimits } from '#src/charts/plot/zoom.ts'
import type { AxisKind, BaseChartProps } from '#src/charts/view/chart-props.ts'

/** A gesture ends when it has not changed the view for this time, ms. */
const GESTURE_END_MS = 250

/**
 * Returns the selection and its setter. Gestures and the `range` prop change it; `onRange` is
 * called after a gesture that changed the range. Setting `range` to the reported range changes
 * nothing, so that a view continues to follow the newest point.
 */
export function useSelection(
  { range, onRange }: Pick<BaseChartProps, 'range' | 'onRange'>,
  limits: ZoomLimits,
  axis: AxisKind,
) {
  const { extent } = limits
  const rangeProp = range ?? null
  const [selection, setSelection] = useState<Selection | null>(() => rangeProp && selectSpan(rangeProp, limits))
  const [lastRangeProp, setLastRangeProp] = useState(rangeProp)
  const [reportedRange, setReportedRange] = useState(rangeProp)
  const [start, setStart] = useState(extent.from)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  if (range !== undefined && !isSameSpan(rangeProp, lastRangeProp)) {
    setLastRangeProp(rangeProp)
    if (!isSameSpan(rangeProp, reportedRange)) {
      setReportedRange(rangeProp)
      setSelection(rangeProp && selectSpan(rangeProp, limits))
    }
  }

  // Points were added before the start: what is in view does not move.
  if (extent.from !== start) {
    setStart(extent.from)
    if (selection === null && extent.from < start && start < extent.to) setSelection({ last: extent.to - start })
  }

  const report = useEffectEvent(() => {
    const currentRange = toRange(selection, extent, axis)
    if (isSameSpan(currentRange, reportedRange)) return
    setReportedRange(currentRange)
    onRange?.(currentRange)
  })
  const flush = useCallback(() => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    report()
  }, [])
  const select = useCallback(
    (next: Selection | null) => {
      setSelection(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(flush, GESTURE_END_MS)
    },
    [flush],
  )
  // A click or a step in the history may lead to another screen. Its address must not get the range,
  // so that unmounting this one is too late.
  useEffect(() => {
    const controller = new AbortController()
    const options = { capture: true, signal: controller.signal }
    // The last move of a pointer is not rendered yet.
    const flushAfterRender = () => {
      if (timer.current === undefined) return
      clearTimeout(timer.current)
      timer.current = setTimeout(flush)
    }
    addEventListener('pagehide', flush, options)
    document.addEventListener('click', flush, options)
    document.addEventListener('keyup', flush, options)
    document.addEventListener('pointerup', flushAfterRender, options)
    return () => {
      clearTimeout(timer.current)
      controller.abort()
    }
  }, [flush])

  return [selection, select] as const
}
