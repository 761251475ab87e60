import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import { idParams, sendFailure } from '#server/imc/imc-replies.ts'
import { DECIDED } from '#server/imc/requests/confirmation-messages.ts'
import type { RequestService } from '#server/imc/requests/request-service.ts'
import { toActor } from '#server/imc/session/actor.ts'
import { imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { returnRequest } from '#src/adapters/http/contract/imc/requests.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import type { ConfirmationDecision } from '#src/domain/imc/requests/confirmations.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface ConfirmationRoutesParts {
  readonly requests: Pick<RequestService, 'decide'>
  /** The real clock. */
  readonly now: () => Instant
}

const config = { access: 'entityAdministrator' } as const
const tags = [TAGS.entityRequests]
const response = replies(doneReply, 404, 409)

const toPath = (decision: ConfirmationDecision) => toRoutePath(imcPaths.decision(':id', decision))

/** Adds the routes that decide a request that waits for a second person (D106). */
export function registerConfirmationRoutes(app: FastifyInstance, { requests, now }: ConfirmationRoutesParts): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const sendDecided = (reply: FastifyReply, decision: ConfirmationDecision, result: Result<void, ImcFailure>) =>
    result.ok ? reply.send({ message: DECIDED[decision] }) : sendFailure(reply, result.error)

  for (const [decision, summary] of [
    ['confirmed', 'Confirma la solicitud de otra persona'],
    ['withdrawn', 'Retira una solicitud propia que espera confirmación'],
  ] as const) {
    calls.post(
      toPath(decision),
      { config, schema: { tags, summary, params: idParams, response } },
      async (request, reply) =>
        sendDecided(reply, decision, await requests.decide(toActor(request, now()), request.params.id, decision, '')),
    )
  }

  calls.post(
    toPath('returned'),
    {
      config,
      schema: {
        tags,
        summary: 'Devuelve la solicitud de otra persona',
        params: idParams,
        body: returnRequest,
        response,
      },
    },
    async (request, reply) => {
      const { motivo } = request.body
      const actor = toActor(request, now())
      return sendDecided(reply, 'returned', await requests.decide(actor, request.params.id, 'returned', motivo))
    },
  )
}
