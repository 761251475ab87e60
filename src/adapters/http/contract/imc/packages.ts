import * as z from 'zod/mini'

import { OFFER, PACKAGE_GROUP, SUBSCRIPTION } from '#src/adapters/http/contract/imc/fields.ts'
import { idField, listOf, ownIdField } from '#src/adapters/http/contract/imc/values.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { MAX_QUANTITY, MIN_QUANTITY } from '#src/domain/imc/packages/package-order.ts'

/** Requests subscriptions of an entity: grouped by package, of one package, or all. */
export const subscriptionsQuery = z.object({
  agrupado: z.optional(z.enum(['true', 'false'])),
  paquete: z.optional(idField),
})

export const packageGroupsReply = listOf(toReplySchema(PACKAGE_GROUP, {}))
export type PackageGroupsReply = z.infer<typeof packageGroupsReply>

export const subscriptionsReply = listOf(toReplySchema(SUBSCRIPTION, {}))
export type SubscriptionsReply = z.infer<typeof subscriptionsReply>

export const offersReply = listOf(toReplySchema(OFFER, {}))
export type OffersReply = z.infer<typeof offersReply>

/** Orders packages; `precio` is the displayed price of a package (D33). */
export const orderRequest = z.object({
  entidad_id: ownIdField,
  paquete_id: idField,
  administrador_id: ownIdField,
  precio: z.number().check(z.minimum(0)),
  cantidad: z.int().check(z.minimum(MIN_QUANTITY), z.maximum(MAX_QUANTITY)),
})
export type OrderRequest = z.infer<typeof orderRequest>
