import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

import type { AudienceOf } from '#server/market/market-answers.ts'
import type { StreamHub, Subscriber } from '#server/market/stream-hub.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { streamRequest } from '#src/adapters/http/contract/stream.ts'
import { marketOfId } from '#src/domain/market/market.ts'

export interface StreamRouteParts {
  readonly hub: StreamHub
  readonly audienceOf: AudienceOf
}

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

/** The market's events as they happen (D22, D51). */
export function registerStreamRoute(app: FastifyInstance, { hub, audienceOf }: StreamRouteParts): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const options = { schema: { querystring: streamRequest }, exposeHeadRoute: false }

  calls.get(MARKET_PATHS.stream, options, (request, reply) => {
    const { mercado, desde } = request.query
    // A browser that reconnects asks at the address of its first time: what it saw since then counts.
    const since = lastEventId(request) ?? (desde === undefined ? null : Number(desde))
    const market = marketOfId(mercado) ?? 'spot'
    const subscriber: Subscriber = { market, audience: audienceOf(request), out: reply.raw, caller: request }

    reply.hijack()
    for (const [name, value] of Object.entries(reply.headers(STREAM_HEADERS).getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    reply.raw.writeHead(200)
    reply.raw.on('close', () => hub.leave(subscriber))
    reply.raw.on('error', () => hub.leave(subscriber))
    hub.join(subscriber, since)
  })
}
