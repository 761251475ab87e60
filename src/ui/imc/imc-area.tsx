import { useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

import { EntityLinks } from '#src/ui/imc/entity-links.tsx'
import { IMC_SCREENS, isOpenScreen } from '#src/ui/imc/imc-screens.ts'
import { useImcSession } from '#src/ui/imc/use-imc.ts'
import { LazyScreen, Loading, type ScreenProps } from '#src/ui/shell/lazy-screen.tsx'
import { PATHS } from '#src/ui/shell/routes.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import '#src/ui/styles/bundle-imc.css'

/**
 * Redirects to the login without a stored session. The login returns to this address, unless the
 * user signed out here (D69).
 */
function useEntityGuard(isOpen: boolean): boolean {
  const { session, endReason } = useImcSession()
  const { returnAfterLogin } = useUseCases()
  const [path, navigate] = useLocation()
  const query = useSearch()
  const wasSignedIn = useRef(false)
  const isSignedIn = session !== null
  useEffect(() => {
    const hasSignedOut = wasSignedIn.current && endReason === null
    wasSignedIn.current = isSignedIn
    if (isSignedIn || isOpen) return
    if (!hasSignedOut) returnAfterLogin.save(query === '' ? path : `${path}?${query}`)
    navigate(PATHS.imcLogin, { replace: true })
  }, [isSignedIn, isOpen, endReason, path, query, navigate, returnAfterLogin])
  return isOpen || isSignedIn
}

/** A screen of the entity next to its menu; on narrow pages the menu is behind a header button. */
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
        // Another user of this browser gets new views and no open form: theirs is another entity.
        <LazyScreen key={`${session?.userId}/${destination.screen}`} source={source} {...destination} />
      )}
    </div>
  )
}

/** The screens of the IMC area (§2.5). All but login and password change need a stored session. */
export function ImcArea(destination: ScreenProps) {
  const isOpen = isOpenScreen(destination.screen)
  const isAllowed = useEntityGuard(isOpen)
  const source = IMC_SCREENS[destination.screen]
  if (!isAllowed) return <Loading />
  if (isOpen && source) return <LazyScreen key={destination.screen} source={source} {...destination} />
  return <EntityScreen {...destination} />
}
