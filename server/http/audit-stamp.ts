import type { FastifyRequest } from 'fastify'

import type { AuditStamp } from '#server/database/audit-store.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The time and origin of a request, for its audit entries. `at` is on the real clock. */
export const toAuditStamp = (request: FastifyRequest, at: Instant): AuditStamp => ({
  at,
  origin: { requestId: request.id, address: request.ip, operatorKey: request.operatorKeyName },
})
