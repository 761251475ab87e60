import { useEffect } from 'react'
import { useLocation } from 'wouter'

import type { LoginDestination, LoginView } from '#src/application/identity/login-view.ts'
import { PATHS } from '#src/ui/shell/routes.ts'

const DESTINATIONS: Readonly<Record<LoginDestination, string>> = {
  dashboard: PATHS.dashboard,
  'new-password': PATHS.expiredPassword,
}

/**
 * Navigates as soon as the login has a destination, before the guard of this page redirects to the
 * home.
 */
export function useLoginDestination(view: LoginView): void {
  const [, navigate] = useLocation()
  useEffect(
    () =>
      view.subscribe(() => {
        const { destination } = view.getSnapshot()
        if (destination) navigate(DESTINATIONS[destination], { replace: true })
      }),
    [view, navigate],
  )
}
