import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { type Database, runRefusable } from '#server/database/connection.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import type { SendEntityList } from '#server/imc/entity-lists.ts'
import { EXPIRY_REMOVED, EXPIRY_SET } from '#server/imc/expiries/expiry-messages.ts'
import { changeExpiry } from '#server/imc/expiries/expiry-service.ts'
import { sendFailure } from '#server/imc/imc-replies.ts'
import { allowsExpiry, listExpiries } from '#server/imc/screens/screen-expiry-store.ts'
import { toExpiryReply, toScreenReply } from '#server/imc/screens/screen-replies.ts'
import { toActor } from '#server/imc/session/actor.ts'
import { imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { type ExpiriesReply, expiriesReply, expiryBody, screensReply } from '#src/adapters/http/contract/imc/screens.ts'
import { MAX_EXPIRY_DAYS } from '#src/domain/imc/screens/screen-expiry.ts'
import { addDays, type Instant, toDate } from '#src/domain/time/bogota.ts'

interface ExpiryRoutesParts {
  readonly database: Database
  readonly sendList: SendEntityList
  /** The real clock. */
  readonly now: () => Instant
}

const tags = [TAGS.entityPackages]
const params = z.object({ entidad: z.string(), numero: z.string(), pantalla: z.string() })

/** Adds the routes of the last days of screens (D108). */
export function registerExpiryRoutes(app: FastifyInstance, { database, sendList, now }: ExpiryRoutesParts): void {
  const { db } = database
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    toRoutePath(imcPaths.expiries(':entidad')),
    {
      config: { access: 'entityReader' },
      schema: { tags, summary: 'Pantallas con fecha de vencimiento', response: replies(expiriesReply) },
    },
    async (request, reply) =>
      sendList(request, reply, async (entityId) => {
        if (!(await allowsExpiry(db, entityId))) return []
        const expiries = await listExpiries(db, entityId, addDays(toDate(now()), MAX_EXPIRY_DAYS))
        return expiries.map(toExpiryReply) satisfies ExpiriesReply['data']
      }),
  )

  calls.put(
    toRoutePath(imcPaths.expiry(':entidad', ':numero', ':pantalla')),
    {
      config: { access: 'entityAdministrator' },
      schema: {
        tags,
        summary: 'Pone, cambia o quita la fecha de vencimiento de una pantalla asignada',
        params,
        body: expiryBody,
        response: replies(screensReply, 403, 404, 409),
      },
    },
    async (request, reply) => {
      const { numero: number, pantalla: screen } = request.params
      const { usuario_id: userId, hasta: endsOn } = request.body
      const actor = toActor(request, now())
      const result = await runRefusable(database, (tx) => changeExpiry(tx, actor, { number, screen, userId, endsOn }))
      if (!result.ok) return sendFailure(reply, result.error)
      return reply.send({
        data: [toScreenReply(actor.user.entityId, result.value)],
        message: endsOn === null ? EXPIRY_REMOVED : EXPIRY_SET,
      })
    },
  )
}
