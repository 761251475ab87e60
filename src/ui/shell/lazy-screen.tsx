import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from 'react'

import type { Destination } from '#src/application/navigation/resolve.ts'
import type { Portal } from '#src/application/portal.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { Empty } from '#src/ui/parts/empty.tsx'
import { type LazyPart, lazyPart } from '#src/ui/parts/lazy-part.tsx'
import { useRetryOnline } from '#src/ui/parts/use-retry-online.ts'
import { focusMain } from '#src/ui/shell/use-scroll-and-focus.ts'

/** The props of every screen: its name, its address and the parameters of the address. */
export interface ScreenProps extends Destination {
  /** Only for a frame: the screen inside it. */
  readonly children?: ReactNode
}

/** The page while the code of its screen loads. If it has the focus, the screen gets the focus. */
export function Loading() {
  const main = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = main.current
    return () => {
      // The screen is in the page after this commit.
      if (document.activeElement === element) queueMicrotask(focusMain)
    }
  }, [])
  return (
    <main ref={main} id="contenido" className="page min-h-screen pt-10" tabIndex={-1} aria-busy="true">
      <h1 className="sr-only">Cargando la página</h1>
    </main>
  )
}

function LoadFailure({ onRetry }: { readonly onRetry: () => void }) {
  useRetryOnline(onRetry)
  return (
    <main id="contenido" className="page min-h-screen pt-10" tabIndex={-1}>
      <Empty
        size="page"
        role="alert"
        lead="No pudimos cargar esta página"
        rest="Revise su conexión e inténtelo de nuevo."
        action={
          <Button variant="primary" onClick={onRetry}>
            Reintentar
          </Button>
        }
      />
    </main>
  )
}

/** Loads the use-cases of a screen, in parallel with its code. */
type Prepare = (portal: Portal) => Promise<unknown>

/** Creates a screen, or a frame around screens, whose code is loaded when it is first shown. */
export const lazyScreen = (load: () => Promise<ComponentType<ScreenProps>>, prepare?: Prepare): LazyPart<ScreenProps> =>
  lazyPart(async (portal) => (await Promise.all([load(), prepare?.(portal)]))[0], {
    fallback: () => <Loading />,
    boundary: (retry) => <LoadFailure onRetry={retry} />,
  })
