import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import { callerNet } from '#server/http/caller-net.ts'
import type { ConcurrencyLimit } from '#server/http/concurrency-limit.ts'
import { sendTooManyRequests } from '#server/http/too-many-requests.ts'
import type { AudienceOf } from '#server/market/market-answers.ts'
import type { StreamHub, Subscriber } from '#server/market/stream-hub.ts'
import { tooManyStreams } from '#server/messages.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { streamRequest } from '#src/adapters/http/contract/stream.ts'
import { marketOfId } from '#src/domain/trading/market.ts'

export interface StreamRouteParts {
  readonly hub: StreamHub
  readonly audienceOf: AudienceOf
  /** Of the streams of each caller's net. */
  readonly streamLimit: ConcurrencyLimit
}

/** When whoever has all streams open that one net may have is told to come back. */
export const STREAM_RETRY_MS = 30_000

/** A proxy that collected the stream before passing it on would keep it from its reader for ever. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}

const MAX_EVENT_ID_DIGITS = 9

/** The event that a reconnecting browser saw last; what is no number is no event of ours. */
function lastEventId({ headers }: FastifyRequest): number | null {
  const id = headers['last-event-id']
  return typeof id === 'string' && new RegExp(`^\\d{1,${MAX_EVENT_ID_DIGITS}}$`).test(id) ? Number(id) : null
}

const sinceOf = (request: FastifyRequest, asked: string | number | undefined): number | null =>
  // A browser that reconnects asks at the address of its first time: what it saw since then counts.
  lastEventId(request) ?? (asked === undefined ? null : Number(asked))

/** Turns an answer into a stream, which does not end by itself. */
function beginStream(reply: FastifyReply) {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.headers(STREAM_HEADERS).getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value)
  }
  reply.raw.writeHead(200)
}

/** Hears once of the end of an answer, or of its connection: an answer that waits behind another one is not told of that. */
function whenOver({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply, end: () => void) {
  function over() {
    socket.off('close', over)
    end()
  }
  raw.on('close', over)
  raw.on('error', over)
  socket.on('close', over)
}

/** The market's events as they happen (D22, D51), for so many readers of one net at once. */
export function registerStreamRoute(app: FastifyInstance, { hub, audienceOf, streamLimit }: StreamRouteParts): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const options = { schema: { querystring: streamRequest }, exposeHeadRoute: false }

  calls.get(MARKET_PATHS.stream, options, (request, reply) => {
    // Whoever has hung up by now is not heard of again, and would keep a place for ever.
    if (reply.raw.destroyed) return reply.hijack()
    const release = streamLimit.acquire(callerNet(request.ip))
    if (release === null) return sendTooManyRequests(reply, STREAM_RETRY_MS, tooManyStreams)

    const market = marketOfId(request.query.mercado) ?? 'spot'
    const subscriber: Subscriber = { market, audience: audienceOf(request), out: reply.raw, caller: request }
    beginStream(reply)
    whenOver(request, reply, () => {
      hub.leave(subscriber)
      release()
    })
    hub.join(subscriber, sinceOf(request, request.query.desde))
    return reply
  })
}
