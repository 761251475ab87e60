import type { FastifyInstance } from 'fastify'

import { registerBackup } from '#server/operator/backup-routes.ts'
import { registerCatalogue } from '#server/operator/catalogue-routes.ts'
import { registerClients, registerRegistrations } from '#server/operator/client-routes.ts'
import { registerFeeds } from '#server/operator/feed-routes.ts'
import { registerMessages } from '#server/operator/message-routes.ts'
import type { OperatorRoutesDeps } from '#server/operator/operator-route.ts'
import { registerOrders } from '#server/operator/order-routes.ts'
import { registerRequests } from '#server/operator/request-routes.ts'

type RegisterRoutes = (app: FastifyInstance, deps: OperatorRoutesDeps) => void

/** The routes of the operator by subject. A new group of routes is added here. */
const ROUTE_GROUPS: readonly RegisterRoutes[] = [
  registerRequests,
  registerCatalogue,
  registerClients,
  registerRegistrations,
  registerOrders,
  registerMessages,
  registerFeeds,
  registerBackup,
]

/** Adds the routes of the operator. Each route requires the operator key. */
export function registerOperatorRoutes(app: FastifyInstance, deps: OperatorRoutesDeps): void {
  for (const register of ROUTE_GROUPS) register(app, deps)
}
