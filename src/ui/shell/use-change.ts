import { useEffect, useEffectEvent, useRef } from 'react'

/** Runs `onChange` after each change of `value`. `first` is the value before the first render. */
export function useChange<T>(value: T, first: T, onChange: () => void): void {
  const known = useRef(first)
  const notify = useEffectEvent(onChange)
  useEffect(() => {
    if (known.current === value) return
    known.current = value
    notify()
  }, [value])
}
