import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { ADMINISTRATOR_ADDED, sessionsEnded, UNKNOWN_ENTITY, UNKNOWN_PERSON } from '#server/operator/messages.ts'
import { type OperatorRoutesDeps, operatorAccess, sendMessage } from '#server/operator/operator-route.ts'
import { accessReply, readAccessChange, toAccessReply } from '#src/adapters/http/contract/imc/access.ts'
import {
  accessChangeBody,
  administratorPaths,
  endedSessionsBody,
  newAdministratorBody,
} from '#src/adapters/http/contract/operator/administrators.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'

const access = operatorAccess('entities')
const tags = [TAGS.operator]
const params = z.object({ codigo: z.string() })

/** Adds the routes of who can sign in for an entity (D111). */
export function registerAdministrators(app: FastifyInstance, { operations, now }: OperatorRoutesDeps): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    toRoutePath(administratorPaths.access(':codigo')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Personas que pueden ingresar por una entidad',
        params,
        response: replies(accessReply, 404),
      },
    },
    async (request, reply) => {
      const people = await operations.listAccess(request.params.codigo, toAuditStamp(request, now()))
      return people === null ? sendMessage(reply, 404, UNKNOWN_ENTITY) : reply.send({ data: people.map(toAccessReply) })
    },
  )

  calls.post(
    toRoutePath(administratorPaths.administrators(':codigo')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Agrega un administrador a una entidad',
        params,
        body: newAdministratorBody,
        response: replies(doneReply, 404, 409),
      },
    },
    async (request, reply) => {
      const { nombre, usr_name: username, email_address: email, tipo_doc, idoc_numero } = request.body
      const form = { name: nombre, username, email, documentType: tipo_doc, documentNumber: idoc_numero }
      const result = await operations.addAdministrator(request.params.codigo, form, toAuditStamp(request, now()))
      if (result === null) return sendMessage(reply, 404, UNKNOWN_ENTITY)
      if (!result.ok) return sendMessage(reply, result.error.status, result.error.message)
      return reply.send({ message: ADMINISTRATOR_ADDED })
    },
  )

  calls.post(
    toRoutePath(administratorPaths.change(':codigo', ':usuario')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Activa o desactiva un administrador, o envía una clave temporal',
        params: z.object({ codigo: z.string(), usuario: z.string() }),
        body: accessChangeBody,
        response: replies(doneReply, 404, 409),
      },
    },
    async (request, reply) => {
      const { codigo: entity, usuario: username } = request.params
      const change = readAccessChange(request.body.accion)
      const result = await operations.changeAccess({ entity, username }, change, toAuditStamp(request, now()))
      if (result === null) return sendMessage(reply, 404, UNKNOWN_PERSON)
      if (!result.ok) return sendMessage(reply, result.error.status, result.error.message)
      return reply.send({ message: result.value })
    },
  )

  calls.post(
    toRoutePath(administratorPaths.endSessions(':codigo')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Cierra las sesiones de una persona de la entidad, o de todas',
        params,
        body: endedSessionsBody,
        response: replies(doneReply, 404),
      },
    },
    async (request, reply) => {
      const { usr_name: username = null } = request.body
      const count = await operations.endSessions(request.params.codigo, username, toAuditStamp(request, now()))
      return count === null ? sendMessage(reply, 404, UNKNOWN_PERSON) : reply.send({ message: sessionsEnded(count) })
    },
  )
}
