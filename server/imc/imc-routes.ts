import type { FastifyInstance } from 'fastify'

import { registerAuditRoute } from '#server/imc/audit-routes.ts'
import { registerProductRoutes } from '#server/imc/product-routes.ts'
import type { UploadedFile } from '#server/imc/request-replies.ts'
import { registerRequestRoutes } from '#server/imc/request-routes.ts'
import { createRequestService } from '#server/imc/request-service.ts'
import { registerUserRoutes } from '#server/imc/user-routes.ts'
import { createUserService, type UserServiceParts } from '#server/imc/user-service.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface ImcRoutesParts extends UserServiceParts {
  /** The uploaded documents of a request. */
  readonly listFiles: (entityId: string, requestId: string) => Promise<readonly UploadedFile[]>
  /** The real clock. */
  readonly now: () => Instant
}

/** Users, packages, screens, requests and audit of the entity, below {imc-api} (§7.2). */
export function registerImcRoutes(app: FastifyInstance, parts: ImcRoutesParts): void {
  const { database, now, listFiles } = parts
  registerUserRoutes(app, { database, users: createUserService(parts), now })
  registerProductRoutes(app, database)
  registerRequestRoutes(app, { database, requests: createRequestService(database), listFiles, now })
  registerAuditRoute(app, database)
}
