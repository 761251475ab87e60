import type { FastifyRequest } from 'fastify'

import type { ImcRole } from '#src/domain/imc/entity-user.ts'

/** The user of an entity who sent a request, as the database has it now. */
export interface EntityUser {
  readonly id: string
  readonly name: string
  readonly role: ImcRole
  readonly entityId: string
  readonly entityName: string
}

const users = new WeakMap<FastifyRequest, EntityUser>()

/** Stores the user of a request; the check of its access calls it. */
export const setEntityUser = (request: FastifyRequest, user: EntityUser): void => void users.set(request, user)

/** The user of a request, null when its route needs no access of an entity. */
export const findEntityUser = (request: FastifyRequest): EntityUser | null => users.get(request) ?? null

/** The user of a request to a route with an access of the entity. */
export function getEntityUser(request: FastifyRequest): EntityUser {
  const user = findEntityUser(request)
  if (user === null) throw new Error(`route ${request.routeOptions.url} needs an access of the entity`)
  return user
}
