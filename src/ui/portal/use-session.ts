import { useSelector } from '@xstate/react'
import {
  type DashboardAccess,
  type SessionRefusal,
  type StoredSession,
  toDashboardAccess,
} from '#src/domain/identity/session.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useHydrated } from '#src/ui/portal/use-hydrated.ts'

/** Why the session ended; also 'none' after a sign-out or when the notice was closed. */
export type SessionEnd =
  | { readonly kind: 'none' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'refused'; readonly refusal: SessionRefusal }

export interface SessionView {
  readonly session: StoredSession | null
  /** Null during hydration: every visitor gets the same page from the server. */
  readonly access: DashboardAccess | null
  readonly end: SessionEnd
}

const UNKNOWN_SESSION: SessionView = { session: null, access: null, end: { kind: 'none' } }

/** Returns the client session of this tab; renders again when the session changes (D8). */
export function useSession(): SessionView {
  const { clientSession } = usePortal()
  const isHydrated = useHydrated()
  const snapshot = useSelector(clientSession, (state) => state)
  if (!isHydrated) return UNKNOWN_SESSION
  const { status, refusal } = snapshot.context
  const access = toDashboardAccess(status)
  const session = status.kind === 'active' ? status.session : null
  if (snapshot.matches('expired')) return { session, access, end: { kind: 'expired' } }
  return { session, access, end: refusal ? { kind: 'refused', refusal } : { kind: 'none' } }
}
