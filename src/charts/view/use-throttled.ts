import { useEffect, useRef, useState } from 'react'

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
