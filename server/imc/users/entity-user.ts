import type { FastifyRequest } from 'fastify'

import type { ImcRole } from '#src/domain/imc/users/entity-user.ts'

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
