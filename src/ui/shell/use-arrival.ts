import { useEffect, useRef } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/**
 * After a navigation: the new screen at its top, or where Back left it, and the focus on its main
 * part. The first screen is left as it is.
 */
export function useArrival(path: string): void {
  const { scroll } = useUseCases()
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    scroll.settle()
    document.querySelector('main')?.focus({ preventScroll: true })
  }, [path, scroll])
}
