/** Maximum number of cached replies. */
export const MAX_CACHED_REPLIES = 200

/** A reply body: text is sent unchanged, an object as JSON. */
export type ReplyBody = string | object

/** Caches serialised replies. */
export interface ReplyCache {
  /** The reply for a key, cached while its stamp is the same. A null stamp is never cached. */
  load(key: string, stamp: string | null, make: () => ReplyBody | Promise<ReplyBody>): Promise<Buffer>
}

export function createReplyCache(): ReplyCache {
  // A map iterates in the order of insertion, here of last use.
  const cached = new Map<string, { readonly stamp: string; readonly body: Promise<Buffer> }>()

  const makeBytes = async (make: () => ReplyBody | Promise<ReplyBody>) => toBytes(await make())

  function store(key: string, stamp: string, body: Promise<Buffer>) {
    cached.delete(key)
    cached.set(key, { stamp, body })
    for (const oldest of [...cached.keys()].slice(0, -MAX_CACHED_REPLIES)) cached.delete(oldest)
  }

  return {
    load(key, stamp, make) {
      if (stamp === null) return makeBytes(make)
      const known = cached.get(key)
      const body = known?.stamp === stamp ? known.body : makeBytes(make)
      store(key, stamp, body)
      body.catch(() => cached.delete(key))
      return body
    },
  }
}

const toBytes = (body: ReplyBody) => Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
