import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Destination } from '#src/application/navigation/resolve.ts'
import type { Portal } from '#src/application/portal.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { ErrorBoundary } from '#src/ui/parts/error-boundary.tsx'
import { type LoadPart, loadAndStore, useLoadedPart } from '#src/ui/parts/use-loaded-part.ts'
import { useRetryOnline } from '#src/ui/parts/use-retry-online.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'
import { useHydrating } from '#src/ui/portal/use-hydrated.ts'
import { focusMain } from '#src/ui/shell/use-scroll-and-focus.ts'

/** The props of every screen: its name, its address and the parameters of the address. */
export interface ScreenProps extends Destination {
  /** Only for a frame: the screen inside it. */
  readonly children?: ReactNode
}

interface FocusProps {
  /** Whether the focus was on the loading page when the screen replaced it. */
  readonly hadFocus: RefObject<boolean>
}

/** The page while the code of its screen loads. */
export function Loading({ hadFocus }: Partial<FocusProps>) {
  const main = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = main.current
    return () => {
      if (hadFocus) hadFocus.current = document.activeElement === element
    }
  }, [hadFocus])
  return (
    <main ref={main} id="contenido" className="page page-waiting" tabIndex={-1} aria-busy="true">
      <h1 className="sr-only">Cargando la página</h1>
    </main>
  )
}

/** Focuses the screen if the loading page had the focus. */
function FocusRestorer({ hadFocus }: FocusProps) {
  useEffect(() => {
    if (hadFocus.current) focusMain()
  }, [hadFocus])
  return null
}

function LoadFailure({ onRetry }: { readonly onRetry: () => void }) {
  useRetryOnline(onRetry)
  return (
    <main id="contenido" className="page page-waiting" tabIndex={-1}>
      <div className="blank blank-page" role="alert">
        <h1>No pudimos cargar esta página</h1>
        <p>Revise su conexión e inténtelo de nuevo.</p>
        <Button variant="primary" onClick={onRetry}>
          Reintentar
        </Button>
      </div>
    </main>
  )
}

/** Loads the code of a screen, or of a frame around screens. */
export interface ScreenSource {
  readonly load: () => Promise<ComponentType<ScreenProps>>
  /** Loads other code that the screen needs, in parallel. */
  readonly prepare?: (portal: Portal) => Promise<unknown>
  /**
   * Screens of one group share a component. A navigation between such screens does not mount the
   * component again.
   */
  readonly group?: string
  /** The frame around the screen, which stays mounted between its screens. */
  readonly frame?: ScreenSource
}

interface Props extends ScreenProps {
  readonly source: ScreenSource
}

type LoadScreen = LoadPart<ScreenProps>

const screenLoaders = new WeakMap<Portal, Map<ScreenSource, LoadScreen>>()

/** Returns the same function for every mount; it loads a screen and its use-cases. */
function findLoader(portal: Portal, source: ScreenSource): LoadScreen {
  const loaders = screenLoaders.get(portal) ?? new Map<ScreenSource, LoadScreen>()
  screenLoaders.set(portal, loaders)
  const load = loaders.get(source) ?? (async () => (await Promise.all([source.load(), source.prepare?.(portal)]))[0])
  loaders.set(source, load)
  return load
}

function LoadedScreen({ source, ...props }: Props) {
  const portal = usePortal()
  const hadFocus = useRef(false)
  const load = findLoader(portal, source)
  const isHydrating = useHydrating()
  // Only `lazy` with `Suspense` preserves the content from the server while the code loads.
  const [HydratedScreen] = useState(() =>
    isHydrating ? lazy(async () => ({ default: await portal.loadCode(() => loadAndStore(load)) })) : null,
  )
  const MountedScreen = useLoadedPart(HydratedScreen ? null : load)
  const Screen = HydratedScreen ?? MountedScreen
  const loadingPage = <Loading hadFocus={hadFocus} />
  if (!Screen) return loadingPage
  return (
    <Suspense fallback={loadingPage}>
      <Screen {...props} />
      <FocusRestorer hadFocus={hadFocus} />
    </Suspense>
  )
}

/**
 * A screen whose code loads when it is first mounted; a retry loads the code again. It needs
 * `memo`: another render during hydration would discard the content from the server.
 */
export const LazyScreen = memo((props: Props) => {
  const { logError } = usePortal()
  return (
    <ErrorBoundary onError={logError} fallback={(retry) => <LoadFailure onRetry={retry} />}>
      <LoadedScreen {...props} />
    </ErrorBoundary>
  )
})
