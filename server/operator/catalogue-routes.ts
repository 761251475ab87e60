import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import {
  ENTITY_ADDED,
  ENTITY_TAKEN,
  FACTOR_REQUIREMENT_CHANGED,
  FACTOR_RESET,
  NO_FACTOR,
  PACKAGE_ADDED,
  PACKAGE_CHANGED,
  PACKAGE_TAKEN,
  UNKNOWN_ENTITY,
  UNKNOWN_PACKAGE,
  UNKNOWN_PROFILE,
} from '#server/operator/messages.ts'
import { type OperatorRoutesDeps, operatorAccess, sendMessage } from '#server/operator/operator-route.ts'
import {
  entitiesReply,
  factorRequirementBody,
  newEntityBody,
  newPackageBody,
  operatorPackagesReply,
  operatorPaths,
  packageChangeBody,
} from '#src/adapters/http/contract/operator/operator.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'

const access = operatorAccess('entities')
const tags = [TAGS.operator]

const addedEntityReply = z.object({ data: z.object({ id: z.string() }), message: z.string() })

/** Adds the routes for entities and the catalogue of packages. */
export function registerCatalogue(app: FastifyInstance, { operations, now }: OperatorRoutesDeps): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    operatorPaths.entities,
    { ...access, schema: { tags, summary: 'Entidades', response: replies(entitiesReply) } },
    async () => ({
      data: (await operations.listEntities()).map(({ id, code, name, users, factorRequired }) => ({
        id,
        codigo: code,
        nombre: name,
        usuarios: users,
        exige_factor: factorRequired,
      })),
    }),
  )

  calls.post(
    operatorPaths.entities,
    {
      ...access,
      schema: {
        tags,
        summary: 'Agrega una entidad con su administrador',
        body: newEntityBody,
        response: replies(addedEntityReply, 409),
      },
    },
    async (request, reply) => {
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
      const result = await operations.addEntity(form, toAuditStamp(request, now()))
      return result.ok
        ? { data: { id: result.value.id }, message: ENTITY_ADDED }
        : sendMessage(reply, 409, ENTITY_TAKEN)
    },
  )

  calls.post(
    toRoutePath(operatorPaths.factorRequirement(':codigo')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Exige la verificación en dos pasos a una entidad',
        params: z.object({ codigo: z.string() }),
        body: factorRequirementBody,
        response: replies(doneReply, 404),
      },
    },
    async (request, reply) => {
      const stamp = toAuditStamp(request, now())
      const isKnown = await operations.requireFactor(request.params.codigo, request.body.exigido, stamp)
      return isKnown ? { message: FACTOR_REQUIREMENT_CHANGED } : sendMessage(reply, 404, UNKNOWN_ENTITY)
    },
  )

  calls.post(
    toRoutePath(operatorPaths.resetFactor(':codigo', ':usuario')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Quita la verificación en dos pasos perdida de un usuario',
        params: z.object({ codigo: z.string(), usuario: z.string() }),
        response: replies(doneReply, 404),
      },
    },
    async (request, reply) => {
      const { codigo: entity, usuario: username } = request.params
      const isReset = await operations.resetFactor({ entity, username }, toAuditStamp(request, now()))
      return isReset ? { message: FACTOR_RESET } : sendMessage(reply, 404, NO_FACTOR)
    },
  )

  calls.get(
    operatorPaths.packages,
    { ...access, schema: { tags, summary: 'Paquetes', response: replies(operatorPackagesReply) } },
    async () => ({
      data: (await operations.listPackages()).map((row) => ({
        id: row.id,
        codigo: row.code,
        nombre: row.name,
        precio: row.price,
        pantallas: row.screens,
        perfil_id: row.profile_id,
        ofrecido: row.offered === 1,
      })),
    }),
  )

  calls.post(
    operatorPaths.packages,
    {
      ...access,
      schema: { tags, summary: 'Agrega un paquete', body: newPackageBody, response: replies(doneReply, 409) },
    },
    async (request, reply) => {
      const { codigo: code, nombre: name, precio: price, pantallas: screens, perfil_id } = request.body
      const form = { code, name, price, screens, profile_id: perfil_id }
      const result = await operations.addPackage(form, toAuditStamp(request, now()))
      if (result.ok) return { message: PACKAGE_ADDED }
      return result.error === 'code-taken'
        ? sendMessage(reply, 409, PACKAGE_TAKEN)
        : sendMessage(reply, 400, UNKNOWN_PROFILE)
    },
  )

  calls.put(
    toRoutePath(operatorPaths.package(':codigo')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Cambia el precio o la oferta de un paquete',
        params: z.object({ codigo: z.string() }),
        body: packageChangeBody,
        response: replies(doneReply, 404),
      },
    },
    async (request, reply) => {
      const { precio: price, ofrecido: offered } = request.body
      const stamp = toAuditStamp(request, now())
      const result = await operations.changePackage(request.params.codigo, { price, offered }, stamp)
      return result.ok ? { message: PACKAGE_CHANGED } : sendMessage(reply, 404, UNKNOWN_PACKAGE)
    },
  )
}
