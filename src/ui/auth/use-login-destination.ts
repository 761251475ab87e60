import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type { LoginDestination, LoginView } from '#src/application/identity/login.ts'

import { isForClients } from '#src/application/navigation/resolve.ts'
import { SCREENS } from '#src/application/navigation/screens.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

const DESTINATIONS: Readonly<Record<LoginDestination, string>> = {
  dashboard: SCREENS.dashboard.path,
  'new-password': SCREENS.expiredPassword.path,
}

/**
 * Navigates to the destination of the login, before the route guard redirects to the home. If a
 * guarded address required the login, navigates to that address instead of the dashboard (D69).
 */
export function useLoginDestination(view: LoginView): void {
  const [, navigate] = useLocation()
  const { returnAfterLogin } = useUseCases()
  const hasNavigated = useRef(false)
  useEffect(
    () =>
      view.subscribe(() => {
        const { destination } = view.getSnapshot()
        if (!destination || hasNavigated.current) return
        hasNavigated.current = true
        const address = destination === 'dashboard' ? returnAfterLogin.take(isForClients) : null
        navigate(address ?? DESTINATIONS[destination], { replace: true })
      }).unsubscribe,
    [view, navigate, returnAfterLogin],
  )
}
