import {
  type ComponentType,
  lazy,
  memo,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import type { UseCases } from '#src/application/use-cases.ts'
import { ErrorBoundary } from '#src/ui/shell/error-boundary.tsx'
import type { Destination } from '#src/ui/shell/routes.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useRetryOnline } from '#src/ui/shell/use-retry-online.ts'

/** The props of every screen: its name, its address and the values in it. */
export type ScreenProps = Destination

interface FocusProps {
  /** Whether the focus was on the loading page when the screen replaced it. */
  readonly focused: RefObject<boolean>
}

/** The page while its screen loads. */
export function Loading({ focused }: Partial<FocusProps>) {
  const main = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = main.current
    return () => {
      if (focused) focused.current = document.activeElement === element
    }
  }, [focused])
  return (
    <main ref={main} id="contenido" className="page page-waiting" tabIndex={-1} aria-busy="true">
      <h1 className="sr-only">Cargando la página</h1>
    </main>
  )
}

/** Moves the focus from the loading page to the screen. */
function MovedFocus({ focused }: FocusProps) {
  useEffect(() => {
    if (focused.current) document.querySelector('main')?.focus({ preventScroll: true })
  }, [focused])
  return null
}

function LoadFailed({ onRetry }: { readonly onRetry: () => void }) {
  useRetryOnline(onRetry)
  return (
    <main id="contenido" className="page page-waiting" tabIndex={-1}>
      <div className="blank blank-page" role="alert">
        <h1>No pudimos cargar esta página</h1>
        <p>Revise su conexión e inténtelo de nuevo.</p>
        <button type="button" className="btn pri" onClick={onRetry}>
          Reintentar
        </button>
      </div>
    </main>
  )
}

/** How a screen's code is loaded, and what is loaded with it. */
export interface ScreenSource {
  readonly load: () => Promise<ComponentType<ScreenProps>>
  readonly prepare?: (useCases: UseCases) => Promise<unknown>
  /** Screens of one area stay mounted when one follows another. */
  readonly area?: string
}

interface Props extends ScreenProps {
  readonly source: ScreenSource
}

function LoadedScreen({ source, ...props }: Props) {
  const useCases = useUseCases()
  const focused = useRef(false)
  const [Screen] = useState(() =>
    lazy(async () => {
      const load = () => Promise.all([source.load(), source.prepare?.(useCases)])
      const [screen] = await useCases.loadCode(load)
      return { default: screen }
    }),
  )
  return (
    <Suspense fallback={<Loading focused={focused} />}>
      <Screen {...props} />
      <MovedFocus focused={focused} />
    </Suspense>
  )
}

/**
 * A screen whose code is loaded when it is first shown; a retry loads it again. It renders only
 * with other props: rendered again, a screen of the server would lose its content.
 */
export const LazyScreen = memo((props: Props) => {
  const { logError } = useUseCases()
  return (
    <ErrorBoundary onError={logError} fallback={(retry) => <LoadFailed onRetry={retry} />}>
      <LoadedScreen {...props} />
    </ErrorBoundary>
  )
})
