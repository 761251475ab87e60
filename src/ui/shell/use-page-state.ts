import { useSyncExternalStore } from 'react'

import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** On the server and while hydrating, the page is visible and online. */
const isAssumed = () => true

/** Whether the page can be seen and whether it has a connection, as they change. */
export function usePageState(): { readonly visible: boolean; readonly online: boolean } {
  const { page } = useUseCases()
  const visible = useSyncExternalStore(page.subscribe, page.visible, isAssumed)
  const online = useSyncExternalStore(page.subscribe, page.online, isAssumed)
  return { visible, online }
}
