import { type LookupOptions, lookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { errorCode, errorDetail } from '#server/database/errors.ts'
import { FETCH_TIMEOUT_MS, type FeedFailure, MAX_FEED_BYTES, MAX_REDIRECTS } from '#server/feeds/feed-failure.ts'
import { hideCredentials } from '#src/adapters/command-line/hide-credentials.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const HEADER_CHARSET = /charset\s*=\s*"?([\w.:-]+)/i
const XML_ENCODING = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)["']/

/** Number of first bytes in which an XML declaration is searched. */
const DECLARATION_BYTES = 256

function createDecoder(charset: string | undefined) {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

/**
 * Decodes a text with the charset of the Content-Type, else of the XML declaration. Uses UTF-8 when
 * neither names a charset or the charset is unknown. Many local newspapers still send ISO-8859-1.
 */
export function decodeText(bytes: Buffer, contentType: string): string {
  const [, headerCharset] = HEADER_CHARSET.exec(contentType) ?? []
  const [, xmlEncoding] = XML_ENCODING.exec(bytes.subarray(0, DECLARATION_BYTES).toString('latin1').trimStart()) ?? []
  return createDecoder(headerCharset ?? xmlEncoding).decode(bytes)
}

/**
 * Networks that requests to providers must not reach: loopback, private, reserved, multicast, and
 * IPv6 networks whose addresses may contain a private IPv4 address.
 */
const PRIVATE_NETWORKS: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['64:ff9b::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]

const blockList = new BlockList()
for (const [network, prefix] of PRIVATE_NETWORKS) {
  blockList.addSubnet(network, prefix, isIP(network) === 6 ? 'ipv6' : 'ipv4')
}

/** Whether an IP address is public. IPv4-mapped IPv6 addresses count as IPv4. */
function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && !blockList.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** The error of a host name that resolves to a private address. */
class PrivateAddressError extends Error {}

/**
 * Resolves names to public addresses. Fails if one address is not public. The connection uses the
 * checked addresses, so that a second reply of the name server cannot replace them.
 */
const lookupPublic: LookupFunction = (host, options: LookupOptions, callback) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(new PrivateAddressError(host), '')
    if (options.all) return callback(null, addresses)
    return callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
  })
}

export interface FeedRequest {
  /** The configured URL. Its host may be private, because the operator chooses it. */
  readonly url: string
  /** The accepted media types of the reply. */
  readonly types: RegExp
  /** The `Accept` header of the request. */
  readonly accept: string
  /** Headers such as the key of a provider; they are never sent to another origin. */
  readonly headers?: Readonly<Record<string, string>>
}

interface FetchOptions {
  /** Aborts the request when the server closes. */
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

/** The text of a reply. */
export interface FeedText {
  readonly text: string
  /** The URL after redirects. */
  readonly url: string
}

type FetchResult<T> = Result<T, FeedFailure>

const REDIRECT_STATUSES = new Set([301, 302, 303, 307, 308])
/** Maximum length of the media type or the cause in a failure, in characters. */
const MAX_DETAIL = 100

const USER_AGENT = 'MercadoDolar/1'

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Sends a request. Only the configured origin gets `headers` and may have a private address. */
function sendRequest(
  url: URL,
  { accept, headers }: FeedRequest,
  { isConfiguredOrigin, signal }: { readonly isConfiguredOrigin: boolean; readonly signal: AbortSignal },
) {
  const createRequest = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = createRequest(url, {
      agent: false,
      signal,
      headers: { accept, 'accept-encoding': 'gzip', 'user-agent': USER_AGENT, ...(isConfiguredOrigin && headers) },
      ...(!isConfiguredOrigin && { lookup: lookupPublic }),
    })
    request.on('response', resolve).on('error', reject).end()
  })
}

/** Reads a decompressed body; null when it is larger than the limit. */
async function readChunks(body: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_FEED_BYTES) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readBody(response: IncomingMessage): Promise<FetchResult<Buffer>> {
  const isDeclaredTooLarge = Number(response.headers['content-length'] ?? 0) > MAX_FEED_BYTES
  const decoder = DECODERS[response.headers['content-encoding'] ?? '']?.()
  // `readChunks` gets the errors of both streams.
  const body = decoder === undefined ? response : pipeline(response, decoder, () => {})
  const bytes = isDeclaredTooLarge ? null : await readChunks(body)
  response.destroy()
  return bytes === null ? err({ kind: 'too-large' }) : ok(bytes)
}

const toHost = (url: URL) => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Returns the target of a redirect; null when the redirect is not allowed. The target must be
 * http(s), and https after https. Outside the configured origin an IP address must be public, so
 * that a provider cannot reach our private network. Host names are checked when they are resolved.
 */
function toRedirectTarget(from: URL, location: string, configuredUrl: URL): URL | null {
  if (!URL.canParse(location, from)) return null
  const target = new URL(location, from)
  if (target.protocol !== 'https:' && (target.protocol !== 'http:' || from.protocol === 'https:')) return null
  if (target.origin === configuredUrl.origin) return target
  const host = toHost(target)
  return isIP(host) !== 0 && !isPublicAddress(host) ? null : target
}

const isOk = (status: number) => status >= 200 && status < 300

function removeCredentials(url: URL): URL {
  const copy = new URL(url)
  copy.username = ''
  copy.password = ''
  return copy
}

/** Reads the text of a reply that is not a redirect. */
async function readReply(response: IncomingMessage, types: RegExp, url: URL): Promise<FetchResult<FeedText>> {
  const { statusCode: status = 0, headers } = response
  const type = headers['content-type'] ?? ''
  if (!isOk(status) || !types.test(type)) {
    response.destroy()
    return err(isOk(status) ? { kind: 'unexpected-type', type: type.slice(0, MAX_DETAIL) } : { kind: 'status', status })
  }
  const body = await readBody(response)
  return body.ok ? ok({ text: decodeText(body.value, type), url: removeCredentials(url).href }) : body
}

async function fetchWithRedirects(request: FeedRequest, signal: AbortSignal): Promise<FetchResult<FeedText>> {
  const configuredUrl = new URL(request.url)
  let url = configuredUrl
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await sendRequest(url, request, {
      isConfiguredOrigin: url.origin === configuredUrl.origin,
      signal,
    })
    const { location } = response.headers
    if (!REDIRECT_STATUSES.has(response.statusCode ?? 0) || location === undefined) {
      return readReply(response, request.types, url)
    }
    response.destroy()
    const target = toRedirectTarget(url, location, configuredUrl)
    if (target === null) return err({ kind: 'forbidden-redirect' })
    url = target
  }
  return err({ kind: 'too-many-redirects' })
}

/** Loads a feed within the limits of time, size and redirects. Never throws. */
export async function fetchFeed(
  request: FeedRequest,
  { signal, timeoutMs = FETCH_TIMEOUT_MS }: FetchOptions = {},
): Promise<FetchResult<FeedText>> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await fetchWithRedirects(request, signal === undefined ? timeout : AbortSignal.any([signal, timeout]))
  } catch (error) {
    if (timeout.aborted) return err({ kind: 'timeout' })
    if (error instanceof PrivateAddressError) return err({ kind: 'forbidden-redirect' })
    return err({
      kind: 'unreachable',
      detail: hideCredentials(errorCode(error) ?? errorDetail(error)).slice(0, MAX_DETAIL),
    })
  }
}
