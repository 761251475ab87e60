import { type PreparedReply, prepareReply, type ReplyKind } from '#server/http/prepared-reply.ts'

/** Maximum number of cached replies. */
export const MAX_CACHED_REPLIES = 200

/** A reply body: text is sent unchanged, an object as JSON. */
export type ReplyBody = string | object

/** Makes a reply, and says how it is sent. */
export interface ReplySource {
  readonly kind: ReplyKind
  make(): ReplyBody | Promise<ReplyBody>
}

/** Caches serialised and compressed replies. */
export interface ReplyCache {
  /**
   * The reply for a key and its version, null without one. It is a promise only while it is made.
   */
  find(key: string, version: string): PreparedReply | Promise<PreparedReply> | null
  /** Makes the reply for a key; it replaces that of another version. */
  add(key: string, version: string, source: ReplySource): Promise<PreparedReply>
}

interface Entry {
  readonly version: string
  reply: PreparedReply | Promise<PreparedReply>
  /** Whether it was found since it was last the oldest: then it stays for another round. */
  isUsed: boolean
}

/**
 * Longer bodies than `maxBytes` are shared by the requests that wait for them, and then dropped.
 */
export function createReplyCache({ maxBytes = Number.POSITIVE_INFINITY } = {}): ReplyCache {
  // A map iterates in the order of insertion.
  const cached = new Map<string, Entry>()

  function removeOldest() {
    for (const [key, entry] of cached) {
      cached.delete(key)
      if (!entry.isUsed) return
      entry.isUsed = false
      cached.set(key, entry)
    }
  }

  function store(key: string, entry: Entry) {
    cached.delete(key)
    if (cached.size >= MAX_CACHED_REPLIES) removeOldest()
    cached.set(key, entry)
  }

  return {
    find(key, version) {
      const known = cached.get(key)
      if (known?.version !== version) return null
      known.isUsed = true
      return known.reply
    },

    add(key, version, source) {
      const making = prepare(source)
      const entry: Entry = { version, reply: making, isUsed: false }
      store(key, entry)
      const drop = () => {
        if (cached.get(key) === entry) cached.delete(key)
      }
      making.then((reply) => {
        entry.reply = reply
        if (reply.body.length > maxBytes) drop()
      }, drop)
      return making
    },
  }
}

async function prepare({ kind, make }: ReplySource): Promise<PreparedReply> {
  const body = await make()
  return prepareReply(kind, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
}
