import { startTransition, useActionState, useEffect, useState } from 'react'
import { SIGN_OUT_NOT_SENT } from '#src/application/identity/session.ts'
import type { Destination } from '#src/application/navigation/resolve.ts'
import { toScreen } from '#src/application/navigation/screens.ts'
import { Home } from '#src/ui/market/home.tsx'
import { useMarketStatus } from '#src/ui/market/use-market.ts'
import { lazyPart } from '#src/ui/parts/lazy-part.tsx'
import { Notice } from '#src/ui/parts/notice.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useSession } from '#src/ui/portal/use-session.ts'
import { Footer, LegalLine } from '#src/ui/shell/footer.tsx'
import { Header } from '#src/ui/shell/header.tsx'
import { ImcHeader } from '#src/ui/shell/imc-header.tsx'
import { Loading } from '#src/ui/shell/lazy-screen.tsx'
import { LiveRegions } from '#src/ui/shell/live-regions.tsx'
import { LinkNotice, NoticeArea, SessionNotice } from '#src/ui/shell/notices.tsx'
import { PrintHeader } from '#src/ui/shell/print-header.tsx'
import { SCREEN_PARTS } from '#src/ui/shell/screens.ts'
import { SideMenuContext } from '#src/ui/shell/side-menu.ts'
import { useDestination, useSessionRedirect } from '#src/ui/shell/use-destination.ts'
import { useScrollAndFocus } from '#src/ui/shell/use-scroll-and-focus.ts'

/** The toasts of alerts; without them the page goes on (D125). */
const AlertNews = lazyPart(
  async ({ loadAlerts }) => (await Promise.all([import('#src/ui/alerts/alert-news.tsx'), loadAlerts()]))[0].AlertNews,
  { boundary: () => null },
)

/**
 * Signs out in this browser, then at the service. `hasSignOutFailed` is true if the service did not
 * confirm the sign-out.
 */
function useSignOut() {
  const { signOut } = usePortal()
  const [hasSignOutFailed, submit] = useActionState(async () => !(await signOut()).ok, false)
  return { hasSignOutFailed, signOut: () => startTransition(submit) }
}

/**
 * Starts the market clock and shows the links of the header when the session is known. The server
 * renders every page for a visitor. Until the session is known, a script in `index.html` hides the
 * visitor's links from clients.
 */
function useClockAndHeaderLinks(isSessionKnown: boolean) {
  const { releaseClock } = usePortal()
  useEffect(() => {
    if (!isSessionKnown) return
    releaseClock()
    delete document.documentElement.dataset['session']
  }, [isSessionKnown, releaseClock])
}

interface CurrentScreenProps {
  readonly destination: Destination
  readonly isSessionKnown: boolean
}

function CurrentScreen({ destination, isSessionKnown }: CurrentScreenProps) {
  const { screen } = destination
  if (!isSessionKnown && !toScreen(screen).isRendered) return <Loading />
  if (screen === 'home') return <Home />
  const { Part, group, frame } = SCREEN_PARTS[screen]
  const content = <Part key={group ?? screen} {...destination} />
  if (!frame) return content
  return (
    <frame.Part key={frame.group ?? ''} {...destination}>
      {content}
    </frame.Part>
  )
}

/** The whole page: the header, the screen of the address, and the footer; below the back-office one line. */
export function Shell() {
  const { clientSession } = usePortal()
  const { session, access, end, refusal } = useSession()
  const destination = useDestination({ access, end })
  const { screen, path } = destination
  const { area, isWide = false, isWindow = false } = toScreen(screen)
  const { today } = useMarketStatus('spot')
  const { hasSignOutFailed, signOut } = useSignOut()
  const [isSideMenuShown, setSideMenuShown] = useState(true)
  useScrollAndFocus(path)
  useSessionRedirect({ end }, destination)
  const isSessionKnown = access !== null
  useClockAndHeaderLinks(isSessionKnown)
  // Another window may sign in another account: nothing of one account is shown to, or stored for, the other.
  const owner = area === 'dashboard' ? session?.user.id : undefined
  return (
    <>
      <a
        className="absolute left-[-999px] focus:top-2 focus:left-4 focus:z-toast focus:bg-raised focus:px-3 focus:py-2"
        href="#contenido"
      >
        Ir al contenido
      </a>
      {/* The widths of the page follow this mark (tokens.css). */}
      {isWide && <i hidden data-wide-page />}
      {area === 'imc' && <ImcHeader current={path} />}
      {area !== 'imc' && !isWindow && (
        <Header
          current={path}
          isDashboard={area === 'dashboard'}
          session={session}
          onSignOut={signOut}
          isSideMenuShown={isSideMenuShown}
          onSideMenuToggle={() => setSideMenuShown(!isSideMenuShown)}
        />
      )}
      <PrintHeader />
      <div role="status">
        {area !== 'imc' && (
          <SessionNotice end={end} refusal={refusal} onClose={() => clientSession.send({ type: 'NOTICE_READ' })} />
        )}
        {screen === 'home' && <LinkNotice />}
        {hasSignOutFailed && !session && (
          <NoticeArea>
            <Notice icon="warning" tone="warn" lead={SIGN_OUT_NOT_SENT} />
          </NoticeArea>
        )}
      </div>
      <SideMenuContext value={isSideMenuShown}>
        <CurrentScreen key={owner} destination={destination} isSessionKnown={isSessionKnown} />
      </SideMenuContext>
      {area === 'imc' || isWindow ? <LegalLine year={today.slice(0, 4)} /> : <Footer year={today.slice(0, 4)} />}
      {area !== 'imc' && session && access === 'granted' && <AlertNews key={session.user.id} />}
      <LiveRegions />
    </>
  )
}
