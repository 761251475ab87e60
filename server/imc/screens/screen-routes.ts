import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Database } from '#server/database/connection.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import type { SendEntityList } from '#server/imc/entity-lists.ts'
import { findSubscriptionOwnership } from '#server/imc/entity-store.ts'
import { toMissing } from '#server/imc/failures.ts'
import { idParams, parsePage, sendFailure, toPageReply } from '#server/imc/imc-replies.ts'
import { type ListParts, mapParts } from '#server/imc/read-parts.ts'
import { hasProfile, listCompatibleProfiles, listRequirements } from '#server/imc/screens/profile-store.ts'
import {
  toFreeScreenReply,
  toProfileReply,
  toRequirementReply,
  toScreenReply,
} from '#server/imc/screens/screen-replies.ts'
import {
  findScreenPage,
  type ListedScreen,
  listAllScreens,
  listFreeScreens,
  listScreens,
} from '#server/imc/screens/screen-store.ts'
import { getEntityUser } from '#server/imc/session/actor.ts'
import { imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import {
  type FreeScreensReply,
  freeScreensQuery,
  freeScreensReply,
  profilesReply,
  requirementsReply,
  type ScreensReply,
  screensReply,
} from '#src/adapters/http/contract/imc/screens.ts'
import { pageQuery, withCursor } from '#src/adapters/http/contract/imc/values.ts'

const readerAccess = { access: 'entityReader' } as const
const tags = [TAGS.entityPackages]

/** A cursor of screens has one value: the name of the last screen. */
const SCREEN_CURSOR_LENGTH = 1

const numberParams = z.object({ entidad: z.string(), numero: z.string() })

const sendUnknownProfile = (reply: FastifyReply) => sendFailure(reply, { kind: 'unknown', item: 'profile' })

/** Adds the routes of screens and of their profiles (§7.2). */
export function registerScreenRoutes(app: FastifyInstance, { db }: Database, sendList: SendEntityList): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    toRoutePath(imcPaths.screens(':entidad', ':numero')),
    {
      config: readerAccess,
      schema: {
        tags,
        summary: 'Pantallas de una suscripción',
        params: numberParams,
        querystring: pageQuery,
        response: replies(withCursor(screensReply), 404),
      },
    },
    async (request, reply) => {
      const { entityId } = getEntityUser(request)
      const { numero } = request.params
      const { buscar = '' } = request.query
      const ownership = await findSubscriptionOwnership(db, entityId, numero)
      if (ownership !== 'own') return sendFailure(reply, toMissing(ownership, 'subscription'))
      const page = parsePage(request.query, SCREEN_CURSOR_LENGTH)
      if (!page.ok) return reply.code(400).send({ message: page.error })
      const toReply = (screen: ListedScreen) => toScreenReply(entityId, screen)
      if (page.value === null) {
        return sendList(
          request,
          reply,
          async () => (await listScreens(db, entityId, numero)).map(toReply) satisfies ScreensReply['data'],
        )
      }
      const [after = null] = page.value.after ?? []
      const query = { limit: page.value.limit, after, search: buscar }
      return reply.send(toPageReply(await findScreenPage(db, entityId, numero, query), toReply))
    },
  )

  calls.get(
    toRoutePath(imcPaths.allScreens(':entidad')),
    {
      config: readerAccess,
      schema: { tags, summary: 'Pantallas de todas las suscripciones', response: replies(screensReply) },
    },
    async (request, reply) =>
      sendList(
        request,
        reply,
        (entityId) =>
          mapParts(listAllScreens(db, entityId), (screen) => toScreenReply(entityId, screen)) satisfies ListParts<
            ScreensReply['data'][number]
          >,
      ),
  )

  calls.get(
    toRoutePath(imcPaths.freeScreens(':entidad')),
    {
      config: readerAccess,
      schema: {
        tags,
        summary: 'Pantallas disponibles, todas o para un perfil',
        querystring: freeScreensQuery,
        response: replies(freeScreensReply, 404),
      },
    },
    async (request, reply) => {
      const { perfilActual = null } = request.query
      if (perfilActual !== null && !(await hasProfile(db, perfilActual))) return sendUnknownProfile(reply)
      return sendList(
        request,
        reply,
        (entityId) =>
          mapParts(listFreeScreens(db, entityId, perfilActual), (screen) =>
            toFreeScreenReply(entityId, screen),
          ) satisfies ListParts<FreeScreensReply['data'][number]>,
      )
    },
  )

  calls.get(
    toRoutePath(imcPaths.profiles(':id')),
    {
      config: readerAccess,
      schema: {
        tags,
        summary: 'Perfiles compatibles con uno',
        params: idParams,
        response: replies(profilesReply, 404),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!(await hasProfile(db, id))) return sendUnknownProfile(reply)
      const profiles = await listCompatibleProfiles(db, id)
      return reply.send({ data: profiles.map(toProfileReply) })
    },
  )

  calls.get(
    toRoutePath(imcPaths.requirements(':id')),
    {
      config: readerAccess,
      schema: {
        tags,
        summary: 'Documentos que pide un perfil',
        params: idParams,
        response: replies(requirementsReply, 404),
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (!(await hasProfile(db, id))) return sendUnknownProfile(reply)
      const requirements = await listRequirements(db, id)
      return reply.send({ data: requirements.map(toRequirementReply) })
    },
  )
}
