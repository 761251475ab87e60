/** Trusted Types policy for the worker's URL, because the browser rejects a plain string (D64). */
export const WORKER_POLICY = 'mercado-dolar-worker'

export const WORKER_PATH = '/sw.js'

/** Minimum interval between two saves of a page by one window, in ms. */
export const SAVE_INTERVAL_MS = 60_000

/** Maximum wait for an idle page, in ms. */
const IDLE_TIMEOUT_MS = 10_000

/** Wait in a browser without `requestIdleCallback`, in ms. */
const FIXED_WAIT_MS = 2_000

type IdleWindow = Omit<Window, 'requestIdleCallback'> & Partial<Pick<Window, 'requestIdleCallback'>>

interface WorkerWindow extends IdleWindow {
  readonly PerformanceObserver: typeof PerformanceObserver
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(url: string): string },
    ): { createScriptURL(url: string): string }
  }
}

/** The pages that work without a connection: the home and the converter. */
const SAVED_PATHS: readonly string[] = ['/', '/convertidor/']

/** The path of the open page; null for a page that is not saved. */
const findPage = ({ location }: WorkerWindow) => SAVED_PATHS.find((path) => path === location.pathname) ?? null

/** Lists the paths of the assets among the loaded resources. */
const listAssets = (resources: PerformanceEntryList, { location }: WorkerWindow): readonly string[] =>
  resources
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)

function register(window: WorkerWindow): Promise<ServiceWorkerRegistration> {
  const policy = window.trustedTypes?.createPolicy(WORKER_POLICY, { createScriptURL: () => WORKER_PATH })
  return window.navigator.serviceWorker.register(policy?.createScriptURL(WORKER_PATH) ?? WORKER_PATH)
}

/** Runs a task when the page is idle; in Safari, which has no idle callback, after a fixed wait. */
function runWhenIdle(window: WorkerWindow, task: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(task, { timeout: IDLE_TIMEOUT_MS })
  else window.setTimeout(task, FIXED_WAIT_MS)
}

/**
 * Registers the service worker when the page is idle. The worker shows the saved home without a
 * connection, and the saved converter (D75). Either requests a save when it is open after the
 * registration and when hidden, and reports the files that it loads later. Without HTTPS or browser support, no worker exists.
 */
export function registerOfflineWorker({ window }: { readonly window: WorkerWindow }): void {
  if (!window.isSecureContext || !('serviceWorker' in window.navigator)) return
  const { document, navigator } = window
  const files = new Set<string>()
  const savedAt = new Map<string, number>()

  /** Adds the assets among these resources to `files`. Returns true if one of them is new. */
  function addFiles(resources: PerformanceEntryList): boolean {
    const { size } = files
    for (const path of listAssets(resources, window)) files.add(path)
    return files.size > size
  }

  function save(worker: ServiceWorker | null) {
    const now = window.performance.now()
    const page = findPage(window)
    if (worker === null || page === null) return
    if (now - (savedAt.get(page) ?? Number.NEGATIVE_INFINITY) < SAVE_INTERVAL_MS) return
    savedAt.set(page, now)
    addFiles(window.performance.getEntriesByType('resource'))
    worker.postMessage({ page, save: true, files: [...files] })
  }

  function reportLaterFiles(worker: ServiceWorker | null) {
    const observer = new window.PerformanceObserver((list) => {
      const page = findPage(window)
      if (addFiles(list.getEntries()) && page !== null) worker?.postMessage({ page, files: [...files] })
    })
    observer.observe({ type: 'resource' })
  }

  runWhenIdle(window, () => {
    register(window)
      .then(() => navigator.serviceWorker.ready)
      .then(({ active }) => {
        save(active)
        reportLaterFiles(active)
      })
      // The browser logs the error, and the portal works without the worker.
      .catch(() => undefined)
  })
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save(navigator.serviceWorker.controller)
  })
}
