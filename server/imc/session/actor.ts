import type { FastifyRequest } from 'fastify'

import type { AuditEntry, AuditStamp } from '#server/database/audit-store.ts'
import type { KeyedRequest } from '#server/database/idempotency.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { toKeyedRequest } from '#server/http/idempotency-key.ts'
import type { AuditField } from '#server/imc/imc-messages.ts'
import type { AuditAction } from '#src/domain/imc/audit/audit.ts'
import type { ImcRole } from '#src/domain/imc/users/roles.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The entity user who sent a request, with the current values of the database. */
export interface EntityUser {
  readonly id: string
  readonly name: string
  readonly role: ImcRole
  readonly entityId: string
  readonly entityName: string
}

const users = new WeakMap<FastifyRequest, EntityUser>()

/** Stores the user of a request. Only the access check calls this function. */
export const setEntityUser = (request: FastifyRequest, user: EntityUser): void => void users.set(request, user)

/** Returns the user of a request; null when its route requires no entity user. */
export const findEntityUser = (request: FastifyRequest): EntityUser | null => users.get(request) ?? null

/** Returns the user of a request. Throws when its route requires no entity user. */
export function getEntityUser(request: FastifyRequest): EntityUser {
  const user = findEntityUser(request)
  if (user === null) throw new Error(`route ${request.routeOptions.url} requires no entity user`)
  return user
}

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

/** Values with the names that the entity reads. */
export type EntryValues = Readonly<Partial<Record<AuditField, string | number | boolean | null>>>

/** Creates an audit entry for a change by the actor. */
export const toAuditEntry = (
  { user, stamp }: Actor,
  action: AuditAction,
  target: string,
  { before = null, after = null }: { readonly before?: EntryValues | null; readonly after?: EntryValues | null } = {},
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

/** Creates an audit entry of an entity user. By default the user is also the target. */
export const toUserEntry = (
  stamp: AuditStamp,
  user: EntityUser,
  action: AuditAction,
  target: string = user.id,
): AuditEntry => ({
  ...stamp,
  realm: 'imc',
  subjectId: user.id,
  subjectName: user.name,
  entityId: user.entityId,
  action,
  target,
})
