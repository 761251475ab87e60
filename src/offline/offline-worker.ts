import { HOME_PATH, OFFLINE_PAGE_PATH, type OfflineCache, parseReport } from '#src/offline/offline-cache.ts'

/** Time after which the saved home replaces a slow home, in ms. */
export const HOME_TIMEOUT_MS = 6_000

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
  /** Handles a message of an open home: the files that it uses, and whether to save the home. */
  receive(message: unknown): Promise<void>
}

const TIMED_OUT = Symbol('timed out')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Returns a saved page as a response with status 503. */
const toUnavailable = async (saved: Response): Promise<Response> =>
  new Response(await saved.blob(), { status: 503, headers: saved.headers })

/**
 * Serves navigations from the network, so that a new release takes effect at the next navigation.
 * When the network fails, it serves the saved home for the home, else the offline page. It also
 * serves the saved home instead of a slow home. Files come from the cache first.
 */
export function createOfflineWorker({ cache, fetch, origin, wait }: OfflineWorkerDeps): OfflineWorker {
  async function findOfflinePage(): Promise<Response> {
    const saved = await cache.find(OFFLINE_PAGE_PATH)
    return saved ? toUnavailable(saved) : Response.error()
  }

  const load = async ({ request, preloaded }: InterceptedRequest): Promise<Response> =>
    (await preloaded) ?? fetch(request as Request)

  async function loadHome(navigation: InterceptedRequest): Promise<Response> {
    const response = load(navigation)
    const result = await Promise.race([response, wait(HOME_TIMEOUT_MS).then((): typeof TIMED_OUT => TIMED_OUT)])
    if (result !== TIMED_OUT) return result
    response.catch(() => undefined)
    return (await cache.find(HOME_PATH)) ?? response
  }

  async function respondToNavigation(navigation: InterceptedRequest, path: string): Promise<Response> {
    try {
      return await (path === HOME_PATH ? loadHome(navigation) : load(navigation))
    } catch {
      return (path === HOME_PATH ? await cache.find(HOME_PATH) : undefined) ?? findOfflinePage()
    }
  }

  const loadFile = async (request: Request, path: string): Promise<Response> =>
    (await cache.find(path)) ?? fetch(request)

  async function handleMessage(message: unknown): Promise<void> {
    if (!isRecord(message)) return
    const files = parseReport(message['files'])
    // Saves the files first: offline, the saved home needs the files that its scripts load.
    await cache.saveFiles(files)
    if (message['save'] === true) await cache.saveHome()
    await cache.removeOtherFiles(files)
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
