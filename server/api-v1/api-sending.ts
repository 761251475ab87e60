import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ApiCaching, listColumns, toKind, toTable } from '#server/api-v1/api-formats.ts'
import { NO_SUCH_REVISION } from '#server/api-v1/api-messages.ts'
import { createReplyCache, sendPrepared } from '#server/http/prepared-reply.ts'
import type { ApiFormat } from '#src/adapters/http/contract/api-v1.ts'

/** Refuses a call; no cache stores the refusal. */
export const refuse = (reply: FastifyReply, code: 400 | 404, message: string): void =>
  void reply.code(code).header('cache-control', 'no-store').send({ message })

/** What a route sends: an object, and the rows of its table; by default the object itself. */
interface Content {
  readonly body: object
  readonly rows?: readonly object[]
  /** The columns of a table without rows. */
  readonly columns?: readonly string[]
}

interface Read {
  readonly key: string
  readonly version: string
  readonly format: ApiFormat
  readonly caching: ApiCaching
  readonly make: () => Content
}

function toText({ body, rows = [body], columns = listColumns(rows[0] ?? {}) }: Content, format: ApiFormat) {
  return format === 'json' ? body : toTable(columns, rows, format)
}

/**
 * Maximum bytes of the cached replies, in all encodings: any caller may ask for ranges, of which a
 * long one has half a megabyte.
 */
export const MAX_API_BYTES = 32_000_000

/** Sends the replies of the API, each made once for a version. */
export type ApiSending = ReturnType<typeof createApiSending>

export function createApiSending() {
  const cache = createReplyCache({ maxTotalBytes: MAX_API_BYTES })

  function send(request: FastifyRequest, reply: FastifyReply, { key, version, format, caching, make }: Read) {
    const fullKey = `${key} ${format} ${caching}`
    const cached = cache.find(fullKey, version)
    if (cached) return sendPrepared(request, reply, cached)
    const kind = toKind(format, caching)
    return sendPrepared(request, reply, cache.add(fullKey, version, { kind, make: () => toText(make(), format) }))
  }

  /** Sends a reply about a day that names its revision; refuses an address with another revision. */
  function sendRevised(
    request: FastifyRequest,
    reply: FastifyReply,
    read: Omit<Read, 'caching' | 'make'> & { readonly isClosed: boolean; readonly revision: string | undefined },
    makeBody: () => { readonly revision: string },
  ) {
    const { revision } = read
    if (revision === undefined) {
      const caching = read.isClosed ? 'closed' : 'open'
      return send(request, reply, { ...read, caching, make: () => ({ body: makeBody() }) })
    }
    const body = makeBody()
    if (body.revision !== revision) return refuse(reply, 404, NO_SUCH_REVISION)
    return send(request, reply, {
      ...read,
      key: `${read.key} ${revision}`,
      caching: read.isClosed ? 'revision' : 'open',
      make: () => ({ body }),
    })
  }

  return { send, sendRevised }
}
