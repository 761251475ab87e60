import type { FastifyReply } from 'fastify'

import type { Backups } from '#server/backup/create-backup.ts'
import type { Database } from '#server/database/connection.ts'
import type { Documents } from '#server/documents/documents.ts'
import type { Feeds } from '#server/feeds/feeds.ts'
import type { RouteScope } from '#server/http/access.ts'
import type { ClientOperations } from '#server/identity/identity.ts'
import type { EntityOperations } from '#server/imc/imc.ts'
import type { DealReviews } from '#server/market/market.ts'
import type { OrderOperations } from '#server/payments/payments.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Dependencies of the operator's routes. A new group of routes adds its own dependencies. */
export interface OperatorRoutesDeps {
  readonly operations: EntityOperations
  readonly documents: Documents
  readonly feeds: Pick<Feeds, 'states'>
  readonly clients: ClientOperations
  readonly orders: OrderOperations
  readonly deals: DealReviews
  readonly backups: Backups
  readonly database: Pick<Database, 'db' | 'transaction'>
  /** The real clock. */
  readonly now: () => Instant
}

/** The access of a route that an operator key with this scope may call. */
export const operatorAccess = (scope: RouteScope) => ({ config: { access: 'operator', operatorScope: scope } }) as const

export const sendMessage = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ message })
