// Must be the first import: it defines the order of the cascade layers.
import '#src/ui/styles/main.css'

import { type ReactNode, StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'

import { composeBrowserInSteps, readConfiguration, readPage, type Start } from '#src/composition/start.ts'
import { App } from '#src/ui/shell/app.tsx'
import { BrokenPage } from '#src/ui/shell/broken-page.tsx'
import { StartFailure } from '#src/ui/shell/start-failure.tsx'

const element = window.document.getElementById('root')
if (!element) throw new Error('index.html has no element #root')

let root: Root | null = null

/** Lets the browser paint and handle input between two steps of the start. */
const nextTask = () => new Promise<void>((resolve) => void setTimeout(resolve))

/** Hydrates the page that the server rendered; afterwards, or without one, renders. */
function show(page: ReactNode): void {
  const content = <StrictMode>{page}</StrictMode>
  if (root === null && element?.hasChildNodes()) {
    // A transition hydrates in slices: the browser paints and handles input between them.
    startTransition(() => {
      root = hydrateRoot(element, content)
    })
    return
  }
  root ??= createRoot(element as HTMLElement)
  root.render(content)
}

/** Runs each step in a task of its own. */
async function runInTasks<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    await nextTask()
    const { done, value } = steps.next()
    if (done) return value
  }
}

async function showPortal(source: Start): Promise<void> {
  const useCases = await runInTasks(composeBrowserInSteps(window, source))
  await nextTask()
  show(<App useCases={useCases} config={source.configuration.portal} />)
  await useCases.verifySession()
}

async function start(): Promise<void> {
  await nextTask()
  const page = readPage(window, Date.now())
  if (page) return showPortal(page)
  if (root === null) element?.replaceChildren()
  const configuration = await readConfiguration(window)
  if (!configuration.ok) return show(<StartFailure problems={configuration.error} onRetry={startSafely} />)
  return showPortal(configuration.value)
}

function startSafely(): void {
  start().catch((error: unknown) => {
    window.reportError(error)
    show(<BrokenPage onRetry={() => window.location.reload()} />)
  })
}

/**
 * Registers the offline worker after the first view (D75). Nothing depends on it: no failure
 * reloads the page.
 */
function registerWorker(): void {
  import('#src/adapters/browser/offline-worker.ts')
    .then(({ registerOfflineWorker }) => registerOfflineWorker({ window }))
    .catch(() => undefined)
}

startSafely()
if (import.meta.env.PROD) window.addEventListener('load', registerWorker, { once: true })
