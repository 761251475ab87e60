import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { type Database, runRefusable } from '#server/database/connection.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { GOVERNANCE_SAVED } from '#server/imc/governance/governance-messages.ts'
import { changeGovernance } from '#server/imc/governance/governance-service.ts'
import { readGovernance } from '#server/imc/governance/governance-store.ts'
import { sendFailure } from '#server/imc/imc-replies.ts'
import { getEntityUser, toActor, toAuditEntry } from '#server/imc/session/actor.ts'
import {
  governanceReply,
  governanceRequest,
  toGovernanceReply,
  toSettings,
} from '#src/adapters/http/contract/imc/governance.ts'
import { imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface GovernanceRoutesParts {
  readonly database: Database
  /** The real clock. */
  readonly now: () => Instant
}

const tags = [TAGS.entityRequests]
const path = toRoutePath(imcPaths.governance(':entidad'))

/** Adds the routes of the rules that an entity can turn on (D100). */
export function registerGovernanceRoutes(app: FastifyInstance, { database, now }: GovernanceRoutesParts): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    path,
    {
      config: { access: 'entityReader' },
      schema: { tags, summary: 'Controles de la entidad', response: replies(governanceReply) },
    },
    async (request, reply) =>
      reply.send({ data: [toGovernanceReply(await readGovernance(database.db, getEntityUser(request).entityId))] }),
  )

  calls.put(
    path,
    {
      config: { access: 'entityAdministrator' },
      schema: {
        tags,
        summary: 'Cambia los controles de la entidad',
        body: governanceRequest,
        response: replies(governanceReply, 409),
      },
    },
    async (request, reply) => {
      const { version, ...settings } = request.body
      const actor = toActor(request, now())
      const { entityId, name } = actor.user
      const result = await runRefusable(database, (tx) =>
        changeGovernance(tx, {
          entityId,
          by: name,
          at: actor.stamp.at,
          version,
          toSettings: () => toSettings(settings),
          toEntry: (values) => ({ ...toAuditEntry(actor, 'governance-changed', entityId), ...values }),
        }),
      )
      if (!result.ok) return sendFailure(reply, result.error)
      return reply.send({ data: [toGovernanceReply(result.value)], message: GOVERNANCE_SAVED })
    },
  )
}
