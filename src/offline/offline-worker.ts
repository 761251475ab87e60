import {
  findSavedPath,
  HOME_PATH,
  OFFLINE_PAGE_PATH,
  type OfflineCache,
  parseReport,
  type SavedPath,
} from '#src/offline/offline-cache.ts'

/** Time after which the saved copy replaces a slow page, in ms. */
export const SAVED_PAGE_TIMEOUT_MS = 6_000

interface OfflineWorkerDeps {
  readonly cache: OfflineCache
  readonly fetch: (request: Request) => Promise<Response>
  /** Origin of the portal. */
  readonly origin: string
  readonly wait: (milliseconds: number) => Promise<void>
}

/** A request that the worker intercepts: a navigation or a request of an open page. */
interface InterceptedRequest {
  readonly request: Pick<Request, 'method' | 'mode' | 'url'>
  /**
   * The response of the navigation preload, which the browser requests while the worker starts.
   * Undefined without a preload.
   */
  readonly preloaded: Promise<Response | undefined>
}

interface OfflineWorker {
  install(): Promise<void>
  activate(): Promise<void>
  /**
   * Returns the response to a request. Null: the browser handles the request itself, as it does
   * with API calls.
   */
  respond(intercepted: InterceptedRequest): Promise<Response> | null
  /** Handles a message of an open page: the files that it uses, and whether to save the page. */
  receive(message: unknown): Promise<void>
}

const TIMED_OUT = Symbol('timed out')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns a saved page as a response with status 503. */
const toUnavailable = async (saved: Response): Promise<Response> =>
  new Response(await saved.blob(), { status: 503, headers: saved.headers })

/**
 * Serves navigations from the network, so that a new release takes effect at the next navigation.
 * When the network fails, it serves the saved copy of the page, else the offline page. It also
 * serves the saved copy instead of a slow page. Files come from the cache first.
 */
export function createOfflineWorker({ cache, fetch, origin, wait }: OfflineWorkerDeps): OfflineWorker {
  async function findOfflinePage(): Promise<Response> {
    const saved = await cache.find(OFFLINE_PAGE_PATH)
    return saved ? toUnavailable(saved) : Response.error()
  }

  const load = async ({ request, preloaded }: InterceptedRequest): Promise<Response> =>
    (await preloaded) ?? fetch(request as Request)

  async function loadInTime(navigation: InterceptedRequest, path: SavedPath): Promise<Response> {
    const response = load(navigation)
    const result = await Promise.race([response, wait(SAVED_PAGE_TIMEOUT_MS).then((): typeof TIMED_OUT => TIMED_OUT)])
    if (result !== TIMED_OUT) return result
    response.catch(() => undefined)
    return (await cache.find(path)) ?? response
  }

  async function respondToNavigation(navigation: InterceptedRequest, pathname: string): Promise<Response> {
    const path = findSavedPath(pathname)
    try {
      return await (path === undefined ? load(navigation) : loadInTime(navigation, path))
    } catch {
      return (path === undefined ? undefined : await cache.find(path)) ?? findOfflinePage()
    }
  }

  const loadFile = async (request: Request, path: string): Promise<Response> =>
    (await cache.find(path)) ?? fetch(request)

  async function handleMessage(message: unknown): Promise<void> {
    if (!isRecord(message)) return
    const files = parseReport(message['files'])
    // A page of an earlier release does not name itself: only the home sent messages.
    const path = findSavedPath(message['page'] ?? HOME_PATH)
    if (path === undefined) return
    // Saves the files first: offline, the saved page needs the files that its scripts load.
    await cache.saveFiles(path, files)
    if (message['save'] === true) await cache.savePage(path)
    await cache.removeOtherFiles(path, files)
  }

  /**
   * Settles when the last message is handled. Messages wait for each other; else an earlier one
   * would remove the files of a later one.
   */
  let handled: Promise<void> = Promise.resolve()

  return {
    install: cache.saveOfflinePage,

    activate: () => cache.clear({ keepCurrent: true }),

    respond(intercepted) {
      const { method, mode, url } = intercepted.request
      const { origin: target, pathname } = new URL(url)
      if (method !== 'GET' || target !== origin) return null
      if (mode === 'navigate') return respondToNavigation(intercepted, pathname)
      return pathname.startsWith('/assets/') ? loadFile(intercepted.request as Request, pathname) : null
    },

    receive(message) {
      const turn = handled.then(() => handleMessage(message))
      handled = turn.catch(() => undefined)
      return turn
    },
  }
}
