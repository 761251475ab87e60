import { useLayoutEffect, useState } from 'react'

/**
 * The value, a new one at most once per frame: what arrives faster than pictures can be shown is gathered, and the last one
 * counts. `isUrgent` lets through at once what cannot wait.
 */
export function useEachFrame<T>(value: T, isUrgent: (value: T, shown: T) => boolean): T {
  const [shown, setShown] = useState(value)
  const urgent = value !== shown && isUrgent(value, shown)

  useLayoutEffect(() => {
    if (value === shown) return undefined
    if (urgent) {
      setShown(value)
      return undefined
    }
    const frame = requestAnimationFrame(() => setShown(value))
    return () => cancelAnimationFrame(frame)
  }, [value, shown, urgent])

  return urgent ? value : shown
}
