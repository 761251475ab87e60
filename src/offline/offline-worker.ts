import { HOME_PATH, OFFLINE_PAGE_PATH, type OfflineCache, parseReport } from '#src/offline/offline-cache.ts'

/** How long the home waits for the network before the saved one is shown, in ms. */
export const HOME_TIMEOUT_MS = 6_000

export interface OfflineWorkerDeps {
  readonly cache: OfflineCache
  readonly fetch: (request: Request) => Promise<Response>
  /** Origin of the portal. */
  readonly origin: string
  readonly wait: (milliseconds: number) => Promise<void>
}

/** A request of the page, as the worker sees it. */
export interface PageRequest {
  readonly request: Pick<Request, 'method' | 'mode' | 'url'>
  /**
   * The response that the browser began to load while the worker started; undefined without one.
   */
  readonly preloaded: Promise<Response | undefined>
}

export interface OfflineWorker {
  install(): Promise<void>
  activate(): Promise<void>
  /**
   * The response to a request; null leaves it to the browser, which loads every API call itself.
   */
  respond(page: PageRequest): Promise<Response> | null
  /** A message of an open home: the files that it uses, and whether to save the home too. */
  receive(message: unknown): Promise<void>
}

const LATE = Symbol('late')

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** A saved page as the reply to a request that failed. */
const toUnavailable = async (saved: Response): Promise<Response> =>
  new Response(await saved.blob(), { status: 503, headers: saved.headers })

/**
 * Serves navigations from the network, and from what it saved when the network fails: the home as
 * last seen, else the offline page. A new release therefore takes effect at the next navigation.
 */
export function createOfflineWorker({ cache, fetch, origin, wait }: OfflineWorkerDeps): OfflineWorker {
  async function findOfflinePage(): Promise<Response> {
    const saved = await cache.find(OFFLINE_PAGE_PATH)
    return saved ? toUnavailable(saved) : Response.error()
  }

  const load = async ({ request, preloaded }: PageRequest): Promise<Response> =>
    (await preloaded) ?? fetch(request as Request)

  async function loadHome(page: PageRequest): Promise<Response> {
    const loading = load(page)
    const first = await Promise.race([loading, wait(HOME_TIMEOUT_MS).then((): typeof LATE => LATE)])
    if (first !== LATE) return first
    loading.catch(() => undefined)
    return (await cache.find(HOME_PATH)) ?? loading
  }

  async function navigate(page: PageRequest, path: string): Promise<Response> {
    try {
      return await (path === HOME_PATH ? loadHome(page) : load(page))
    } catch {
      return (path === HOME_PATH ? await cache.find(HOME_PATH) : undefined) ?? findOfflinePage()
    }
  }

  const findFile = async (request: Request, path: string): Promise<Response> =>
    (await cache.find(path)) ?? fetch(request)

  return {
    install: cache.saveOfflinePage,

    activate: () => cache.clear({ keepCurrent: true }),

    respond(page) {
      const { method, mode, url } = page.request
      const { origin: target, pathname } = new URL(url)
      if (method !== 'GET' || target !== origin) return null
      if (mode === 'navigate') return navigate(page, pathname)
      return pathname.startsWith('/assets/') ? findFile(page.request as Request, pathname) : null
    },

    async receive(message) {
      if (!isRecord(message)) return
      const files = parseReport(message['files'])
      // Before the home: without a connection a saved home finds the files that its scripts load.
      await cache.saveFiles(files)
      if (message['save'] === true) await cache.saveHome()
      await cache.removeOtherFiles(files)
    },
  }
}
