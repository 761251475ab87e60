import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

import { type Destination, findDestination, isForClients, PATHS } from '#src/ui/shell/routes.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import type { SessionView } from '#src/ui/shell/use-session.ts'

const toAddress = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

/**
 * The address bar follows a redirect without a new entry in the history. The destination stays the
 * same object while it is the same: a new one would discard a screen that is not hydrated yet.
 */
export function useDestination({ flags, end }: Pick<SessionView, 'flags' | 'end'>): Destination {
  const { returnAfterLogin } = useUseCases()
  const [location, navigate] = useLocation()
  const query = useSearch()
  const found = findDestination(location, flags)
  const key = JSON.stringify(found)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key has every field of what was found
  const destination = useMemo(() => found, [key])
  const { path } = destination
  const isKnown = flags !== null
  const isClient = flags?.client === true
  const wasClient = useRef(false)

  const hasJustSignedOut = useEffectEvent(() => {
    const wasBefore = wasClient.current
    wasClient.current = isClient
    return wasBefore && !isClient && end.kind === 'none'
  })

  useEffect(() => {
    const hasSignedOut = hasJustSignedOut()
    if (!isKnown || path === location) return
    if (!hasSignedOut && isForClients(location)) returnAfterLogin.save(toAddress(location, query))
    const hasNewPassword = isClient && location === PATHS.expiredPassword
    const address = hasNewPassword ? returnAfterLogin.take(isForClients) : null
    navigate(address ?? path, { replace: true })
  }, [isKnown, isClient, path, location, query, navigate, returnAfterLogin])
  return destination
}
