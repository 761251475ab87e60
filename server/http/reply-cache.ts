import { type PreparedReply, prepareReply, type ReplyKind } from '#server/http/prepared-reply.ts'

/** Maximum number of cached replies. */
export const MAX_CACHED_REPLIES = 200

/** A reply body: text is sent unchanged, an object as JSON. */
export type ReplyBody = string | object

/** Creates a reply of one kind. */
export interface ReplySource {
  readonly kind: ReplyKind
  make(): ReplyBody | Promise<ReplyBody>
}

/** Caches serialised and compressed replies. */
export interface ReplyCache {
  /**
   * The reply for a key and its version, null without one. It is a promise while it is created.
   */
  find(key: string, version: string): PreparedReply | Promise<PreparedReply> | null
  /** Creates the reply for a key; it replaces the reply of another version. */
  add(key: string, version: string, source: ReplySource): Promise<PreparedReply>
}

interface Entry {
  readonly version: string
  reply: PreparedReply | Promise<PreparedReply>
  /** Whether it was used since its last turn as the oldest: then it gets a second chance. */
  isUsed: boolean
}

/**
 * Bodies longer than `maxBytes` are sent to all waiting requests, and then removed.
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
      const pending = prepare(source)
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

async function prepare({ kind, make }: ReplySource): Promise<PreparedReply> {
  const body = await make()
  return prepareReply(kind, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
}
