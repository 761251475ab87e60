import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

import { PATHS } from '#src/domain/page-paths.ts'
import { type Destination, findDestination, isForClients } from '#src/ui/shell/routes.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import type { SessionView } from '#src/ui/shell/use-session.ts'

const toAddress = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

/**
 * Returns the destination of the current address. A redirect replaces the history entry. Equal
 * destinations are the same object: a new object would discard a screen before its hydration.
 */
export function useDestination({ flags, end }: Pick<SessionView, 'flags' | 'end'>): Destination {
  const { returnAfterLogin } = useUseCases()
  const [location, navigate] = useLocation()
  const query = useSearch()
  const latestDestination = findDestination(location, flags)
  const key = JSON.stringify(latestDestination)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains every field
  const destination = useMemo(() => latestDestination, [key])
  const { path } = destination
  const isSessionKnown = flags !== null
  const isClient = flags?.isClient === true
  const wasClient = useRef(false)

  const detectSignOut = useEffectEvent(() => {
    const wasSignedIn = wasClient.current
    wasClient.current = isClient
    return wasSignedIn && !isClient && end.kind === 'none'
  })

  useEffect(() => {
    const hasSignedOut = detectSignOut()
    if (!isSessionKnown || path === location) return
    if (!hasSignedOut && isForClients(location)) returnAfterLogin.save(toAddress(location, query))
    const hasNewPassword = isClient && location === PATHS.expiredPassword
    const address = hasNewPassword ? returnAfterLogin.take(isForClients) : null
    navigate(address ?? path, { replace: true })
  }, [isSessionKnown, isClient, path, location, query, navigate, returnAfterLogin])
  return destination
}
