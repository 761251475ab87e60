import * as z from 'zod/mini'

import {
  AUDIT_LINE,
  REQUEST,
  REQUEST_DETAIL,
  REQUEST_DOCUMENT,
  REQUEST_STEP,
} from '#src/adapters/http/contract/imc/fields.ts'
import { idField, listOf } from '#src/adapters/http/contract/imc/values.ts'
import {
  ACTION_WORDS,
  AUDIT_KIND_WORDS,
  KIND_WORDS,
  REQUEST_STATUS_WORDS,
} from '#src/adapters/http/contract/imc/words.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { isoInstant, requestedDay } from '#src/adapters/http/contract/values.ts'
import { MAX_RETURN_REASON_LENGTH } from '#src/domain/imc/requests/confirmations.ts'

const createWordSchema = <Word extends string>(words: Readonly<Record<string, Word>>) => z.enum(Object.values(words))

const kindWord = createWordSchema(KIND_WORDS)
const statusWord = createWordSchema(REQUEST_STATUS_WORDS)

/**
 * The reply to order, link, change and release. The id is at the top level and in `data`;
 * `por_confirmar`: the request waits for another administrator (D106).
 */
export const receiptReply = z.object({
  id: z.string(),
  data: z.object({ id: z.string(), referencia: z.string(), por_confirmar: z.boolean() }),
  message: z.string(),
})
export type ReceiptReply = z.infer<typeof receiptReply>

const MAX_OBSERVATIONS_FIELD_LENGTH = 2_000
const MAX_KEPT = 100

/** Sends a rejected request again; `conservar` has the requirements whose document stays (D90). */
export const correctionRequest = z.object({
  usuario_id: z.optional(z.nullable(idField)),
  observaciones: z.optional(z.nullable(z.string().check(z.maxLength(MAX_OBSERVATIONS_FIELD_LENGTH)))),
  cantidad: z.optional(z.nullable(z.number())),
  precio: z.optional(z.nullable(z.number())),
  conservar: z.array(z.string()).check(z.maxLength(MAX_KEPT)),
})
export type CorrectionRequestBody = z.infer<typeof correctionRequest>

/** Why a request goes back to its creator (D106). */
export const returnRequest = z.object({
  motivo: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_RETURN_REASON_LENGTH)),
})

const request = toReplySchema(REQUEST, { fecha: isoInstant, tipo: kindWord, estatus: statusWord })
export type RequestReply = z.infer<typeof request>

/** The requests of an entity, newest first (D59). */
export const requestsReply = listOf(request)
export type RequestsReply = z.infer<typeof requestsReply>

const requestDetail = z.extend(
  request,
  toReplySchema(REQUEST_DETAIL, {
    cantidad: z.nullable(z.number()),
    precio: z.nullable(z.number()),
    requisitos: z.array(toReplySchema(REQUEST_DOCUMENT, { bytes: z.nullable(z.number()) })),
    historial: z.array(toReplySchema(REQUEST_STEP, { estatus: statusWord, fecha: isoInstant })),
  }).shape,
)
export type RequestDetailReply = z.infer<typeof requestDetail>

/** A list with one request. */
export const requestDetailReply = listOf(requestDetail)
export type RequestDetailListReply = z.infer<typeof requestDetailReply>

/** The reply to an upload: the status of the request and the number of missing documents. */
export const documentReply = z.object({
  data: z.object({ requisito_id: z.string(), estatus: statusWord, pendientes: z.number() }),
  message: z.string(),
})
export type DocumentReply = z.infer<typeof documentReply>

const MAX_PERSON_LENGTH = 100
const MAX_CURSOR_LENGTH = 200

/** Requests a page of the audit log. A missing value matches all lines; both days are included. */
export const auditQuery = z.object({
  tipo: z.optional(createWordSchema(AUDIT_KIND_WORDS)),
  persona: z.optional(z.string().check(z.maxLength(MAX_PERSON_LENGTH))),
  accion: z.optional(createWordSchema(ACTION_WORDS)),
  desde: z.optional(requestedDay),
  hasta: z.optional(requestedDay),
  despues: z.optional(z.string().check(z.maxLength(MAX_CURSOR_LENGTH))),
})
export type AuditQueryParams = z.infer<typeof auditQuery>

const auditValues = z.nullable(z.record(z.string(), z.unknown()))

/** A page of the audit log, newest first; `siguiente` is the cursor of the next page. */
export const auditReply = z.object({
  data: z.array(toReplySchema(AUDIT_LINE, { accion: z.string(), antes: auditValues, despues: auditValues })),
  siguiente: z.nullable(z.string()),
})
export type AuditReply = z.infer<typeof auditReply>
