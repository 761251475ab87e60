import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip'

const PREFERENCE: readonly Encoding[] = ['br', 'gzip']

function parseWeights(header: string): ReadonlyMap<string, number> {
  const parts = header.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    return [name, weight === undefined ? 1 : Number(weight.slice(2))] as const
  })
  return new Map(parts)
}

function findEncoding(header: string): Encoding | null {
  const weights = parseWeights(header)
  const findWeight = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0
  return PREFERENCE.find((encoding) => findWeight(encoding) > 0) ?? null
}

/** Maximum number of cached headers: browsers send only a few different values. */
const MAX_CACHED_HEADERS = 100

const cachedEncodings = new Map<string, Encoding | null>()

/** Returns the best encoding that `Accept-Encoding` allows; null for an uncompressed body. */
export function chooseEncoding(header = ''): Encoding | null {
  const cached = cachedEncodings.get(header)
  if (cached !== undefined) return cached
  const encoding = findEncoding(header)
  if (cachedEncodings.size < MAX_CACHED_HEADERS) cachedEncodings.set(header, encoding)
  return encoding
}

/** Whether the client has this version in its cache (`If-None-Match`). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((text) => text.trim() === '*' || text.trim().replace(/^W\//, '') === etag) ?? false

/** Content type and caching of a reply. */
export interface ReplyKind {
  readonly type: string
  readonly cacheControl: string
  /** Request headers that select the reply, besides `Accept-Encoding`. */
  readonly vary?: string
}

/** A body in one encoding, with its headers. */
interface Variant {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
}

/** A reply that is sent many times: serialised and compressed once. */
export type PreparedReply = Readonly<Record<Encoding | 'plain', Variant>>

/** Smaller bodies are not compressed: they fit into the packet of their headers. */
export const MIN_COMPRESSED_BYTES = 200

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Brotli quality of bodies that live for seconds: a tenth of the time for a tenth more bytes. */
const QUICK_BROTLI = 5

/** Compresses a body quickly, because a request waits for it. */
export async function compressQuickly(body: Buffer): Promise<ReadonlyMap<Encoding, Buffer>> {
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: body.length, [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI }
  const [brotliBody, gzipBody] = await Promise.all([toBrotli(body, { params }), toGzip(body)])
  return new Map([['br', brotliBody] as const, ['gzip', gzipBody] as const])
}

/** Returns the hash that identifies a body in its `ETag`. */
export const digestBody = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 22)

/** Prepares a body in all encodings. A body that compression does not shorten stays plain. */
export async function prepareReply(
  { type, cacheControl, vary: selectors }: ReplyKind,
  body: Buffer,
): Promise<PreparedReply> {
  const digest = digestBody(body)
  const vary = selectors === undefined ? 'Accept-Encoding' : `${selectors}, Accept-Encoding`
  const headers = { 'content-type': type, 'cache-control': cacheControl, vary }
  const plain: Variant = { body, headers: { ...headers, 'content-length': `${body.length}` }, etag: `"${digest}"` }
  if (body.length < MIN_COMPRESSED_BYTES) return { plain, br: plain, gzip: plain }

  const compressed = await compressQuickly(body)
  const toVariant = (encoding: Encoding): Variant => {
    const bytes = compressed.get(encoding)
    if (bytes === undefined || bytes.length >= body.length) return plain
    return {
      body: bytes,
      headers: { ...headers, 'content-length': `${bytes.length}`, 'content-encoding': encoding },
      etag: `"${digest}-${encoding}"`,
    }
  }
  return { plain, br: toVariant('br'), gzip: toVariant('gzip') }
}

/** Returns the variant in the best encoding that the client accepts. */
export const chooseVariant = (prepared: PreparedReply, { headers }: FastifyRequest): Variant =>
  prepared[chooseEncoding(headers['accept-encoding']) ?? 'plain']

/**
 * Sends a prepared reply, or 304 when the client has it in its cache. It is synchronous when the
 * reply is ready, because a promise costs as much as a hook. Writing to the raw response is cheaper
 * than `send`. A request with a cookie still needs `send`: `onSend` hooks may change its reply.
 */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: PreparedReply | Promise<PreparedReply>,
): void | Promise<void> {
  if (prepared instanceof Promise) return prepared.then((ready) => sendPrepared(request, reply, ready))
  const { body, headers, etag } = chooseVariant(prepared, request)
  if (request.method !== 'POST') {
    reply.header('etag', etag)
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      const { 'content-length': _length, ...rest } = headers
      return void reply.headers(rest).code(304).send()
    }
  }
  if (request.headers.cookie !== undefined) return void reply.headers(headers).send(body)
  const allHeaders = Object.assign(reply.getHeaders(), headers) as OutgoingHttpHeaders
  reply.hijack()
  reply.raw.writeHead(200, allHeaders)
  reply.raw.end(body)
}

/** Maximum number of cached replies. */
export const MAX_CACHED_REPLIES = 200

/** A reply body: text is sent unchanged, an object as JSON. */
type ReplyBody = string | object

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
  /** Of the bodies in all encodings; 0 until they are complete. */
  bytes: number
  /** Whether the reply was used since the last search for the oldest unused entry. */
  isUsed: boolean
}

const countBytes = (reply: PreparedReply) =>
  [...new Set(Object.values(reply))].reduce((sum, { body }) => sum + body.length, 0)

/**
 * Creates a cache. It removes a reply with a body longer than `maxBytes` when the body is complete,
 * and the oldest unused replies while all have more than `maxTotalBytes`.
 */
export function createReplyCache({
  maxBytes = Number.POSITIVE_INFINITY,
  maxTotalBytes = Number.POSITIVE_INFINITY,
} = {}): ReplyCache {
  // A map iterates in the order of insertion.
  const entries = new Map<string, Entry>()
  let totalBytes = 0

  function remove(key: string) {
    totalBytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  /** Removes the oldest unused entry. Older entries that were used count as new. */
  function removeOldestUnused() {
    for (const [key, entry] of entries) {
      if (!entry.isUsed) return remove(key)
      entry.isUsed = false
      entries.delete(key)
      entries.set(key, entry)
    }
  }

  function store(key: string, entry: Entry) {
    remove(key)
    if (entries.size >= MAX_CACHED_REPLIES) removeOldestUnused()
    entries.set(key, entry)
  }

  function complete(key: string, entry: Entry, reply: PreparedReply) {
    entry.reply = reply
    if (entries.get(key) !== entry) return
    if (reply.plain.body.length > maxBytes) return remove(key)
    entry.bytes = countBytes(reply)
    totalBytes += entry.bytes
    while (totalBytes > maxTotalBytes) removeOldestUnused()
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
      const entry: Entry = { version, reply: pendingReply, bytes: 0, isUsed: false }
      store(key, entry)
      pendingReply.then(
        (reply) => complete(key, entry, reply),
        () => {
          if (entries.get(key) === entry) remove(key)
        },
      )
      return pendingReply
    },
  }
}

async function createReply({ kind, make }: ReplySource): Promise<PreparedReply> {
  const body = await make()
  return prepareReply(kind, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))
}
