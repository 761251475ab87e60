import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type Destination, isForClients, resolve, survivesExpiry } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import type { SessionEnd, SessionView } from '#src/ui/portal/use-session.ts'

const toAddress = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

/**
 * Returns the destination of the current address. A redirect replaces the history entry. Equal
 * destinations are the same object: a new object would discard a screen before its hydration.
 */
export function useDestination({ access, end }: Pick<SessionView, 'access' | 'end'>): Destination {
  const { returnAfterLogin } = usePortal()
  const [location, navigate] = useLocation()
  const query = useSearch()
  // The IMC area checks the session of an entity's user, because it loads that session.
  const latest = resolve(location, { client: access, entity: null })
  const key = JSON.stringify(latest)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains every field
  const { destination, requiresLogin } = useMemo(() => latest, [key])
  const { path } = destination
  const isSessionKnown = access !== null
  const isClient = isSessionKnown && access !== 'signed-out'
  const wasClient = useRef(false)

  const detectSignOut = useEffectEvent(() => {
    const wasSignedIn = wasClient.current
    wasClient.current = isClient
    return wasSignedIn && !isClient && end.kind === 'none'
  })

  useEffect(() => {
    const hasSignedOut = detectSignOut()
    if (!isSessionKnown || path === location) return
    if (!hasSignedOut && requiresLogin) returnAfterLogin.save(toAddress(location, query))
    const hasNewPassword = isClient && location === SCREENS.expiredPassword.path
    const address = hasNewPassword ? returnAfterLogin.take(isForClients) : null
    navigate(address ?? path, { replace: true })
  }, [isSessionKnown, isClient, path, requiresLogin, location, query, navigate, returnAfterLogin])
  return destination
}

/**
 * Checks the client session at every navigation (D8) and redirects to the home when the session
 * expires (§4). Screens of mailed links and of the IMC area do not redirect: they need no client
 * session.
 */
export function useSessionRedirect(end: SessionEnd, { screen, path }: Destination): void {
  const { clientSession } = usePortal()
  const [, navigate] = useLocation()
  const lastPath = useRef(path)
  const lastEnd = useRef<SessionEnd['kind']>('none')
  useEffect(() => {
    if (lastPath.current === path) return
    lastPath.current = path
    clientSession.send({ type: 'NAVIGATED' })
  }, [path, clientSession])
  useEffect(() => {
    if (lastEnd.current === end.kind) return
    lastEnd.current = end.kind
    if (end.kind === 'expired' && !survivesExpiry(screen)) navigate(SCREENS.home.path, { replace: true })
  }, [end.kind, screen, navigate])
}
