/**
 * The Trusted Types policy of the worker: with the portal's policy, `register` rejects plain text
 * (D64).
 */
export const WORKER_POLICY = 'mercado-dolar-worker'

export const WORKER_PATH = '/sw.js'

/** Minimum time between two saves of the home by one page, in ms. */
export const SAVE_INTERVAL_MS = 60_000

/** Maximum wait for an idle page, and the wait in browsers that do not report idle time, in ms. */
const IDLE_TIMEOUT_MS = 10_000
const WAIT_MS = 2_000

type IdleWindow = Omit<Window, 'requestIdleCallback'> & Partial<Pick<Window, 'requestIdleCallback'>>

interface WorkerWindow extends IdleWindow {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string }
  }
}

const isHome = ({ location }: WorkerWindow) => location.pathname === '/'

/** Paths of the files that the page has loaded. */
const listFiles = ({ performance, location }: WorkerWindow): readonly string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
      .map(({ pathname }) => pathname),
  ),
]

function register(window: WorkerWindow): Promise<ServiceWorkerRegistration> {
  const policy = window.trustedTypes?.createPolicy(WORKER_POLICY, { createScriptURL: () => WORKER_PATH })
  return window.navigator.serviceWorker.register(policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH)
}

/** Runs a task when the page has nothing to do; Safari has no idle callback. */
function runWhenIdle(window: WorkerWindow, task: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(task, { timeout: IDLE_TIMEOUT_MS })
  else window.setTimeout(task, WAIT_MS)
}

/**
 * Registers the worker that shows the last seen home without a connection (D75). It waits until the
 * page is idle. Without HTTPS or support the portal works without it. While the home is open the
 * worker saves it: now, and when the page is hidden.
 */
export function registerOfflineWorker({ window }: { readonly window: WorkerWindow }): void {
  if (!window.isSecureContext || !('serviceWorker' in window.navigator)) return
  const { document, navigator } = window
  let savedAt = Number.NEGATIVE_INFINITY

  function save(worker: ServiceWorker | null) {
    const now = window.performance.now()
    if (worker === null || !isHome(window) || now - savedAt < SAVE_INTERVAL_MS) return
    savedAt = now
    worker.postMessage({ save: true, files: listFiles(window) })
  }

  runWhenIdle(window, () => {
    register(window)
      .then(() => navigator.serviceWorker.ready)
      .then(({ active }) => save(active))
      // The browser logs the error; the portal works without the worker.
      .catch(() => undefined)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save(navigator.serviceWorker.controller)
  })
}
