import { useEffect } from 'react'

import { preloadListbox } from '#src/ui/parts/lazy-choices.tsx'

/** Loads the code of the dialogs' listbox when the rows are shown (`isReady`). */
export function usePreloadedListbox(isReady: boolean): void {
  useEffect(() => {
    if (isReady) preloadListbox()
  }, [isReady])
}
