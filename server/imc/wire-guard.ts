import type { FastifyInstance } from 'fastify'
import { OTHER_ENTITY } from '#server/imc/session/session-messages.ts'
import { findEntityUser } from '#server/imc/users/entity-user.ts'
import { OTHER_USER } from '#server/security/login-realm.ts'

/** Body fields, the fields of the user that they must equal (D24), and the error messages. */
const OWN_FIELDS = [
  ['entidad_id', 'entityId', OTHER_ENTITY],
  ['administrador_id', 'id', OTHER_USER],
] as const

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Refuses bodies that name another entity or another administrator than the session's (D24). */
export function refuseForeignBodies(app: FastifyInstance): void {
  app.addHook('preValidation', (request, reply, done) => {
    const user = findEntityUser(request)
    const { body } = request
    if (user === null || !isRecord(body)) return done()
    const foreignField = OWN_FIELDS.find(([bodyField, userField]) => {
      const value = body[bodyField]
      return value !== undefined && value !== null && value !== user[userField]
    })
    if (foreignField === undefined) return done()
    reply.code(403).send({ message: foreignField[2] })
  })
}
