import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

import { PATHS } from '#src/domain/page-paths.ts'
import { EntityLinks } from '#src/ui/imc/entity-links.tsx'
import { IMC_SCREENS, isPublicScreen } from '#src/ui/imc/imc-screens.ts'
import { useImcSession } from '#src/ui/imc/use-imc.ts'
import { LazyScreen, Loading, type ScreenProps } from '#src/ui/shell/lazy-screen.tsx'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import '#src/ui/styles/bundle-imc.css'

/**
 * Returns true if the screen can be shown. Redirects to the login if the screen needs a session but
 * no session is stored. The login returns to this address, except after a sign-out (D69).
 */
function useEntityGuard(isPublic: boolean): boolean {
  const { session, endReason } = useImcSession()
  const { returnAfterLogin } = useUseCases()
  const [path, navigate] = useLocation()
  const query = useSearch()
  const wasSignedIn = useRef(false)
  const isSignedIn = session !== null
  useEffect(() => {
    const hasSignedOut = wasSignedIn.current && endReason === null
    wasSignedIn.current = isSignedIn
    if (isSignedIn || isPublic) return
    if (!hasSignedOut) returnAfterLogin.save(query === '' ? path : `${path}?${query}`)
    navigate(PATHS.imcLogin, { replace: true })
  }, [isSignedIn, isPublic, endReason, path, query, navigate, returnAfterLogin])
  return isPublic || isSignedIn
}

/**
 * A screen of the entity next to the entity's menu. On narrow pages, a button of the header opens
 * the menu.
 */
function EntityScreen(destination: ScreenProps) {
  const { session } = useImcSession()
  const source = IMC_SCREENS[destination.screen]
  return (
    <div className="page lg:grid lg:grid-cols-[var(--md-rail)_minmax(0,1fr)] lg:gap-10">
      <nav className="rail pt-8 max-lg:hidden print:hidden" aria-label="Entidad">
        <div className="sticky top-6">
          <p className="meta pb-2 [font-weight:550]" aria-hidden="true">
            Entidad
          </p>
          <ul>
            <EntityLinks current={destination.path} />
          </ul>
        </div>
      </nav>
      {source && (
        // The key contains the user: another user of this browser needs new views and forms.
        <LazyScreen key={`${session?.userId}/${destination.screen}`} source={source} {...destination} />
      )}
    </div>
  )
}

/** The IMC area (§2.5). All screens except login and password change need a stored session. */
export function ImcArea(destination: ScreenProps) {
  const isPublic = isPublicScreen(destination.screen)
  const isAllowed = useEntityGuard(isPublic)
  const source = IMC_SCREENS[destination.screen]
  if (!isAllowed) return <Loading />
  if (isPublic && source) return <LazyScreen key={destination.screen} source={source} {...destination} />
  return <EntityScreen {...destination} />
}
