import { useSelector } from '@xstate/react'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'

/** Whether the page is online; on the server and during hydration it counts as online. */
export function useOnline(): boolean {
  const { page } = usePortal()
  const isHydrated = useHydrated()
  const isOnline = useSelector(page, ({ online }) => online)
  return !isHydrated || isOnline
}
