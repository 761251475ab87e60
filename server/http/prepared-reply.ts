import type { OutgoingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { chooseEncoding, type Encoding, matchesEtag } from '#server/http/encoding.ts'
import { digestBody, QUICK_BROTLI } from '#server/http/portal-files.ts'

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

const COMPRESSORS: Readonly<Record<Encoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    toBrotli(body, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length, [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI },
    }),
  gzip: (body) => toGzip(body),
}

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
