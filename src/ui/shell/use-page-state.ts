import { useSyncExternalStore } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** Whether the page can be seen and whether it has a connection, as they change. */
export function usePageState(): { readonly visible: boolean; readonly online: boolean } {
  const { page } = useUseCases()
  const visible = useSyncExternalStore(page.subscribe, page.visible)
  const online = useSyncExternalStore(page.subscribe, page.online)
  return { visible, online }
}
