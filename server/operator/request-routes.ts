import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { sendDocument } from '#server/documents/send-document.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { FILE_TIMEOUT_MS } from '#server/http/handler-timeout.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { FILE_REPLY, replies, TAGS } from '#server/http/route-schema.ts'
import { APPROVED, CONFIRMED, NOT_OPEN, REFUSED, UNKNOWN_REQUEST } from '#server/operator/messages.ts'
import { toDetailReply, toRequestReply } from '#server/operator/operator-replies.ts'
import { type OperatorRoutesDeps, operatorAccess, sendMessage } from '#server/operator/operator-route.ts'
import {
  operatorPaths,
  operatorRequestReply,
  operatorRequestsQuery,
  operatorRequestsReply,
  refusalBody,
} from '#src/adapters/http/contract/operator/operator.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'

const access = operatorAccess('entities')
const tags = [TAGS.operator]

const referenceParams = z.object({ referencia: z.string() })

/** Adds the routes for requests of entities (D31). */
export function registerRequests(app: FastifyInstance, { operations, documents, now }: OperatorRoutesDeps): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const refuse = (reply: FastifyReply, failure: 'unknown' | 'not-open') =>
    failure === 'unknown' ? sendMessage(reply, 404, UNKNOWN_REQUEST) : sendMessage(reply, 409, NOT_OPEN)

  calls.get(
    operatorPaths.requests,
    {
      ...access,
      schema: {
        tags,
        summary: 'Solicitudes',
        querystring: operatorRequestsQuery,
        response: replies(operatorRequestsReply),
      },
    },
    async (request) => {
      const { estado, entidad } = request.query
      const filter = { openOnly: estado !== 'todas', entityCode: entidad ?? null }
      return { data: (await operations.listRequests(filter)).map(toRequestReply) }
    },
  )

  calls.get(
    toRoutePath(operatorPaths.request(':referencia')),
    {
      ...access,
      schema: { tags, summary: 'Una solicitud', params: referenceParams, response: replies(operatorRequestReply, 404) },
    },
    async (request, reply) => {
      const storedRequest = await operations.findRequest(request.params.referencia)
      return storedRequest === null
        ? sendMessage(reply, 404, UNKNOWN_REQUEST)
        : { data: [toDetailReply(storedRequest)] }
    },
  )

  calls.get(
    toRoutePath(operatorPaths.document(':referencia', ':requisito')),
    {
      config: { ...access.config, replyHeaders: ['Content-Disposition'] },
      handlerTimeout: FILE_TIMEOUT_MS,
      schema: {
        tags,
        summary: 'Descarga un documento',
        params: z.extend(referenceParams, { requisito: z.string() }),
        response: replies(FILE_REPLY, 404, 503),
      },
    },
    async (request, reply) => {
      const { referencia, requisito } = request.params
      const storedRequest = await operations.findRequest(referencia)
      if (storedRequest === null) return sendMessage(reply, 404, UNKNOWN_REQUEST)
      const owner = { entityId: storedRequest.entityId, requestId: storedRequest.id, requirementId: requisito }
      return sendDocument(reply, documents, await documents.find({ kind: 'requirement', ...owner }))
    },
  )

  calls.post(
    toRoutePath(operatorPaths.confirm(':referencia')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Confirma una solicitud en lugar de la segunda persona de la entidad',
        params: referenceParams,
        response: replies(doneReply, 404, 409),
      },
    },
    async (request, reply) => {
      const result = await operations.confirm(request.params.referencia, toAuditStamp(request, now()))
      if (result === null) return sendMessage(reply, 404, UNKNOWN_REQUEST)
      return result.ok ? { message: CONFIRMED } : sendMessage(reply, result.error.status, result.error.message)
    },
  )

  calls.post(
    toRoutePath(operatorPaths.approve(':referencia')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Aprueba una solicitud',
        params: referenceParams,
        response: replies(doneReply, 404, 409),
      },
    },
    async (request, reply) => {
      const stamp = toAuditStamp(request, now())
      const result = await operations.settle(request.params.referencia, 'approved', '', stamp)
      return result.ok ? { message: APPROVED } : refuse(reply, result.error)
    },
  )

  calls.post(
    toRoutePath(operatorPaths.refuse(':referencia')),
    {
      ...access,
      schema: {
        tags,
        summary: 'Rechaza una solicitud',
        params: referenceParams,
        body: refusalBody,
        response: replies(doneReply, 404, 409),
      },
    },
    async (request, reply) => {
      const stamp = toAuditStamp(request, now())
      const result = await operations.settle(request.params.referencia, 'refused', request.body.motivo, stamp)
      return result.ok ? { message: REFUSED } : refuse(reply, result.error)
    },
  )
}
