import { useSyncExternalStore } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** On the server and during hydration, the page counts as visible and online. */
const assumeTrue = () => true

/** Returns whether the page is visible and online; renders again after a change. */
export function usePageState(): { readonly isVisible: boolean; readonly isOnline: boolean } {
  const { page } = useUseCases()
  const isVisible = useSyncExternalStore(page.subscribe, page.visible, assumeTrue)
  const isOnline = useSyncExternalStore(page.subscribe, page.online, assumeTrue)
  return { isVisible, isOnline }
}
