import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type Destination, isForClients, resolve, survivesExpiry } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import type { SessionView } from '#src/ui/portal/use-session.ts'
import { useChange } from '#src/ui/shell/use-change.ts'

const toAddress = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

/** Returns the destination of the current address. A redirect replaces the history entry. */
export function useDestination({ access, end }: Pick<SessionView, 'access' | 'end'>): Destination {
  const { clientSession, returnAfterLogin } = usePortal()
  const [location, navigate] = useLocation()
  const query = useSearch()
  // The IMC area checks the session of an entity's user, because it loads that session.
  const { destination, requiresLogin } = resolve(location, { client: access, entity: null })
  const { path } = destination
  const isSessionKnown = access !== null
  const isClient = isSessionKnown && access !== 'signed-out'
  const hasSignedOut = end === 'sign-out'

  useEffect(() => {
    if (!isSessionKnown || path === location) return
    if (!hasSignedOut && requiresLogin) returnAfterLogin.save(toAddress(location, query))
    const hasNewPassword = isClient && location === SCREENS.expiredPassword.path
    const address = hasNewPassword ? returnAfterLogin.take(isForClients) : null
    navigate(address ?? path, { replace: true })
  }, [isSessionKnown, isClient, hasSignedOut, path, requiresLogin, location, query, navigate, returnAfterLogin])
  // Later navigations are not part of the sign-out.
  useEffect(() => {
    if (hasSignedOut) clientSession.send({ type: 'NOTICE_READ' })
  }, [hasSignedOut, clientSession])
  return destination
}

/**
 * Checks the client session at every navigation (D8) and redirects to the home when the session
 * expires (§4). Screens of mailed links and of the IMC area do not redirect: they need no client
 * session.
 */
export function useSessionRedirect({ end }: Pick<SessionView, 'end'>, { screen, path }: Destination): void {
  const { clientSession } = usePortal()
  const [, navigate] = useLocation()
  useChange(path, path, () => clientSession.send({ type: 'NAVIGATED' }))
  useChange(end, 'none', () => {
    if (end === 'expired' && !survivesExpiry(screen)) navigate(SCREENS.home.path, { replace: true })
  })
}
