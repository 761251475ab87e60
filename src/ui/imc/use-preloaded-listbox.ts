import { useEffect } from 'react'

import { preloadListbox } from '#src/ui/parts/lazy-choices.tsx'

/** Loads the list field of the dialogs once the screen shows its rows. */
export function usePreloadedListbox(isReady: boolean): void {
  useEffect(() => {
    if (isReady) preloadListbox()
  }, [isReady])
}
