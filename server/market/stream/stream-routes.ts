import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { GetAudience } from '#server/http/access.ts'
import { callerKey, sendTooManyRequests } from '#server/http/rate-limit.ts'
import { rawReply, replies, TAGS } from '#server/http/route-schema.ts'
import {
  allStreamsInUseMessage,
  frozenMarketMessage,
  tooManyAccountStreamsMessage,
  tooManyStreamsMessage,
} from '#server/market/calls/market-replies.ts'
import type { StreamHub, Subscriber } from '#server/market/stream/stream-hub.ts'
import { streamRequest } from '#src/adapters/http/contract/market/stream.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { toMarket } from '#src/domain/trading/market.ts'

/** Limits how many resources each key holds at the same time. */
interface ConcurrencyLimit {
  /**
   * Acquires a resource for the key. Returns the function that releases it, or null when the key
   * holds its maximum.
   */
  acquire(key: string): (() => void) | null
}

/** Limits the open streams of each caller (`callerKey`) and of all callers together. */
export interface StreamLimit {
  /** Returns the function that releases the stream, or which limit refuses it. */
  acquire(caller: string): (() => void) | 'caller-full' | 'full'
}

export function createStreamLimit(perCaller: number, total: number): StreamLimit {
  const [callers, all] = [createConcurrencyLimit(perCaller), createConcurrencyLimit(total)]
  return {
    acquire(caller) {
      const releaseCaller = callers.acquire(caller)
      if (releaseCaller === null) return 'caller-full'
      const release = all.acquire('')
      if (release === null) {
        releaseCaller()
        return 'full'
      }
      return () => {
        releaseCaller()
        release()
      }
    },
  }
}

export function createConcurrencyLimit(maximum: number): ConcurrencyLimit {
  const counts = new Map<string, number>()

  function release(key: string) {
    const remaining = (counts.get(key) ?? 0) - 1
    if (remaining > 0) counts.set(key, remaining)
    else counts.delete(key)
  }

  return {
    acquire(key) {
      const count = counts.get(key) ?? 0
      if (count >= maximum) return null
      counts.set(key, count + 1)
      let isHeld = true
      return () => {
        if (isHeld) release(key)
        isHeld = false
      }
    },
  }
}

export interface StreamRouteParts {
  readonly hub: StreamHub
  readonly getAudience: GetAudience
  readonly streamLimit: StreamLimit
  /** Whether the steps of the market fail or hang. A new stream would show old data as fresh. */
  readonly isFrozen: () => boolean
}

/** `Retry-After` when a caller has its maximum of open streams, in milliseconds. */
export const STREAM_RETRY_MS = 30_000

/** `Retry-After` while the market is frozen, in seconds. */
const FROZEN_RETRY_SECONDS = 15

/** `x-accel-buffering` prevents proxies from buffering the stream. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

const STREAM_REPLY = rawReply(
  'text/event-stream',
  'Eventos hasta que alguno cierre; se reanuda con Last-Event-ID o desde',
)

const MAX_EVENT_ID_DIGITS = 9

/** Reads the last event id of a reconnecting browser; null without a valid id. */
function readLastEventId({ headers }: FastifyRequest): number | null {
  const id = headers['last-event-id']
  return typeof id === 'string' && new RegExp(`^\\d{1,${MAX_EVENT_ID_DIGITS}}$`).test(id) ? Number(id) : null
}

const findCursor = (request: FastifyRequest, requested: string | number | undefined): number | null =>
  // A reconnecting browser uses its first URL, so the header is newer than the query.
  readLastEventId(request) ?? (requested === undefined ? null : Number(requested))

/** Sends the headers of the stream without ending the reply. */
function openStream(reply: FastifyReply) {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.headers(STREAM_HEADERS).getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.writeHead(200)
}

/**
 * Calls `end`, perhaps more than once, when the reply or its connection closes. Listens to both,
 * because a pipelined reply gets no close event.
 */
function onClose({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, end: () => void) {
  function close() {
    socket.off('close', close)
    end()
  }
  raw.on('close', close)
  raw.on('error', close)
  socket.on('close', close)
}

const sendFrozen = (reply: FastifyReply) =>
  reply
    .code(503)
    .header('retry-after', String(FROZEN_RETRY_SECONDS))
    .send({ message: frozenMarketMessage(FROZEN_RETRY_SECONDS) })

function sendCallerFull({ accountKey }: FastifyRequest, reply: FastifyReply) {
  const message = accountKey === null ? tooManyStreamsMessage : tooManyAccountStreamsMessage
  return sendTooManyRequests(reply, STREAM_RETRY_MS, message)
}

/** `Retry-After` when all streams are in use, in seconds. */
const FULL_RETRY_SECONDS = 30

const sendFull = (reply: FastifyReply) =>
  reply
    .code(503)
    .header('retry-after', String(FULL_RETRY_SECONDS))
    .send({ message: allStreamsInUseMessage(FULL_RETRY_SECONDS) })

/**
 * Adds the stream of market events (D22, D51), with a limit per caller. The route replies 503
 * while the market is frozen.
 */
export function registerStreamRoute(app: FastifyInstance, parts: StreamRouteParts): void {
  const { hub, getAudience, streamLimit, isFrozen } = parts
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const options = {
    config: { access: 'audience' as const },
    schema: {
      tags: [TAGS.market],
      summary: 'Eventos del mercado: snapshot, deal, annul, clock, alert, heartbeat, closed',
      'x-limit': 'STREAMS_PER_ADDRESS abiertos por cuenta o red, STREAMS en total',
      querystring: streamRequest,
      response: replies(STREAM_REPLY, 429, 503),
    },
    exposeHeadRoute: false,
  }

  calls.get(MARKET_PATHS.stream, options, (request, reply) => {
    // An already closed connection emits no close event: its slot would never be released.
    if (reply.raw.destroyed) return reply.hijack()
    if (isFrozen()) return sendFrozen(reply)
    const release = streamLimit.acquire(callerKey(request))
    if (release === 'caller-full') return sendCallerFull(request, reply)
    if (release === 'full') return sendFull(reply)

    const market = toMarket(request.query.mercado) ?? 'spot'
    const subscriber: Subscriber = { market, audience: getAudience(request), out: reply.raw, request }
    openStream(reply)
    onClose(request, reply, () => {
      hub.remove(subscriber)
      release()
    })
    hub.add(subscriber, findCursor(request, request.query.desde))
    return reply
  })
}
