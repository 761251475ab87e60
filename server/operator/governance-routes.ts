import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { GOVERNANCE_CHANGED, UNKNOWN_ENTITY } from '#server/operator/messages.ts'
import { type OperatorRoutesDeps, operatorAccess, sendMessage } from '#server/operator/operator-route.ts'
import {
  governanceReply,
  operatorGovernanceRequest,
  toGovernanceReply,
  toPartialSettings,
} from '#src/adapters/http/contract/imc/governance.ts'
import { operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'

const access = operatorAccess('entities')
const tags = [TAGS.operator]
const path = toRoutePath(operatorPaths.governance(':codigo'))
const params = z.object({ codigo: z.string() })

/** Adds the routes of the rules of an entity (D100). */
export function registerGovernance(app: FastifyInstance, { operations, now }: OperatorRoutesDeps): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    path,
    {
      ...access,
      schema: { tags, summary: 'Controles de una entidad', params, response: replies(governanceReply, 404) },
    },
    async (request, reply) => {
      const governance = await operations.readGovernance(request.params.codigo)
      return governance === null
        ? sendMessage(reply, 404, UNKNOWN_ENTITY)
        : reply.send({ data: [toGovernanceReply(governance)] })
    },
  )

  calls.put(
    path,
    {
      ...access,
      schema: {
        tags,
        summary: 'Cambia controles de una entidad',
        params,
        body: operatorGovernanceRequest,
        response: replies(governanceReply, 404, 409),
      },
    },
    async (request, reply) => {
      const change = toPartialSettings(request.body)
      const result = await operations.changeGovernance(request.params.codigo, change, toAuditStamp(request, now()))
      if (result === null) return sendMessage(reply, 404, UNKNOWN_ENTITY)
      if (!result.ok) return sendMessage(reply, result.error.status, result.error.message)
      return reply.send({ data: [toGovernanceReply(result.value)], message: GOVERNANCE_CHANGED })
    },
  )
}
