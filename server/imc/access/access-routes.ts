import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { ACCESS_CHANGED } from '#server/imc/access/access-messages.ts'
import { type AccessServiceDeps, changeAccess } from '#server/imc/access/access-service.ts'
import { listAccess } from '#server/imc/access/access-store.ts'
import { sendFailure } from '#server/imc/imc-replies.ts'
import { getEntityUser, toActor, toAuditEntry } from '#server/imc/session/actor.ts'
import { accessReply, accessRequest, readAccessChange, toAccessReply } from '#src/adapters/http/contract/imc/access.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface AccessRoutesDeps extends AccessServiceDeps {
  /** The real clock. */
  readonly now: () => Instant
  /** The session clock. */
  readonly sessionNow: () => Instant
}

const access = { access: 'entityAdministrator' } as const
const tags = [TAGS.entitySession]

/** Adds the routes of who can sign in for an entity (D111). */
export function registerAccessRoutes(app: FastifyInstance, deps: AccessRoutesDeps): void {
  const { database, now, sessionNow } = deps
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    toRoutePath(imcPaths.access(':entidad')),
    {
      config: access,
      schema: { tags, summary: 'Personas que pueden ingresar por la entidad', response: replies(accessReply) },
    },
    async (request, reply) => {
      const people = await listAccess(database.db, getEntityUser(request).entityId, sessionNow())
      return reply.send({ data: people.map(toAccessReply) })
    },
  )

  calls.post(
    IMC_USER_PATHS.access,
    {
      config: access,
      schema: {
        tags,
        summary: 'Activa o desactiva un administrador, o envía una clave temporal',
        body: accessRequest,
        response: replies(doneReply, 404, 409),
      },
    },
    async (request, reply) => {
      const { id: userId, accion } = request.body
      const change = readAccessChange(accion)
      const actor = toActor(request, now())
      const result = await changeAccess(deps, {
        entityId: actor.user.entityId,
        userId,
        change,
        caller: actor.user,
        at: actor.stamp.at,
        sessionAt: sessionNow(),
        toEntry: (action, target, values) => ({ ...toAuditEntry(actor, action, target), ...values }),
      })
      if (!result.ok) return sendFailure(reply, result.error)
      return reply.send({ message: ACCESS_CHANGED[change] })
    },
  )
}
