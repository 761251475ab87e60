import type { FastifyRequest } from 'fastify'

import type { AuditEntry, AuditStamp } from '#server/database/audit-store.ts'
import type { KeyedRequest } from '#server/database/idempotency.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { toKeyedRequest } from '#server/http/idempotency-key.ts'
import { type EntityUser, getEntityUser } from '#server/imc/users/entity-user.ts'
import type { AuditAction } from '#src/domain/imc/audit/audit.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The user who makes a change, with the time and the request. */
export interface Actor {
  readonly user: EntityUser
  readonly stamp: AuditStamp
  /** Null without an idempotency key. */
  readonly keyedRequest: KeyedRequest | null
}

/** Reads the actor from the request's session (D24). `at` is the time of the real clock. */
export function toActor(request: FastifyRequest, at: Instant): Actor {
  const user = getEntityUser(request)
  return { user, stamp: toAuditStamp(request, at), keyedRequest: toKeyedRequest(request, user.id, at) }
}

type Values = Readonly<Record<string, string | number | boolean | null>>

/** Creates an audit entry for a change by the actor. */
export const toAuditEntry = (
  { user, stamp }: Actor,
  action: AuditAction,
  target: string,
  { before = null, after = null }: { readonly before?: Values | null; readonly after?: Values | null } = {},
): AuditEntry => ({
  ...stamp,
  realm: 'imc',
  subjectId: user.id,
  subjectName: user.name,
  entityId: user.entityId,
  action,
  target,
  before,
  after,
})
