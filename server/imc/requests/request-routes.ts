import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

import type { Database } from '#server/database/connection.ts'
import type { RequirementFile } from '#server/documents/document-store.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import type { SendEntityList } from '#server/imc/entity-lists.ts'
import { findRequestOwnership } from '#server/imc/entity-store.ts'
import { type ImcFailure, isScreenConflict, toMissing } from '#server/imc/failures.ts'
import { REQUEST_SENT } from '#server/imc/imc-messages.ts'
import { idParams, sendFailure, sendWithEtag } from '#server/imc/imc-replies.ts'
import { type ListParts, mapParts } from '#server/imc/read-parts.ts'
import { REQUEST_AWAITS } from '#server/imc/requests/confirmation-messages.ts'
import type { RequestService } from '#server/imc/requests/request-service.ts'
import {
  findRequest,
  type ListedRequest,
  listRequests,
  type RequiredDocument,
  type StoredRequest,
  type StoredStep,
} from '#server/imc/requests/request-store.ts'
import { toScreenReply } from '#server/imc/screens/screen-replies.ts'
import { findListedScreen } from '#server/imc/screens/screen-store.ts'
import { getEntityUser, toActor } from '#server/imc/session/actor.ts'
import { orderRequest } from '#src/adapters/http/contract/imc/packages.ts'
import { IMC_PACKAGE_PATHS, IMC_SCREEN_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import {
  correctionRequest,
  type ReceiptReply,
  type RequestDetailListReply,
  type RequestDetailReply,
  type RequestReply,
  type RequestsReply,
  receiptReply,
  requestDetailReply,
  requestsReply,
} from '#src/adapters/http/contract/imc/requests.ts'
import {
  changeRequest,
  linkRequest,
  releaseRequest,
  screensReply,
  toChangeRequest,
  toLinkRequest,
  toScreenKey,
} from '#src/adapters/http/contract/imc/screens.ts'
import { KIND_WORDS, REQUEST_STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/paths.ts'
import type { SentRequest } from '#src/domain/imc/requests/requests.ts'
import type { Result } from '#src/domain/result.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'

interface RequestRoutesParts {
  readonly database: Database
  readonly requests: RequestService
  /** Lists the uploaded documents of a request. */
  readonly listFiles: (entityId: string, requestId: string) => Promise<readonly RequirementFile[]>
  readonly sendList: SendEntityList
  /** The real clock. */
  readonly now: () => Instant
}

const readerAccess = { access: 'entityReader' } as const
const writerConfig = { access: 'entityAdministrator', requestHeaders: [IDEMPOTENCY_HEADER] } as const
const tags = [TAGS.entityRequests]

/** The body of a conflict; it may contain the current screens. */
const conflictReply = z.object({ message: z.string(), data: z.optional(screensReply.shape.data) })

const receiptReplies = { ...replies(receiptReply, 404), 409: conflictReply }

/** Adds the routes of the entity's requests (§7.2). */
export function registerRequestRoutes(app: FastifyInstance, parts: RequestRoutesParts): void {
  const { database, requests, listFiles, sendList, now } = parts
  const { db } = database
  const calls = app.withTypeProvider<ZodTypeProvider>()

  async function sendReceipt(request: FastifyRequest, reply: FastifyReply, result: Result<SentRequest, ImcFailure>) {
    if (result.ok) return reply.send(toReceiptReply(result.value))
    if (!isScreenConflict(result.error)) return sendFailure(reply, result.error)
    const { entityId } = getEntityUser(request)
    const screen = await findListedScreen(db, entityId, result.error.screen)
    return sendFailure(reply, result.error, screen === null ? [] : [toScreenReply(entityId, screen)])
  }

  calls.get(
    toRoutePath(imcPaths.requests(':entidad')),
    {
      config: readerAccess,
      schema: { tags, summary: 'Solicitudes, la más reciente primero', response: replies(requestsReply) },
    },
    async (request, reply) =>
      sendList(
        request,
        reply,
        (entityId) =>
          mapParts(listRequests(db, entityId), toRequestReply) satisfies ListParts<RequestsReply['data'][number]>,
      ),
  )

  calls.get(
    toRoutePath(imcPaths.request(':id')),
    {
      config: readerAccess,
      schema: {
        tags,
        summary: 'Una solicitud con sus requisitos y su historial',
        params: idParams,
        response: replies(requestDetailReply, 404),
      },
    },
    async (request, reply) => {
      const { entityId } = getEntityUser(request)
      const { id } = request.params
      const found = await findRequest(db, entityId, id)
      if (found === null) {
        const ownership = await findRequestOwnership(db, entityId, id)
        return sendFailure(reply, toMissing(ownership === 'own' ? 'unknown' : ownership, 'request'))
      }
      const detail = toRequestDetailReply(found, await listFiles(entityId, id))
      return sendWithEtag(request, reply, { data: [detail] } satisfies RequestDetailListReply)
    },
  )

  calls.post(
    toRoutePath(imcPaths.correction(':id')),
    {
      config: writerConfig,
      schema: {
        tags,
        summary: 'Corrige y reenvía una solicitud rechazada',
        params: idParams,
        body: correctionRequest,
        response: receiptReplies,
      },
    },
    async (request, reply) => {
      const { usuario_id, observaciones, cantidad, precio, conservar } = request.body
      const correction = {
        userId: usuario_id ?? null,
        observations: observaciones ?? '',
        quantity: cantidad ?? null,
        price: precio ?? null,
        keptIds: conservar,
      }
      return sendReceipt(request, reply, await requests.correct(toActor(request, now()), request.params.id, correction))
    },
  )

  calls.post(
    IMC_PACKAGE_PATHS.order,
    {
      config: writerConfig,
      schema: { tags, summary: 'Compra un paquete', body: orderRequest, response: receiptReplies },
    },
    async (request, reply) => {
      const { paquete_id: packageId, precio: price, cantidad: quantity } = request.body
      const result = await requests.order(toActor(request, now()), { packageId, price, quantity })
      return sendReceipt(request, reply, result)
    },
  )

  calls.post(
    IMC_SCREEN_PATHS.release,
    {
      config: writerConfig,
      schema: { tags, summary: 'Desvincula una pantalla', body: releaseRequest, response: receiptReplies },
    },
    async (request, reply) =>
      sendReceipt(request, reply, await requests.release(toActor(request, now()), toScreenKey(request.body))),
  )

  calls.post(
    IMC_SCREEN_PATHS.link,
    {
      config: writerConfig,
      schema: { tags, summary: 'Vincula una pantalla a un usuario', body: linkRequest, response: receiptReplies },
    },
    async (request, reply) =>
      sendReceipt(request, reply, await requests.link(toActor(request, now()), toLinkRequest(request.body))),
  )

  calls.post(
    IMC_SCREEN_PATHS.change,
    {
      config: writerConfig,
      schema: { tags, summary: 'Cambia la pantalla de un usuario', body: changeRequest, response: receiptReplies },
    },
    async (request, reply) =>
      sendReceipt(request, reply, await requests.change(toActor(request, now()), toChangeRequest(request.body))),
  )
}

/** The id is at the top level and in `data`. */
const toReceiptReply = ({ id, reference, ...sent }: SentRequest): ReceiptReply => ({
  id,
  data: { id, referencia: reference, por_confirmar: sent.isUnconfirmed === true },
  message: sent.isUnconfirmed ? REQUEST_AWAITS : REQUEST_SENT,
})

const toRequestReply = (request: ListedRequest): RequestReply => ({
  id: request.id,
  referencia: request.reference,
  usuario: request.user,
  fecha: toIso(request.at),
  tipo: KIND_WORDS[request.kind],
  estatus: REQUEST_STATUS_WORDS[request.status],
  corregida_id: request.correctionId,
  corregida_referencia: request.correctionReference,
})

function toDocumentReply({ id, name }: RequiredDocument, files: readonly RequirementFile[]) {
  const file = files.find(({ requirementId }) => requirementId === id) ?? null
  return {
    requisito_id: id,
    nombre: name,
    archivo: file?.fileName ?? null,
    bytes: file?.bytes ?? null,
    cargado: file !== null,
  }
}

const formatProgress = (uploaded: number, required: number) =>
  `${uploaded} de ${required} ${uploaded === 1 ? 'cargado' : 'cargados'}.`

function toDetail({ status, person, detail }: StoredStep, progress: string) {
  if (status === 'documents') return progress
  return (status === 'unconfirmed' || status === 'created') && person !== null ? `Por ${person}.` : detail
}

const toStepReply = (step: StoredStep, progress: string) => ({
  estatus: REQUEST_STATUS_WORDS[step.status],
  fecha: toIso(step.at),
  detalle: toDetail(step, progress),
  persona: step.person,
})

/** Everything about one request, with the files that were uploaded for it. */
const toRequestDetailReply = (request: StoredRequest, files: readonly RequirementFile[]): RequestDetailReply => ({
  ...toRequestReply(request),
  administrador: request.administrator,
  administrador_id: request.administratorId,
  usuario_id: request.userId,
  paquete_id: request.packageId,
  codigo: request.packageCode,
  numero: request.target?.number ?? null,
  pantalla: request.target?.screen ?? null,
  perfil: request.profile,
  numero_origen: request.source?.number ?? null,
  pantalla_origen: request.source?.screen ?? null,
  usuario_origen: request.sourceUser,
  cantidad: request.quantity,
  precio: request.price,
  observaciones: request.notes,
  motivo: request.reason,
  corrige_id: request.correctsId,
  corrige_referencia: request.correctsReference,
  requisitos: request.documents.map((document) => toDocumentReply(document, files)),
  historial: request.steps.map((step) => toStepReply(step, formatProgress(files.length, request.documents.length))),
})
