import type { FastifyInstance } from 'fastify'
import type { Feeds } from '#server/feeds/feeds.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import {
  FEED_SOURCE_WORDS,
  FEED_WORDS,
  type FeedsReply,
  feedsReply,
} from '#src/adapters/http/contract/market/quotes.ts'
import { MARKET_PATHS } from '#src/adapters/http/contract/paths.ts'
import { toIso } from '#src/domain/time/bogota.ts'

export interface FeedsRouteParts {
  readonly feeds: Feeds
  /** Market time minus real time, in milliseconds. */
  readonly clockShift: () => number
}

/** Adds the public call with the source and the last update of each feed (D53). */
export function registerFeedsRoute(app: FastifyInstance, { feeds, clockShift }: FeedsRouteParts): void {
  app.get(
    MARKET_PATHS.feeds,
    {
      config: { access: 'public' },
      schema: { tags: [TAGS.market], summary: 'Estado de las fuentes de datos', response: replies(feedsReply) },
    },
    (_request, reply) => reply.header('cache-control', 'no-store').send(toFeedsReply(feeds, clockShift())),
  )
}

/** Creates the reply about the feeds. Times are market times, as in all market replies. */
export const toFeedsReply = (feeds: Feeds, shift: number): FeedsReply => ({
  data: feeds.states().map(({ name, source, lastSuccessAt, late }) => ({
    fuente: FEED_WORDS[name],
    origen: FEED_SOURCE_WORDS[source],
    actualizado: lastSuccessAt === null ? null : toIso(lastSuccessAt + shift),
    atrasada: late,
  })),
})
