import { type PreparedReply, prepareReply, type ReplyKind } from '#server/http/prepared-reply.ts'

/** Maximum number of cached replies. */
export const MAX_CACHED_REPLIES = 200

/** A reply body: text is sent unchanged, an object as JSON. */
export type ReplyBody = string | object

/** The kind of a reply and the function that makes its body. */
export interface ReplySource {
  readonly kind: ReplyKind
  make(): ReplyBody | Promise<ReplyBody>
}

/** Caches serialised and compressed replies. */
export interface ReplyCache {
  /**
   * Finds the reply for a key and a version, or null. A reply that is being created is a promise.
   */
  find(key: string, version: string): PreparedReply | Promise<PreparedReply> | null
  /** Creates and caches the reply for a key. It replaces the reply of another version. */
  add(key: string, version: string, source: ReplySource): Promise<PreparedReply>
}

interface Entry {
  readonly version: string
  reply: PreparedReply | Promise<PreparedReply>
  /** Whether the reply was used since it last was the oldest. Then it is not removed this time. */
  isUsed: boolean
}

/**
 * Creates a cache. It sends bodies longer than `maxBytes` to all waiting requests, then removes
 * them.
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
      const entry = cached.get(key)
      if (entry?.version !== version) return null
      entry.isUsed = true
      return entry.reply
    },

    add(key, version, source) {
      const pending = createReply(source)
      const entry: Entry = { version, reply: pending, isUsed: false }
      store(key, entry)
      const remove = () => {
        if (cached.get(key) === entry) cached.delete(key)
      }
      pending.then((reply) => {
        entry.reply = reply
        if (reply.body.length > maxBytes) remove()
      }, remove)
      return pending
    },
  }
}

async function createReply({ kind, make }: ReplySource): Promise<PreparedReply> {
  const body = await make()
  return prepareReply(kind, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
}
