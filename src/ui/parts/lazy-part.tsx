import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  Suspense,
  startTransition,
  useEffect,
  useReducer,
  useRef,
  useState,
} from 'react'

import type { Portal } from '#src/application/portal.ts'
import { ErrorBoundary } from '#src/ui/parts/error-boundary.tsx'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

/** Loads the code of a component, and what the component needs of the portal. */
export type LoadPart<P> = (portal: Portal) => Promise<ComponentType<P>>

/** The code of a part. */
interface PartCode<P> {
  /** Returns the component; null until it is loaded. */
  find(portal: Portal): ComponentType<P> | null
  load(portal: Portal): Promise<void>
}

function createPartCode<P>(load: LoadPart<P>): PartCode<P> {
  const loadedParts = new WeakMap<Portal, ComponentType<P>>()
  return {
    find: (portal) => loadedParts.get(portal) ?? null,
    load: async (portal) => void loadedParts.set(portal, await load(portal)),
  }
}

/**
 * Loads a part after the mount and returns its component, null until then. Later mounts get the
 * component in their first render. Throws a load error to the error boundary, whose retry loads
 * again.
 */
function useLoadedPart<P>(code: PartCode<P>): ComponentType<P> | null {
  const portal = usePortal()
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null)
  const [, renderLoaded] = useReducer((count: number) => count + 1, 0)
  const Part = code.find(portal)
  const isLoaded = Part !== null

  // React shows the fallback of `Suspense` for at least 300 ms. A transition has no such minimum.
  useEffect(() => {
    if (isLoaded) return
    let isMounted = true
    const finish = (update: () => void) => {
      if (isMounted) startTransition(update)
    }
    portal
      .loadCode(() => code.load(portal))
      .then(
        () => finish(renderLoaded),
        (error: unknown) => finish(() => setFailure({ error })),
      )
    return () => {
      isMounted = false
    }
  }, [portal, code, isLoaded])

  if (failure) throw failure.error
  return Part
}

/** A part is near the screen if it is at most half a screen above or below. */
const NEAR_MARGIN = '50% 0px'

/** Maximum wait for an idle browser, in ms. */
const IDLE_TIMEOUT_MS = 2_000

/**
 * Calls `run` when the browser is idle, so that a part does not delay input. Without
 * `requestIdleCallback`, calls it immediately.
 */
function runWhenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS })
  else run()
}

/** Returns true after `container` was near the screen and the browser idle. */
export function useNear(container: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!container.current) return
    let isMounted = true
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        runWhenIdle(() => {
          // A transition renders the part in slices.
          if (isMounted) startTransition(() => setNear(true))
        })
      },
      { rootMargin: NEAR_MARGIN },
    )
    observer.observe(container.current)
    return () => {
      isMounted = false
      observer.disconnect()
    }
  }, [container])
  return isNear
}

interface LazyOptions<P> {
  /** Is shown until the part is loaded. */
  readonly fallback?: (props: P) => ReactNode
  /** Replaces the part after an error. Without it, the error reaches the boundary around it. */
  readonly boundary?: (retry: () => void) => ReactNode
  /** The part is loaded when it is near the screen and the browser is idle. */
  readonly near?: boolean
}

/** A component that loads its code itself. */
export interface LazyPart<P> {
  (props: P): ReactNode
  /** Loads the part before its mount. */
  load(portal: Portal): Promise<void>
}

interface ContentProps<P> {
  readonly code: PartCode<P>
  readonly fallback: (props: P) => ReactNode
  readonly props: P
}

/** The part, or its fallback until it is loaded. */
function Content<P extends object>({ code, fallback, props }: ContentProps<P>) {
  const Part = useLoadedPart(code)
  const loading = fallback(props)
  if (!Part) return loading
  return (
    <Suspense fallback={loading}>
      <Part {...props} />
    </Suspense>
  )
}

function NearContent<P extends object>(content: ContentProps<P>) {
  const container = useRef<HTMLDivElement>(null)
  const isNear = useNear(container)
  return <div ref={container}>{isNear ? <Content {...content} /> : content.fallback(content.props)}</div>
}

interface GuardProps {
  readonly boundary: NonNullable<LazyOptions<never>['boundary']>
  readonly children: ReactNode
}

function Guard({ boundary, children }: GuardProps) {
  const { logError } = usePortal()
  return (
    <ErrorBoundary onError={logError} fallback={boundary}>
      {children}
    </ErrorBoundary>
  )
}

/**
 * Creates a component whose code is loaded when it is mounted. Only screens, the desk, the charts and their tools,
 * the terms and the search of the back-office are such parts: all other code is loaded with its screen.
 */
export function lazyPart<P extends object>(
  load: LoadPart<P>,
  { fallback = () => null, boundary, near = false }: LazyOptions<P> = {},
): LazyPart<P> {
  const code = createPartCode(load)
  const render = (props: P) => {
    const content = { code, fallback, props }
    const part = near ? <NearContent {...content} /> : <Content {...content} />
    return boundary ? <Guard boundary={boundary}>{part}</Guard> : part
  }
  return Object.assign(render, { load: code.load })
}
