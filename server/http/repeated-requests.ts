import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'

import { addJsonParser } from '#server/http/json-body.ts'

/** Maximum number of requests in memory; beyond it the oldest is validated again. */
export const MAX_KNOWN_REQUESTS = 500

/** Longer requests are validated each time: those of the market's reads are short. */
const MAX_KNOWN_LENGTH = 200

/** The values of `Content-Type` that browsers send with JSON. */
const JSON_TYPES = new Set<string | undefined>(['application/json', 'application/json; charset=utf-8'])

/** Methods whose requests have no body, and the same handler for the same URL. */
const READS = new Set(['GET', 'HEAD'])

/** A request after its validation. */
interface KnownRequest {
  readonly body: unknown
  readonly query: unknown
  readonly handler: RouteHandlerMethod
}

/** A reply is sent by the handler, or later by its promise; an error goes to the error handler. */
function callHandler({ body, query, handler }: KnownRequest, request: FastifyRequest, reply: FastifyReply) {
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

/** The length of a JSON body of a POST that may be known; 0 for any other. */
function readLength({ method, headers }: FastifyRequest): number {
  const length = Number(headers['content-length'])
  const isJson = method === 'POST' && JSON_TYPES.has(headers['content-type'])
  return isJson && length <= MAX_KNOWN_LENGTH ? length : 0
}

/** A URL has no line break, so the two cannot be confused. */
const toKey = (url: string, text: string) => (text === '' ? url : `${url}\n${text}`)

/**
 * Validates each different request of a scope once, and then calls its handler at once. Many
 * visitors of the market send the same few requests, and their validation costs more than the
 * cached reply. It is the last hook `onRequest` of the scope. A request with a cookie goes the long
 * way, because the hooks before the handler check sessions. Bodies and queries are frozen, because
 * requests share them. Handlers send their replies themselves.
 */
export function rememberRequests(scope: FastifyInstance): void {
  const known = new Map<string, KnownRequest>()
  const texts = new WeakMap<FastifyRequest, string>()

  addJsonParser(scope, (request, text) => texts.set(request, text))

  scope.addHook('onRequest', (request, reply, done) => {
    const { method, url, headers, raw } = request
    if (headers.cookie !== undefined) return done()
    if (READS.has(method)) {
      const found = known.get(url)
      return found === undefined ? done() : callHandler(found, request, reply)
    }
    const length = readLength(request)
    if (!(length > 0)) return done()
    raw.once('data', (chunk: Buffer) => {
      const found = chunk.length === length ? known.get(toKey(url, chunk.toString())) : undefined
      if (found !== undefined) return callHandler(found, request, reply)
      // The parser reads it again.
      raw.pause()
      raw.unshift(chunk)
      done()
    })
  })

  scope.addHook('preHandler', (request, _reply, done) => {
    const { url, body, query, method } = request
    const text = READS.has(method) ? '' : texts.get(request)
    if (text !== undefined && url.length + text.length <= MAX_KNOWN_LENGTH) {
      const { handler } = request.routeOptions
      known.set(toKey(url, text), { body: Object.freeze(body), query: Object.freeze(query), handler })
      const [oldest = ''] = known.keys()
      if (known.size > MAX_KNOWN_REQUESTS) known.delete(oldest)
    }
    done()
  })
}

/** Calls a pure function once for each frozen object. */
export function rememberByObject<T, Result>(compute: (value: T) => Result): (value: T) => Result {
  const known = new WeakMap<object, Result>()
  return (value) => {
    if (typeof value !== 'object' || value === null) return compute(value)
    const found = known.get(value)
    if (found !== undefined) return found
    const result = compute(value)
    if (Object.isFrozen(value)) known.set(value, result)
    return result
  }
}
