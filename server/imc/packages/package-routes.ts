import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Database } from '#server/database/connection.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import type { SendEntityList } from '#server/imc/entity-lists.ts'
import { sendFailure } from '#server/imc/imc-replies.ts'
import { toOfferReply, toPackageGroupReply, toSubscriptionReply } from '#server/imc/packages/package-replies.ts'
import { hasPackage, listOffers, listPackageGroups, listSubscriptions } from '#server/imc/packages/package-store.ts'
import {
  offersReply,
  type PackageGroupsReply,
  packageGroupsReply,
  type SubscriptionsReply,
  subscriptionsQuery,
  subscriptionsReply,
} from '#src/adapters/http/contract/imc/packages.ts'
import { IMC_PACKAGE_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'

const readerAccess = { access: 'entityReader' } as const
const tags = [TAGS.entityPackages]

/** Adds the routes of packages and subscriptions (§7.2). */
export function registerPackageRoutes(app: FastifyInstance, { db }: Database, sendList: SendEntityList): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    toRoutePath(imcPaths.subscriptions(':entidad')),
    {
      config: readerAccess,
      schema: {
        tags,
        summary: 'Suscripciones: todas, de un paquete, o agrupadas por paquete',
        querystring: subscriptionsQuery,
        response: replies(z.union([packageGroupsReply, subscriptionsReply]), 404),
      },
    },
    async (request, reply) => {
      const { agrupado, paquete = null } = request.query
      if (agrupado === 'true') {
        return sendList(
          request,
          reply,
          async (entityId) =>
            (await listPackageGroups(db, entityId)).map(toPackageGroupReply) satisfies PackageGroupsReply['data'],
        )
      }
      if (paquete !== null && !(await hasPackage(db, paquete))) {
        return sendFailure(reply, { kind: 'unknown', item: 'package' })
      }
      return sendList(
        request,
        reply,
        async (entityId) =>
          (await listSubscriptions(db, entityId, paquete)).map(
            toSubscriptionReply,
          ) satisfies SubscriptionsReply['data'],
      )
    },
  )

  calls.get(
    IMC_PACKAGE_PATHS.offers,
    { config: readerAccess, schema: { tags, summary: 'Paquetes que se ofrecen', response: replies(offersReply) } },
    async (_request, reply) => reply.send({ data: (await listOffers(db)).map(toOfferReply) }),
  )
}
