import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { FeedState } from '#server/feeds/feeds.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { access, type OperatorRoutesDeps } from '#server/operator/operator-route.ts'
import { FEED_SOURCE_WORDS, FEED_WORDS } from '#src/adapters/http/contract/market/feed-words.ts'
import {
  type OperatorFeedsReply,
  operatorFeedsReply,
  operatorPaths,
} from '#src/adapters/http/contract/operator/operator.ts'
import { SECOND_MS, toIsoOrNull } from '#src/domain/time/bogota.ts'

const toReply = (state: FeedState): OperatorFeedsReply['data'][number] => ({
  fuente: FEED_WORDS[state.name],
  origen: FEED_SOURCE_WORDS[state.source],
  ultimo_intento: toIsoOrNull(state.lastAttemptAt),
  ultimo_exito: toIsoOrNull(state.lastSuccessAt),
  retraso: state.lag === null ? null : Math.round(state.lag / SECOND_MS),
  fallos: state.failures,
  atrasada: state.late,
  error: state.error,
})

/** Adds the route for the states of the feeds (D53). */
export function registerFeeds(app: FastifyInstance, { feeds }: OperatorRoutesDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    operatorPaths.feeds,
    {
      ...access,
      schema: {
        tags: [TAGS.operatorFeeds],
        summary: 'Estado de las fuentes de datos',
        response: replies(operatorFeedsReply),
      },
    },
    async () => ({ data: feeds.states().map(toReply) }),
  )
}
