import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'

import { type Destination, PATHS } from '#src/ui/shell/routes.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import type { SessionEnd } from '#src/ui/shell/use-session.ts'

/**
 * Every move through the pages looks at the session (D8). Whose session is over starts again at the home (§4); the link of a
 * recovery goes on, for it needs no session.
 */
export function useSessionTurns(end: SessionEnd, { screen, path }: Destination): void {
  const { clientSession } = useUseCases()
  const [, navigate] = useLocation()
  const looked = useRef(path)
  const seen = useRef<SessionEnd['kind']>('none')
  useEffect(() => {
    if (looked.current === path) return
    looked.current = path
    clientSession.send({ type: 'NAVIGATED' })
  }, [path, clientSession])
  useEffect(() => {
    if (seen.current === end.kind) return
    seen.current = end.kind
    if (end.kind === 'expired' && screen !== 'reset-password') navigate(PATHS.home, { replace: true })
  }, [end.kind, screen, navigate])
}
