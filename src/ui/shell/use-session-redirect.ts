import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

import { type Destination, findArea, PATHS } from '#src/ui/shell/routes.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import type { SessionEnd } from '#src/ui/shell/use-session.ts'

/**
 * Checks the session at every navigation (D8) and redirects to the home when it expires (§4).
 * Screens of mailed links need no session and stay open. Screens of the IMC area stay open too:
 * they have their own session.
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
    const staysOpen = screen === 'reset-password' || screen === 'invitation' || findArea(screen) === 'imc'
    if (end.kind === 'expired' && !staysOpen) navigate(PATHS.home, { replace: true })
  }, [end.kind, screen, navigate])
}
