const toPath = (request: RequestInfo | URL) =>
  new URL(request instanceof Request ? request.url : String(request), 'https://dolar.example').pathname

/**
 * Creates an in-memory `CacheStorage` with the methods that the service worker uses. Its keys are
 * paths.
 */
export function createMemoryCaches(): CacheStorage {
  const stores = new Map<string, Map<string, Response>>()

  function toCache(entries: Map<string, Response>): Pick<Cache, 'match' | 'put' | 'delete' | 'keys'> {
    return {
      match: async (request) => entries.get(toPath(request))?.clone(),
      put: async (request, response) => void entries.set(toPath(request), response.clone()),
      delete: async (request) => entries.delete(toPath(request as RequestInfo)),
      keys: async () => [...entries.keys()].map((path) => new Request(new URL(path, 'https://dolar.example'))),
    }
  }

  const storage: Pick<CacheStorage, 'open' | 'keys' | 'delete'> = {
    async open(name) {
      const entries = stores.get(name) ?? new Map<string, Response>()
      stores.set(name, entries)
      return toCache(entries) as Cache
    },
    keys: async () => [...stores.keys()],
    delete: async (name) => stores.delete(name),
  }
  return storage as CacheStorage
}
