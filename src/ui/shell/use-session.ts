import { useSelector } from '@xstate/react'

import { type SessionRefusal, type StoredSession, toDashboardAccess } from '#src/domain/identity/session.ts'
import type { SessionFlags } from '#src/ui/shell/routes.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** How the session ended, unless by signing out, until the notice is closed. */
export type SessionEnd =
  | { readonly kind: 'none' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'refused'; readonly refusal: SessionRefusal }

export interface TradingDayView {
  readonly session: StoredSession | null
  readonly flags: SessionFlags
  readonly end: SessionEnd
}

/** The client's session in this tab, as it changes (D8). */
export function useSession(): TradingDayView {
  const { clientSession } = useUseCases()
  const snapshot = useSelector(clientSession, (now) => now)
  const { status, refusal } = snapshot.context
  const access = toDashboardAccess(status)
  const flags = { client: access !== 'signed-out', passwordExpired: access === 'password-expired', entity: false }
  const session = status.kind === 'active' ? status.session : null
  if (snapshot.matches('expired')) return { session, flags, end: { kind: 'expired' } }
  return { session, flags, end: refusal ? { kind: 'refused', refusal } : { kind: 'none' } }
}
