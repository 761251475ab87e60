import { useEffect, useRef } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/**
 * After a navigation it sets the scroll position (the top, or the stored one after Back) and
 * focuses the main part. It does nothing for the first screen.
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
