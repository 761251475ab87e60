// Must be the first import of our code: it defines the order of the cascade layers.
import '#src/ui/styles/main.css'

import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'

import { loadStartData, openBrowser, readServerStart, type StartData } from '#src/composition/start.ts'
import { App } from '#src/ui/shell/app.tsx'
import { BrokenPage } from '#src/ui/shell/broken-page.tsx'
import { loadRenderedScreen } from '#src/ui/shell/screens.ts'
import { StartFailure } from '#src/ui/shell/start-failure.tsx'

const element = window.document.getElementById('root')
if (!element) throw new Error('index.html has no element #root')

let root: Root | null = null

/** Waits for the next task, so that the browser can paint and handle input. */
const waitForNextTask = () => new Promise<void>((resolve) => void setTimeout(resolve))

/** Hydrates the server-rendered HTML at the first call; otherwise renders on the client. */
function show(page: ReactNode): void {
  const content = <StrictMode>{page}</StrictMode>
  if (root === null && element?.hasChildNodes()) {
    // A transition hydrates in slices: the browser paints and handles input between two slices.
    startTransition(() => {
      root = hydrateRoot(element, content)
    })
    return
  }
  root ??= createRoot(element as HTMLElement)
  root.render(content)
}

async function showPortal(startData: StartData): Promise<void> {
  await waitForNextTask()
  const portal = openBrowser(window, startData)
  await waitForNextTask()
  // If it fails, the page renders the screen again, which shows the failure.
  if (root === null && startData.first) await loadRenderedScreen(portal, window.location.pathname).catch(() => null)
  show(<App portal={portal} config={startData.configuration.portal} />)
  await portal.verifySession()
}

async function start(): Promise<void> {
  await waitForNextTask()
  const serverStart = readServerStart(window, Date.now())
  if (serverStart) return showPortal(serverStart)
  // Without its data, the server-rendered HTML cannot be hydrated.
  if (root === null) element?.replaceChildren()
  const result = await loadStartData(window)
  if (!result.ok) return show(<StartFailure problems={result.error} onRetry={startSafely} />)
  return showPortal(result.value)
}

function startSafely(): void {
  start().catch((error: unknown) => {
    window.reportError(error)
    // The server-rendered HTML shows another page: React cannot hydrate it.
    if (root === null) element?.replaceChildren()
    show(<BrokenPage onRetry={() => window.location.reload()} />)
  })
}

/**
 * Registers the offline worker after the first view (D75). The portal works without the worker, so
 * failures are ignored.
 */
function registerWorker(): void {
  import('#src/adapters/browser/offline-worker.ts')
    .then(({ registerOfflineWorker }) => registerOfflineWorker({ window }))
    .catch(() => undefined)
}

startSafely()
if (import.meta.env.PROD) {
  // A rendered page starts the portal after its first paint, which may be after the load event.
  if (document.readyState === 'complete') registerWorker()
  else window.addEventListener('load', registerWorker, { once: true })
}
