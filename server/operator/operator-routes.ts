import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import type { Database } from '#server/database/connection.ts'
import { listUndelivered, retryItem } from '#server/database/outbox.ts'
import type { Documents } from '#server/documents/documents.ts'
import { sendDocument } from '#server/documents/send-document.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import type { EntityOperations } from '#server/imc/imc.ts'
import {
  APPROVED,
  ENTITY_ADDED,
  ENTITY_TAKEN,
  MESSAGE_RETRIED,
  NOT_OPEN,
  PACKAGE_ADDED,
  PACKAGE_CHANGED,
  PACKAGE_TAKEN,
  REFUSED,
  UNKNOWN_MESSAGE,
  UNKNOWN_PACKAGE,
  UNKNOWN_PROFILE,
  UNKNOWN_REQUEST,
} from '#server/operator/messages.ts'
import { toDetailReply, toMessageReply, toRequestReply } from '#server/operator/operator-replies.ts'
import {
  newEntityBody,
  newPackageBody,
  operatorPaths,
  operatorRequestsQuery,
  packageChangeBody,
  refusalBody,
} from '#src/adapters/http/contract/operator.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

export interface OperatorRoutesDeps {
  readonly operations: EntityOperations
  readonly documents: Documents
  readonly database: Pick<Database, 'db'>
  /** The real clock. */
  readonly now: () => Instant
}

/** The path of a route with the names of its parameters. */
const route = (path: string) => decodeURIComponent(path)

const referenceParams = z.object({ referencia: z.string() })
const access = { config: { access: 'operator' } } as const

const send = (reply: FastifyReply, status: number, message: string) => reply.code(status).send({ message })

/** Adds the calls that settle requests (D31). */
function registerRequests(app: FastifyInstance, { operations, documents, now }: OperatorRoutesDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  const failed = (reply: FastifyReply, failure: 'unknown' | 'not-open') =>
    failure === 'unknown' ? send(reply, 404, UNKNOWN_REQUEST) : send(reply, 409, NOT_OPEN)

  typed.get(operatorPaths.requests, { ...access, schema: { querystring: operatorRequestsQuery } }, async (request) => {
    const { estado, entidad } = request.query
    const filter = { openOnly: estado !== 'todas', entityCode: entidad ?? null }
    return { data: (await operations.listRequests(filter)).map(toRequestReply) }
  })

  typed.get(
    route(operatorPaths.request(':referencia')),
    { ...access, schema: { params: referenceParams } },
    async (request, reply) => {
      const found = await operations.findRequest(request.params.referencia)
      return found === null ? send(reply, 404, UNKNOWN_REQUEST) : { data: [toDetailReply(found)] }
    },
  )

  typed.get(
    route(operatorPaths.document(':referencia', ':requisito')),
    { ...access, schema: { params: z.extend(referenceParams, { requisito: z.string() }) } },
    async (request, reply) => {
      const { referencia, requisito } = request.params
      const found = await operations.findRequest(referencia)
      if (found === null) return send(reply, 404, UNKNOWN_REQUEST)
      const owner = { entityId: found.entityId, requestId: found.id, requirementId: requisito }
      return sendDocument(reply, documents, await documents.find({ kind: 'requirement', ...owner }))
    },
  )

  typed.post(
    route(operatorPaths.approve(':referencia')),
    { ...access, schema: { params: referenceParams } },
    async (request, reply) => {
      const stamp = toAuditStamp(request, now())
      const settled = await operations.settle(request.params.referencia, 'approved', '', stamp)
      return settled.ok ? { message: APPROVED } : failed(reply, settled.error)
    },
  )

  typed.post(
    route(operatorPaths.refuse(':referencia')),
    { ...access, schema: { params: referenceParams, body: refusalBody } },
    async (request, reply) => {
      const stamp = toAuditStamp(request, now())
      const settled = await operations.settle(request.params.referencia, 'refused', request.body.motivo, stamp)
      return settled.ok ? { message: REFUSED } : failed(reply, settled.error)
    },
  )
}

/** Adds the calls for entities and the catalogue of packages. */
function registerCatalogue(app: FastifyInstance, { operations, now }: OperatorRoutesDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(operatorPaths.entities, access, async () => ({
    data: (await operations.listEntities()).map(({ id, code, name, users }) => ({
      ...{ id, codigo: code, nombre: name, usuarios: users },
    })),
  }))

  typed.post(operatorPaths.entities, { ...access, schema: { body: newEntityBody } }, async (request, reply) => {
    const { codigo, nombre, administrador } = request.body
    const form = {
      code: codigo,
      name: nombre,
      administrator: {
        name: administrador.nombre,
        username: administrador.usr_name,
        email: administrador.email_address,
        documentType: administrador.tipo_doc,
        documentNumber: administrador.idoc_numero,
      },
    }
    const added = await operations.addEntity(form, toAuditStamp(request, now()))
    return added.ok ? { data: { id: added.value.id }, message: ENTITY_ADDED } : send(reply, 409, ENTITY_TAKEN)
  })

  typed.get(operatorPaths.packages, access, async () => ({
    data: (await operations.listPackages()).map((row) => ({
      id: row.id,
      codigo: row.code,
      nombre: row.name,
      precio: row.price,
      pantallas: row.screens,
      perfil_id: row.profile_id,
      ofrecido: row.offered === 1,
    })),
  }))

  typed.post(operatorPaths.packages, { ...access, schema: { body: newPackageBody } }, async (request, reply) => {
    const { codigo: code, nombre: name, precio: price, pantallas: screens, perfil_id } = request.body
    const form = { code, name, price, screens, profile_id: perfil_id }
    const added = await operations.addPackage(form, toAuditStamp(request, now()))
    if (added.ok) return { message: PACKAGE_ADDED }
    return added.error === 'code-taken' ? send(reply, 409, PACKAGE_TAKEN) : send(reply, 400, UNKNOWN_PROFILE)
  })

  typed.put(
    route(operatorPaths.package(':codigo')),
    { ...access, schema: { params: z.object({ codigo: z.string() }), body: packageChangeBody } },
    async (request, reply) => {
      const { precio: price, ofrecido: offered } = request.body
      const stamp = toAuditStamp(request, now())
      const changed = await operations.changePackage(request.params.codigo, { price, offered }, stamp)
      return changed.ok ? { message: PACKAGE_CHANGED } : send(reply, 404, UNKNOWN_PACKAGE)
    },
  )
}

/** Adds the calls for messages that could not be sent. */
function registerMessages(app: FastifyInstance, { database: { db }, now }: OperatorRoutesDeps): void {
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get(operatorPaths.messages, access, async () => ({ data: (await listUndelivered(db)).map(toMessageReply) }))

  typed.post(
    route(operatorPaths.retry(':id')),
    { ...access, schema: { params: z.object({ id: z.string() }) } },
    async (request, reply) =>
      (await retryItem(db, request.params.id, now()))
        ? { message: MESSAGE_RETRIED }
        : send(reply, 404, UNKNOWN_MESSAGE),
  )
}

/** Adds the calls of the operator; each needs the operator key. */
export function registerOperatorRoutes(app: FastifyInstance, parts: OperatorRoutesDeps): void {
  registerRequests(app, parts)
  registerCatalogue(app, parts)
  registerMessages(app, parts)
}
