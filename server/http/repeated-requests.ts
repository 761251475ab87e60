import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { JSON_TYPE } from '#server/http/headers.ts'
import { addJsonParser } from '#server/http/json-body.ts'

/** Maximum number of cached requests. Beyond it, the oldest request is removed. */
export const MAX_CACHED_REQUESTS = 500

/** Maximum length of a cached request. The requests of market reads are shorter. */
const MAX_CACHED_LENGTH = 200

/** The values of `Content-Type` that browsers send with JSON. */
const JSON_TYPES = new Set<string | undefined>(['application/json', JSON_TYPE])

/** Methods of requests without a body. */
const READ_METHODS = new Set(['GET', 'HEAD'])

/** A request after its validation. */
interface ValidRequest {
  readonly body: unknown
  readonly query: unknown
  readonly handler: RouteHandlerMethod
}

/** Calls the handler, which sends the reply. Passes a thrown error to the error handler. */
function callHandler({ body, query, handler }: ValidRequest, request: FastifyRequest, reply: FastifyReply) {
  request.body = body
  request.query = query
  const fail = (error: unknown) => void reply.send(error)
  try {
    const result = handler.call(request.server, request, reply)
    if (result instanceof Promise) result.catch(fail)
  } catch (error) {
    fail(error)
  }
}

/** Returns the length of the JSON body of a POST that may be cached; 0 for other requests. */
function readLength({ method, headers }: FastifyRequest): number {
  const length = Number(headers['content-length'])
  const isJson = method === 'POST' && JSON_TYPES.has(headers['content-type'])
  return isJson && length <= MAX_CACHED_LENGTH ? length : 0
}

/** Joins URL and body with a line break, which no URL contains. */
const toKey = (url: string, text: string) => (text === '' ? url : `${url}\n${text}`)

/**
 * Validates each distinct request of a scope once. Repeated requests go directly to the handler.
 * Visitors send the same few requests, and validation costs more than sending a cached reply.
 * Register it as the last `onRequest` hook of the scope. Requests with a cookie are always
 * validated, because later hooks check their sessions. Bodies and queries are frozen, because
 * requests share them. Handlers must send their replies themselves.
 */
export function cacheValidation(scope: FastifyInstance): void {
  const cachedRequests = new Map<string, ValidRequest>()
  const texts = new WeakMap<FastifyRequest, string>()

  addJsonParser(scope, (request, text) => texts.set(request, text))

  scope.addHook('onRequest', (request, reply, done) => {
    const { method, url, headers, raw } = request
    if (headers.cookie !== undefined) return done()
    if (READ_METHODS.has(method)) {
      const cachedRequest = cachedRequests.get(url)
      return cachedRequest === undefined ? done() : callHandler(cachedRequest, request, reply)
    }
    const length = readLength(request)
    if (length === 0) return done()
    raw.once('data', (chunk: Buffer) => {
      const cachedRequest = chunk.length === length ? cachedRequests.get(toKey(url, chunk.toString())) : undefined
      if (cachedRequest !== undefined) return callHandler(cachedRequest, request, reply)
      // The parser must read the chunk again.
      raw.pause()
      raw.unshift(chunk)
      done()
    })
  })

  scope.addHook('preHandler', (request, _reply, done) => {
    const { url, body, query, method } = request
    const text = READ_METHODS.has(method) ? '' : texts.get(request)
    if (text !== undefined && url.length + text.length <= MAX_CACHED_LENGTH) {
      const { handler } = request.routeOptions
      cachedRequests.set(toKey(url, text), { body: Object.freeze(body), query: Object.freeze(query), handler })
      const [oldestKey = ''] = cachedRequests.keys()
      if (cachedRequests.size > MAX_CACHED_REQUESTS) cachedRequests.delete(oldestKey)
    }
    done()
  })
}

/** Caches the results of a pure function by frozen object. */
export function memoizeByObject<T, Result>(compute: (value: T) => Result): (value: T) => Result {
  const cachedResults = new WeakMap<object, Result>()
  return (value) => {
    if (typeof value !== 'object' || value === null) return compute(value)
    const cachedResult = cachedResults.get(value)
    if (cachedResult !== undefined) return cachedResult
    const result = compute(value)
    if (Object.isFrozen(value)) cachedResults.set(value, result)
    return result
  }
}
