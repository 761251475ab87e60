import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

import { type Destination, survivesExpiry } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import type { SessionEnd } from '#src/ui/shell/use-session.ts'

/**
 * Checks the client session at every navigation (D8) and redirects to the home when the session
 * expires (§4). Screens of mailed links and of the IMC area do not redirect: they need no client
 * session.
 */
export function useSessionRedirect(end: SessionEnd, { screen, path }: Destination): void {
  const { clientSession } = useUseCases()
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
