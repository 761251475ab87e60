import { useSyncExternalStore } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** On the server and while hydrating, the page is visible and online. */
const assumeTrue = () => true

/** Whether the page is visible and online; renders again when either changes. */
export function usePageState(): { readonly visible: boolean; readonly online: boolean } {
  const { page } = useUseCases()
  const visible = useSyncExternalStore(page.subscribe, page.visible, assumeTrue)
  const online = useSyncExternalStore(page.subscribe, page.online, assumeTrue)
  return { visible, online }
}
