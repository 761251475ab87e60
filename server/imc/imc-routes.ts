import type { FastifyInstance } from 'fastify'

import type { RequirementFile } from '#server/documents/document-store.ts'
import { registerAuditRoute } from '#server/imc/audit/audit-routes.ts'
import { createEntityLists } from '#server/imc/entity-lists.ts'
import { registerProductRoutes } from '#server/imc/packages/product-routes.ts'
import { registerRequestRoutes } from '#server/imc/requests/request-routes.ts'
import { createRequestService } from '#server/imc/requests/request-service.ts'
import { registerUserRoutes } from '#server/imc/users/user-routes.ts'
import { createUserService, type UserServiceParts } from '#server/imc/users/user-service.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface ImcRoutesParts extends UserServiceParts {
  /** Lists the uploaded documents of a request. */
  readonly listFiles: (entityId: string, requestId: string) => Promise<readonly RequirementFile[]>
  /** The real clock. */
  readonly now: () => Instant
}

/** Adds the routes of users, packages, screens, requests and audit of the entity (§7.2). */
export function registerImcRoutes(app: FastifyInstance, parts: ImcRoutesParts): void {
  const { database, now, listFiles } = parts
  const sendList = createEntityLists(database)
  registerUserRoutes(app, { database, users: createUserService(parts), sendList, now })
  registerProductRoutes(app, database, sendList)
  registerRequestRoutes(app, { database, requests: createRequestService(database), listFiles, sendList, now })
  registerAuditRoute(app, database)
}
