import type { FastifyInstance } from 'fastify'

import type { FeedState } from '#server/feeds/feeds.ts'
import { access, type OperatorRoutesDeps } from '#server/operator/operator-route.ts'
import { FEED_SOURCE_WORDS, FEED_WORDS } from '#src/adapters/http/contract/feed-words.ts'
import { type OperatorFeedsReply, operatorPaths } from '#src/adapters/http/contract/operator.ts'
import { type Instant, SECOND_MS, toIso } from '#src/domain/time/bogota.ts'

const toTime = (at: Instant | null) => (at === null ? null : toIso(at))

const toReply = (state: FeedState): OperatorFeedsReply['data'][number] => ({
  fuente: FEED_WORDS[state.name],
  origen: FEED_SOURCE_WORDS[state.source],
  ultimo_intento: toTime(state.lastAttemptAt),
  ultimo_exito: toTime(state.lastSuccessAt),
  retraso: state.lag === null ? null : Math.round(state.lag / SECOND_MS),
  fallos: state.failures,
  atrasada: state.late,
  error: state.error,
})

/** Adds the call for the states of the feeds (D53). */
export function registerFeeds(app: FastifyInstance, { feeds }: OperatorRoutesDeps): void {
  app.get(operatorPaths.feeds, access, async (): Promise<OperatorFeedsReply> => ({ data: feeds.states().map(toReply) }))
}
