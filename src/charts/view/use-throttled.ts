import { useEffect, useMemo, useRef, useState } from 'react'

import { isExtension } from '#src/charts/data/series.ts'
import type { ChartSeries, Span } from '#src/charts/view/chart-props.ts'

/** Returns the value, updated at most once per `interval` ms. A new value is at most that late. */
export function useThrottled<T>(value: T, interval: number): T {
  const [throttled, setThrottled] = useState(() => value)
  const latest = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const updatedAt = useRef(Number.NEGATIVE_INFINITY)

  useEffect(() => {
    latest.current = value
    if (value === throttled || timer.current !== null) return
    timer.current = setTimeout(
      () => {
        timer.current = null
        updatedAt.current = performance.now()
        setThrottled(() => latest.current)
      },
      updatedAt.current + interval - performance.now(),
    )
  }, [value, throttled, interval])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  return throttled
}

interface SeriesInDomain {
  readonly series: ChartSeries
  readonly extent: Span
  readonly domain: Span
}

/**
 * Returns the series, with live points at most once per `interval` ms. Any other change is returned
 * without delay.
 */
export function useThrottledSeries({ series, extent, domain }: SeriesInDomain, interval: number): SeriesInDomain {
  const latest = useMemo(() => ({ series, extent, domain }), [series, extent, domain])
  const throttled = useThrottled(latest, interval)
  const hasLivePoints = series !== throttled.series && isExtension(series, throttled.series)
  return hasLivePoints ? throttled : latest
}
