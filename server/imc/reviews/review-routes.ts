import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Database } from '#server/database/connection.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { sendFailure, sendWithEtag } from '#server/imc/imc-replies.ts'
import type { RequestService } from '#server/imc/requests/request-service.ts'
import { REVIEW_ANSWERED } from '#server/imc/reviews/review-messages.ts'
import { answerReview, readReview } from '#server/imc/reviews/review-service.ts'
import { getEntityUser, toActor } from '#server/imc/session/actor.ts'
import { imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { reviewBody, reviewReply, toReviewChange, toReviewReply } from '#src/adapters/http/contract/imc/reviews.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface ReviewRoutesParts {
  readonly database: Database
  readonly requests: RequestService
  /** The real clock. */
  readonly now: () => Instant
}

const tags = [TAGS.entityPackages]
const path = toRoutePath(imcPaths.review(':entidad'))

/** Adds the routes of the yearly review (D110). */
export function registerReviewRoutes(app: FastifyInstance, { database, requests, now }: ReviewRoutesParts): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    path,
    {
      config: { access: 'entityReader' },
      schema: { tags, summary: 'Revisión anual de las pantallas asignadas', response: replies(reviewReply) },
    },
    async (request, reply) => {
      const review = await readReview(database.db, getEntityUser(request).entityId, now())
      return sendWithEtag(request, reply, { data: [toReviewReply(review)] })
    },
  )

  calls.post(
    path,
    {
      config: { access: 'entityAdministrator' },
      schema: {
        tags,
        summary: 'Conserva o desvincula una pantalla de la revisión anual',
        body: reviewBody,
        response: replies(doneReply, 403, 404, 409),
      },
    },
    async (request, reply) => {
      const result = await answerReview(database, requests, toActor(request, now()), toReviewChange(request.body))
      return result.ok ? reply.send({ message: REVIEW_ANSWERED }) : sendFailure(reply, result.error)
    },
  )
}
