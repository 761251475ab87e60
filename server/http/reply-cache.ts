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
  /** Whether the reply was used since the last search for the oldest unused entry. */
  isUsed: boolean
}

/**
 * Creates a cache. It removes a reply with a body longer than `maxBytes` when the body is complete.
 */
export function createReplyCache({ maxBytes = Number.POSITIVE_INFINITY } = {}): ReplyCache {
  // A map iterates in the order of insertion.
  const entries = new Map<string, Entry>()

  /** Removes the oldest unused entry. Older entries that were used count as new. */
  function removeOldestUnused() {
    for (const [key, entry] of entries) {
      entries.delete(key)
      if (!entry.isUsed) return
      entry.isUsed = false
      entries.set(key, entry)
    }
  }

  function store(key: string, entry: Entry) {
    entries.delete(key)
    if (entries.size >= MAX_CACHED_REPLIES) removeOldestUnused()
    entries.set(key, entry)
  }

  return {
    find(key, version) {
      const entry = entries.get(key)
      if (entry?.version !== version) return null
      entry.isUsed = true
      return entry.reply
    },

    add(key, version, source) {
      const pendingReply = createReply(source)
      const entry: Entry = { version, reply: pendingReply, isUsed: false }
      store(key, entry)
      const remove = () => {
        if (entries.get(key) === entry) entries.delete(key)
      }
      pendingReply.then((reply) => {
        entry.reply = reply
        if (reply.body.length > maxBytes) remove()
      }, remove)
      return pendingReply
    },
  }
}

async function createReply({ kind, make }: ReplySource): Promise<PreparedReply> {
  const body = await make()
  return prepareReply(kind, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
}
