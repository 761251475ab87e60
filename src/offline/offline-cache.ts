export const HOME_PATH = '/'

export const CONVERTER_PATH = '/convertidor/'

/** The pages that are saved, besides the offline page. */
const SAVED_PATHS = [HOME_PATH, CONVERTER_PATH] as const

export type SavedPath = (typeof SAVED_PATHS)[number]

export const findSavedPath = (path: unknown): SavedPath | undefined => SAVED_PATHS.find((saved) => saved === path)

/** Path of the offline page. Without a connection, it replaces every page that is not saved. */
export const OFFLINE_PAGE_PATH = '/sin-conexion.html'

/** Prefix of the portal's cache names. */
const CACHE_PREFIX = 'mercado-dolar-'

/** Name of the cache of the home, the offline page and their files. */
export const CACHE_NAME = `${CACHE_PREFIX}1`

/** Each page has a cache of its own with its files: none removes those of another. */
const CACHE_NAMES: Readonly<Record<SavedPath, string>> = {
  [HOME_PATH]: CACHE_NAME,
  [CONVERTER_PATH]: `${CACHE_PREFIX}convertidor-1`,
}

/** Maximum number of files that an open page may report as in use. */
const MAX_REPORTED_FILES = 200

const FILE_PATH = /^\/assets\/[\w.-]+$/

const FILES_IN_ATTRIBUTE = /\b(?:src|href|data-scripts)="([^"]*)"/g
const FILE_IN_STYLE = /url\(["']?(\/assets\/[\w.-]+)["']?\)/g

/** Start of the server's data block. A saved home needs the block to show its figures offline. */
const DATA_BLOCK = '<script type="application/json" id="datos">{'

/** Marks the data block of a saved page: the portal shows the figures as late at once (D75). */
const markSaved = (html: string): string => html.replace(DATA_BLOCK, `${DATA_BLOCK}"saved":true,`)

/** Returns the files below `/assets/` that a page names in attributes and inline styles. */
export const findFiles = (html: string): readonly string[] => {
  const matches = [FILES_IN_ATTRIBUTE, FILE_IN_STYLE].flatMap((pattern) => [...html.matchAll(pattern)])
  const paths = matches.flatMap(([, text = '']) => text.split(' '))
  return [...new Set(paths.filter((path) => FILE_PATH.test(path)))]
}

/** Returns the reported files, up to a limit. Ignores values that are not paths of `/assets/`. */
export const parseReport = (files: unknown): readonly string[] =>
  Array.isArray(files)
    ? files
        .filter((file): file is string => typeof file === 'string' && FILE_PATH.test(file))
        .slice(0, MAX_REPORTED_FILES)
    : []

const headerMatches = (response: Response, header: string, pattern: RegExp) =>
  pattern.test(response.headers.get(header) ?? '')

/**
 * Whether a response may be saved for every user of this browser: an HTML page that is the same for
 * all users.
 */
const isSharedPage = (response: Response): boolean =>
  response.status === 200 &&
  !response.redirected &&
  headerMatches(response, 'content-type', /^text\/html/i) &&
  !headerMatches(response, 'cache-control', /\b(no-store|private)\b/i) &&
  !headerMatches(response, 'vary', /\b(cookie|authorization)\b|\*/i)

interface OfflineCacheDeps {
  readonly caches: CacheStorage
  readonly fetch: (request: string | Request, init?: RequestInit) => Promise<Response>
}

/** The saved pages, the offline page and their files, saved by the worker; never API replies. */
export interface OfflineCache {
  /** Returns the saved response for a path, or undefined. */
  find(path: string): Promise<Response | undefined>
  /** Loads and saves the offline page with its files; rejects when a file is missing. */
  saveOfflinePage(): Promise<void>
  /**
   * Loads a page without cookies, as a visitor, and saves it with its files. Resolves to false
   * when the response is not usable; the previous copy then remains saved.
   */
  savePage(path: SavedPath): Promise<boolean>
  /** Saves the files that an open page uses. Ignores failures. */
  saveFiles(path: SavedPath, files: readonly string[]): Promise<void>
  /** Removes the files of a page that neither its saved copy nor the open page uses. */
  removeOtherFiles(path: SavedPath, filesOfOpenPage: readonly string[]): Promise<void>
  /** Removes all caches of the portal; with `keepCurrent`, all except the current cache. */
  clear(options: { readonly keepCurrent: boolean }): Promise<void>
}

export function createOfflineCache({ caches, fetch }: OfflineCacheDeps): OfflineCache {
  const openCache = (path: SavedPath) => caches.open(CACHE_NAMES[path])

  async function saveMissingFiles(cache: Cache, files: readonly string[]): Promise<void> {
    const matches = await Promise.all(files.map((file) => cache.match(file)))
    const missing = files.filter((_file, index) => matches[index] === undefined)
    await Promise.all(
      missing.map(async (file) => {
        const response = await fetch(file)
        if (response.status !== 200) throw new Error(`${file} replied ${response.status}`)
        await cache.put(file, response)
      }),
    )
  }

  async function findSavedPageFiles(cache: Cache, path: string): Promise<readonly string[]> {
    const saved = await cache.match(path)
    return saved ? findFiles(await saved.text()) : []
  }

  async function store(cache: Cache, path: string, response: Response): Promise<void> {
    await saveMissingFiles(cache, findFiles(await response.clone().text()))
    await cache.put(path, response)
  }

  const currentNames: readonly string[] = Object.values(CACHE_NAMES)

  return {
    async find(path) {
      for (const page of SAVED_PATHS) {
        const saved = await (await openCache(page)).match(path)
        if (saved) return saved
      }
      return undefined
    },

    async saveOfflinePage() {
      const response = await fetch(OFFLINE_PAGE_PATH, { cache: 'no-cache' })
      if (!isSharedPage(response)) throw new Error(`${OFFLINE_PAGE_PATH} replied ${response.status}`)
      await store(await openCache(HOME_PATH), OFFLINE_PAGE_PATH, response)
    },

    async savePage(path) {
      try {
        const response = await fetch(path, { credentials: 'omit', headers: { accept: 'text/html' } })
        if (!isSharedPage(response)) return false
        const html = await response.text()
        if (!html.includes(DATA_BLOCK)) return false
        await store(await openCache(path), path, new Response(markSaved(html), { headers: response.headers }))
        return true
      } catch {
        return false
      }
    },

    saveFiles: async (path, files) => saveMissingFiles(await openCache(path), files).catch(() => undefined),

    async removeOtherFiles(path, filesOfOpenPage) {
      const cache = await openCache(path)
      const needed = [
        ...filesOfOpenPage,
        ...(await findSavedPageFiles(cache, path)),
        ...(await findSavedPageFiles(cache, OFFLINE_PAGE_PATH)),
      ]
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url)
        if (FILE_PATH.test(pathname) && !needed.includes(pathname)) await cache.delete(pathname)
      }
    },

    async clear({ keepCurrent }) {
      for (const name of await caches.keys()) {
        if (name.startsWith(CACHE_PREFIX) && !(keepCurrent && currentNames.includes(name))) await caches.delete(name)
      }
    },
  }
}
