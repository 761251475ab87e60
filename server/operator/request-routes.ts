import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

import { sendDocument } from '#server/documents/send-document.ts'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { FILE_TIMEOUT_MS } from '#server/http/handler-timeout.ts'
import { APPROVED, NOT_OPEN, REFUSED, UNKNOWN_REQUEST } from '#server/operator/messages.ts'
import { toDetailReply, toRequestReply } from '#server/operator/operator-replies.ts'
import { access, type OperatorRoutesDeps, route, send } from '#server/operator/operator-route.ts'
import { operatorPaths, operatorRequestsQuery, refusalBody } from '#src/adapters/http/contract/operator.ts'

const referenceParams = z.object({ referencia: z.string() })

/** Adds the calls that settle requests (D31). */
export function registerRequests(app: FastifyInstance, { operations, documents, now }: OperatorRoutesDeps): void {
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
    {
      ...access,
      handlerTimeout: FILE_TIMEOUT_MS,
      schema: { params: z.extend(referenceParams, { requisito: z.string() }) },
    },
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
