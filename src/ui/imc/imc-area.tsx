import { Fragment, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'

import { isForEntities, resolve } from '#src/application/navigation/resolve.ts'
import { EntityLinks } from '#src/ui/imc/entity-links.tsx'
import { useImc, useImcSession } from '#src/ui/imc/use-imc.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { Loading, type ScreenProps } from '#src/ui/shell/lazy-screen.tsx'
import '#src/ui/styles/bundle-imc.css'

/**
 * Returns true if the screen can be shown. Redirects to the login if the screen needs a session but
 * no session is stored. The login returns to this address, except after a sign-out (D69).
 */
function useEntityGuard(): boolean {
  const { handleSignOut } = useImc().session
  const { session, hasSignedOut } = useImcSession()
  const { returnAfterLogin } = usePortal()
  const [path, navigate] = useLocation()
  const query = useSearch()
  const { kind, destination } = resolve(path, { client: null, entity: session !== null })
  const isAllowed = kind === 'screen'
  useEffect(() => {
    if (isAllowed) return
    if (!hasSignedOut) returnAfterLogin.save(query === '' ? path : `${path}?${query}`)
    navigate(destination.path, { replace: true })
  }, [isAllowed, hasSignedOut, destination.path, path, query, navigate, returnAfterLogin])
  // Later navigations are not part of the sign-out.
  useEffect(() => {
    if (hasSignedOut) handleSignOut()
  }, [hasSignedOut, handleSignOut])
  return isAllowed
}

/**
 * A screen of the entity next to the entity's menu. On narrow pages, a button of the header opens
 * the menu.
 */
function EntityFrame({ path, children }: ScreenProps) {
  const { session } = useImcSession()
  return (
    <div className="page lg:grid lg:grid-cols-[var(--md-rail)_minmax(0,1fr)] lg:gap-10">
      <nav className="rail pt-8 max-lg:hidden print:hidden" aria-label="Entidad">
        <div className="sticky top-6">
          <p className="meta pb-2 [font-weight:550]" aria-hidden="true">
            Entidad
          </p>
          <ul>
            <EntityLinks current={path} />
          </ul>
        </div>
      </nav>
      {/* Another user of this browser needs new views and forms. */}
      <Fragment key={session?.userId}>{children}</Fragment>
    </div>
  )
}

/** The IMC area (§2.5). All screens except login and password change need a stored session. */
export function ImcArea(props: ScreenProps) {
  const isAllowed = useEntityGuard()
  if (!isAllowed) return <Loading />
  return isForEntities(props.path) ? <EntityFrame {...props} /> : props.children
}
