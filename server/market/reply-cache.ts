/** Maximum number of cached replies. */
export const MAX_CACHED_REPLIES = 200

/** A reply body: text is sent unchanged, an object as JSON. */
export type ReplyBody = string | object

/** Caches serialised replies. */
export interface ReplyCache {
  /** The reply for a key, cached while its version is the same. A null version is never cached. */
  load(key: string, version: string | null, make: () => ReplyBody | Promise<ReplyBody>): Promise<Buffer>
}

export function createReplyCache(): ReplyCache {
  // A map iterates in the order of insertion, here of last use.
  const cached = new Map<string, { readonly version: string; readonly body: Promise<Buffer> }>()

  const makeBytes = async (make: () => ReplyBody | Promise<ReplyBody>) => toBytes(await make())

  function store(key: string, version: string, body: Promise<Buffer>) {
    cached.delete(key)
    cached.set(key, { version, body })
    for (const oldest of [...cached.keys()].slice(0, -MAX_CACHED_REPLIES)) cached.delete(oldest)
  }

  return {
    load(key, version, make) {
      if (version === null) return makeBytes(make)
      const known = cached.get(key)
      const body = known?.version === version ? known.body : makeBytes(make)
      store(key, version, body)
      body.catch(() => cached.delete(key))
      return body
    },
  }
}

const toBytes = (body: ReplyBody) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
