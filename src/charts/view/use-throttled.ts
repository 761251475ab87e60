import { useEffect, useMemo, useRef, useState } from 'react'

import { continues } from '#src/charts/data/series.ts'
import type { ChartSeries, Span } from '#src/charts/view/chart-props.ts'

/** Returns the value, updated at most once per `interval` ms. The last value always arrives. */
export function useThrottled<T>(value: T, interval: number): T {
  const [shown, setShown] = useState(() => value)
  const latest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const shownAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    latest.current = value
    if (value === shown || timer.current !== null) return
    timer.current = setTimeout(
      () => {
        timer.current = null
        shownAt.current = performance.now()
        setShown(() => latest.current)
      },
      shownAt.current + interval - performance.now(),
    )
  }, [value, shown, interval])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  return shown
}

interface SeriesInDomain {
  readonly series: ChartSeries
  readonly extent: Span
  readonly domain: Span
}

/**
 * Returns the series, with live points at most once per `interval` ms. Any other change is returned
 * at once.
 */
export function useThrottledSeries({ series, extent, domain }: SeriesInDomain, interval: number): SeriesInDomain {
  const latest = useMemo(() => ({ series, extent, domain }), [series, extent, domain])
  const shown = useThrottled(latest, interval)
  const hasLivePoints = series !== shown.series && continues(series, shown.series)
  return hasLivePoints ? shown : latest
}
