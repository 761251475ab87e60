import { useSelector } from '@xstate/react'
import type { ClientSessionState, DashboardAccess } from '#src/domain/identity/session.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'

export interface SessionView extends Pick<ClientSessionState, 'session' | 'end' | 'refusal'> {
  /** Null during hydration: every visitor gets the same page from the server. */
  readonly access: DashboardAccess | null
}

const UNKNOWN_SESSION: SessionView = { session: null, access: null, end: 'none', refusal: null }

/** Returns the client session of this tab; renders again when the session changes (D8). */
export function useSession(): SessionView {
  const { clientSession } = usePortal()
  const isHydrated = useHydrated()
  const state = useSelector(clientSession, (session) => session)
  return isHydrated ? state : UNKNOWN_SESSION
}
