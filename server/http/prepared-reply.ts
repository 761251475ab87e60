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
}

/** A body in one encoding. */
interface Variant {
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
  /** The `ETag` of these bytes; computed at its first use. */
  readonly etag: string
}

/** A body that is sent many times: serialised once, and compressed once per encoding. */
export interface PreparedReply {
  readonly body: Buffer
  /**
   * Returns the body in this encoding, or plain if the body is short or compression does not
   * shorten it. Returns a promise until the compression ends.
   */
  find(encoding: Encoding | null): Variant | Promise<Variant>
}

/** Smaller bodies are not compressed: they fit into the packet of their headers. */
export const MIN_COMPRESSED_BYTES = 200

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Brotli quality of bodies that live for seconds: a tenth of the time for a tenth more bytes. */
const QUICK_BROTLI = 5

const COMPRESSORS: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    toBrotli(body, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length, [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI },
    }),
  gzip: (body) => toGzip(body),
}

/** Compresses a body quickly, because a request waits for it. */
export async function compressQuickly(body: Buffer): Promise<ReadonlyMap<Encoding, Buffer>> {
  const [brotliBody, gzipBody] = await Promise.all([COMPRESSORS.br(body), COMPRESSORS.gzip(body)])
  return new Map([['br', brotliBody] as const, ['gzip', gzipBody] as const])
}

/** Returns the hash that identifies a body in its `ETag`. */
export const digestBody = (body: Buffer): string => createHash('sha256').update(body).digest('base64url').slice(0, 22)

function createVariant({ type, cacheControl }: ReplyKind, body: Buffer, encoding: Encoding | null): Variant {
  let etag: string | null = null
  return {
    body,
    headers: {
      'content-length': String(body.length),
      'content-type': type,
      'cache-control': cacheControl,
      vary: 'Accept-Encoding',
      ...(encoding !== null && { 'content-encoding': encoding }),
    },
    get etag() {
      etag ??= `"${digestBody(body)}"`
      return etag
    },
  }
}

/** Prepares a body. The first request that accepts an encoding compresses the body. */
export function prepareReply(kind: ReplyKind, body: Buffer): PreparedReply {
  const plain = createVariant(kind, body, null)
  const variants = new Map<Encoding, Variant | Promise<Variant>>()

  async function compress(encoding: Encoding): Promise<Variant> {
    const compressed = await COMPRESSORS[encoding](body)
    const variant = compressed.length < body.length ? createVariant(kind, compressed, encoding) : plain
    variants.set(encoding, variant)
    return variant
  }

  return {
    body,
    find(encoding) {
      if (encoding === null || body.length < MIN_COMPRESSED_BYTES) return plain
      const variant = variants.get(encoding) ?? compress(encoding)
      variants.set(encoding, variant)
      return variant
    },
  }
}

/**
 * Writes a reply with the headers that earlier hooks have set. Writing to the raw response is
 * cheaper than `send`. A request with a cookie still needs `send`: `onSend` hooks may change its
 * reply.
 */
function writeVariant(request: FastifyRequest, reply: FastifyReply, variant: Variant, etag: string | null) {
  if (request.headers.cookie !== undefined) {
    if (etag !== null) reply.header('etag', etag)
    reply.headers(variant.headers).send(variant.body)
    return
  }
  const headers = Object.assign(reply.getHeaders(), variant.headers) as OutgoingHttpHeaders
  if (etag !== null) headers.etag = etag
  reply.hijack()
  reply.raw.writeHead(200, headers)
  reply.raw.end(variant.body)
}

/** Sends the reply to a GET or HEAD, or 304 when the client has it in its cache. */
function sendCacheable(request: FastifyRequest, reply: FastifyReply, variant: Variant) {
  const { headers, etag } = variant
  if (!matchesEtag(request.headers['if-none-match'], etag)) return writeVariant(request, reply, variant, etag)
  const { 'content-length': _length, ...rest } = headers
  reply.headers(rest).header('etag', etag).code(304).send()
}

/**
 * Sends a prepared reply in the best encoding that the client accepts. It is synchronous when the
 * reply is ready, because a promise costs as much as a hook.
 */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  prepared: PreparedReply | Promise<PreparedReply>,
): void | Promise<void> {
  if (prepared instanceof Promise) return prepared.then((ready) => sendPrepared(request, reply, ready))
  const variant = prepared.find(chooseEncoding(request.headers['accept-encoding']))
  if (variant instanceof Promise) return variant.then((ready) => sendVariant(request, reply, ready))
  sendVariant(request, reply, variant)
}

function sendVariant(request: FastifyRequest, reply: FastifyReply, variant: Variant) {
  if (request.method !== 'POST') return sendCacheable(request, reply, variant)
  writeVariant(request, reply, variant, null)
}

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
