import { useEffect } from 'react'
import { useLocation } from 'wouter'

import { dateOf } from '#src/domain/market/bogota.ts'
import { Footer } from '#src/ui/footer.tsx'
import { Header } from '#src/ui/header.tsx'
import { Home } from '#src/ui/home/home.tsx'
import { type Destination, destinationOf, type SessionFlags } from '#src/ui/routes.ts'
import { isBuilt, SCREENS } from '#src/ui/screens.ts'
import { useArrival } from '#src/ui/use-arrival.ts'
import { useMarketStatus } from '#src/ui/use-market-status.ts'

/** The address bar follows a redirect without a new entry in the history. */
function useDestination(session: SessionFlags): Destination {
  const [location, navigate] = useLocation()
  const destination = destinationOf(location, session, isBuilt)
  const { path } = destination
  useEffect(() => {
    if (path !== location) navigate(path, { replace: true })
  }, [path, location, navigate])
  return destination
}

interface Props {
  readonly session: SessionFlags
}

/** Header, the screen of the address, footer. */
export function Shell({ session }: Props) {
  const { screen, path, params } = useDestination(session)
  const { now } = useMarketStatus('spot')
  useArrival(path)
  const Screen = SCREENS[screen] ?? Home
  return (
    <>
      <a className="skip" href="#contenido">
        Ir al contenido
      </a>
      <Header current={path} />
      <Screen params={params} />
      <Footer year={dateOf(now).slice(0, 4)} />
    </>
  )
}
