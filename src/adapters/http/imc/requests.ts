import * as z from 'zod/mini'
import type { HttpClient } from '#src/adapters/http/client.ts'
import {
  AUDIT_LINE,
  REQUEST,
  REQUEST_DETAIL,
  REQUEST_DOCUMENT,
  REQUEST_STEP,
} from '#src/adapters/http/contract/imc/fields.ts'
import { imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import type { CorrectionRequestBody } from '#src/adapters/http/contract/imc/requests.ts'
import { ACTION_WORDS, KIND_WORDS, REQUEST_STATUS_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { parseBoolean, parseInstant, parseNumber, parseText } from '#src/adapters/http/decode/parse-values.ts'
import { findRecord, getField, isRecord } from '#src/adapters/http/decode/records.ts'
import {
  createListDecoder,
  createRecordDecoder,
  decodeWord,
  emptyToNull,
  getFirst,
} from '#src/adapters/http/decode/rows.ts'
import type { WithScope } from '#src/adapters/http/imc/scope.ts'
import type { Upload } from '#src/adapters/http/imc/upload.ts'
import { decodeId } from '#src/adapters/http/imc/users.ts'
import { createPoll } from '#src/adapters/http/poll.ts'
import { requestJson, requestText } from '#src/adapters/http/request.ts'
import type { RequestsGateway } from '#src/application/imc/ports.ts'
import type { AuditLine, AuditPage, AuditValues } from '#src/domain/imc/audit/audit.ts'
import type {
  RequestDetail,
  RequestDocument,
  RequestReceipt,
  RequestRow,
  RequestStep,
  SentRequest,
} from '#src/domain/imc/requests/requests.ts'
import { ok } from '#src/domain/result.ts'
import { toIso } from '#src/domain/time/bogota.ts'

const toText = (value: unknown): string => parseText(value)?.trim() ?? ''

/** Converts an instant of any offset to ISO 8601 with Bogotá's offset; keeps another text. */
function toBogotaIso(value: unknown): string {
  const instant = parseInstant(value)
  return instant === null ? toText(value) : toIso(instant)
}

/** Decodes the reply to order, link, change and release. The reference is optional. */
export function decodeReceipt(body: unknown): SentRequest | null {
  const id = decodeId(body)
  const record = findRecord(body, (candidate) => parseText(getFirst(candidate, 'referencia')) !== null)
  if (id === null) return null
  const reference = record ? toText(getField(record, 'referencia')) : ''
  const isUnconfirmed = record !== null && parseBoolean(getField(record, 'por_confirmar')) === true
  return { id, reference, ...(isUnconfirmed && { isUnconfirmed }) }
}

type RawRequest = z.output<z.ZodMiniObject<typeof REQUEST>>

const toReceipt = (id: string, reference: string): RequestReceipt | null => (id === '' ? null : { id, reference })

function toRow(request: RawRequest): RequestRow {
  const { id, referencia, usuario, fecha, tipo, estatus, corregida_id, corregida_referencia } = request
  const kind = decodeWord(KIND_WORDS, tipo)
  const status = decodeWord(REQUEST_STATUS_WORDS, estatus)
  return {
    id,
    reference: referencia,
    user: usuario,
    date: toBogotaIso(fecha),
    kind: kind.code,
    kindText: kind.text,
    status: status.code,
    statusText: status.text,
    correction: toReceipt(corregida_id, corregida_referencia),
  }
}

export const decodeRequests = createListDecoder(z.pipe(z.object(REQUEST), z.transform(toRow)))

const document = z.pipe(
  z.object(REQUEST_DOCUMENT),
  z.transform(
    ({ requisito_id, nombre, archivo, bytes, cargado }): RequestDocument => ({
      id: requisito_id,
      name: nombre,
      file: emptyToNull(archivo),
      bytes: parseNumber(bytes),
      uploaded: cargado,
    }),
  ),
)

const step = z.pipe(
  z.object(REQUEST_STEP),
  z.transform(({ estatus, fecha, detalle, persona }): RequestStep => {
    const { code, text } = decodeWord(REQUEST_STATUS_WORDS, estatus)
    return { status: code, statusText: text, date: toBogotaIso(fecha), detail: detalle, person: persona }
  }),
)

const decodeDocuments = createListDecoder(document)
const decodeSteps = createListDecoder(step)

const detail = z.pipe(
  z.object({ ...REQUEST, ...REQUEST_DETAIL }),
  z.transform(
    (request): RequestDetail => ({
      ...toRow(request),
      administrator: request.administrador,
      administratorId: emptyToNull(request.administrador_id),
      userId: emptyToNull(request.usuario_id),
      packageId: emptyToNull(request.paquete_id),
      packageCode: request.codigo,
      number: request.numero,
      screen: request.pantalla,
      profile: request.perfil,
      sourceNumber: request.numero_origen,
      sourceScreen: request.pantalla_origen,
      sourceUser: request.usuario_origen,
      quantity: parseNumber(request.cantidad),
      price: parseNumber(request.precio),
      observations: request.observaciones,
      corrects: toReceipt(request.corrige_id, request.corrige_referencia),
      reason: request.motivo,
      documents: decodeDocuments(request.requisitos) ?? [],
      steps: decodeSteps(request.historial) ?? [],
    }),
  ),
)

export const decodeRequest = createRecordDecoder(detail)

/** Converts the values of a change to texts; objects and lists become JSON. */
function toValues(value: unknown): AuditValues {
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      if (field === null || field === undefined) return []
      return [[name, parseText(field) ?? JSON.stringify(field)]]
    }),
  )
}

const auditLine = z.pipe(
  z.object(AUDIT_LINE),
  z.transform((line): AuditLine => {
    const { code, text } = decodeWord(ACTION_WORDS, line.accion)
    return {
      id: line.id,
      at: line.fecha,
      person: line.persona,
      action: code,
      actionText: text,
      target: line.objeto,
      before: toValues(line.antes),
      after: toValues(line.despues),
      requestId: line.peticion_id,
    }
  }),
)

const decodeLines = createListDecoder(auditLine)

/** Decodes a page of the audit log; null without a list. */
export function decodeAuditPage(body: unknown): AuditPage | null {
  const lines = decodeLines(body)
  const next = isRecord(body) ? parseText(getField(body, 'siguiente')) : null
  return lines && { lines, next: next === '' ? null : next }
}

export interface RequestsApiDeps {
  readonly http: HttpClient
  /** The prefix of every path: a path of this origin or an absolute URL. */
  readonly base: string
  readonly withScope: WithScope
  readonly upload: Upload
}

/** The requests of an entity at {imc-api} (§7.2). */
export function createRequestsApi({ http, base, withScope, upload }: RequestsApiDeps): RequestsGateway {
  const pollRequests = createPoll(decodeRequests)
  const pollRequest = createPoll(decodeRequest)
  return {
    list: (signal) => withScope(({ entity }) => pollRequests(http, { path: imcPaths.requests(entity), signal })),

    detail: (id, signal) => pollRequest(http, { path: imcPaths.request(id), signal }),

    correct: (id, { userId, observations, quantity, price, keptIds }, key, signal) => {
      const body: CorrectionRequestBody = {
        usuario_id: userId,
        observaciones: observations,
        cantidad: quantity,
        precio: price,
        conservar: [...keptIds],
      }
      const headers = { [IDEMPOTENCY_HEADER]: key }
      return requestJson(http, { path: imcPaths.correction(id), body, headers, signal }, decodeReceipt)
    },

    async decide(id, { decision, reason }, signal) {
      const body = decision === 'returned' ? { motivo: reason } : {}
      const result = await requestText(http, { path: imcPaths.decision(id, decision), body, signal }, () => true)
      return result.ok ? ok(undefined) : result
    },

    upload: (requestId, requirementId, file, options) =>
      upload(imcPaths.document(requestId, requirementId), file, options),

    documentUrl: (requestId, requirementId) => `${base}${imcPaths.document(requestId, requirementId)}`,
  }
}
