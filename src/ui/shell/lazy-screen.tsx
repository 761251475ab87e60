import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { UseCases } from '#src/application/use-cases.ts'
import { ErrorBoundary } from '#src/ui/shell/error-boundary.tsx'
import type { Destination } from '#src/ui/shell/routes.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

/** What a screen is given: which one it is, its address and the values in that. */
export type ScreenProps = Destination

interface WaitingProps {
  /** Whether the focus of a navigation was here when the screen took this place. */
  readonly focused: RefObject<boolean>
}

function Waiting({ focused }: WaitingProps) {
  const main = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const place = main.current
    return () => {
      focused.current = document.activeElement === place
    }
  }, [focused])
  return (
    <main ref={main} id="contenido" className="page waiting" tabIndex={-1} aria-busy="true">
      <h1 className="sr-only">Cargando la página</h1>
    </main>
  )
}

/** Hands the focus of a navigation on to the screen that it was waiting for. */
function Arrived({ focused }: WaitingProps) {
  useEffect(() => {
    if (focused.current) document.querySelector('main')?.focus({ preventScroll: true })
  }, [focused])
  return null
}

const Missing = ({ onRetry }: { readonly onRetry: () => void }) => (
  <main id="contenido" className="page waiting" tabIndex={-1}>
    <div className="blank plain" role="alert">
      <h1>No pudimos cargar esta página</h1>
      <p>Revise su conexión e inténtelo de nuevo.</p>
      <button type="button" className="btn pri" onClick={onRetry}>
        Reintentar
      </button>
    </div>
  </main>
)

/** Where a screen's code comes from, and what is asked for together with it. */
export interface ScreenSource {
  readonly load: () => Promise<ComponentType<ScreenProps>>
  readonly prepare?: (useCases: UseCases) => Promise<unknown>
  /** Screens of the same code stay on the page when one follows another. */
  readonly area?: string
}

interface Props extends ScreenProps {
  readonly source: ScreenSource
}

function Fetched({ source, ...props }: Props) {
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
    <Suspense fallback={<Waiting focused={focused} />}>
      <Screen {...props} />
      <Arrived focused={focused} />
    </Suspense>
  )
}

/** A screen whose code comes when it is first shown; what could not be fetched is asked for again on a retry. */
export function LazyScreen(props: Props) {
  const { logError } = useUseCases()
  return (
    <ErrorBoundary onError={logError} fallback={(retry) => <Missing onRetry={retry} />}>
      <Fetched {...props} />
    </ErrorBoundary>
  )
}
