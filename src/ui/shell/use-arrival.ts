import { useEffect, useRef } from 'react'

/** After a navigation the new screen starts at its top, with the focus on its main part; not so the first one. */
export function useArrival(path: string): void {
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    document.documentElement.scrollTop = 0
    document.querySelector('main')?.focus({ preventScroll: true })
  }, [path])
}
