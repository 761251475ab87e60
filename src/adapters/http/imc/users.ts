import * as z from 'zod/mini'
import type { HttpClient } from '#src/adapters/http/client.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { outcomeDecoder, toBatchBody, type UserBatchRequest } from '#src/adapters/http/contract/imc/user-batch.ts'
import {
  type ActivationRequest,
  type CreateUserRequest,
  DOCUMENT_TYPE,
  entityUserDecoder,
  toCreateBody,
  toEditBody,
} from '#src/adapters/http/contract/imc/users.ts'
import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { parseText } from '#src/adapters/http/decode/parse-values.ts'
import { findRecord, isRecord } from '#src/adapters/http/decode/records.ts'
import { createListDecoder, createRecordDecoder, getFirst } from '#src/adapters/http/decode/rows.ts'
import type { WithScope } from '#src/adapters/http/imc/scope.ts'
import type { Upload } from '#src/adapters/http/imc/upload.ts'
import { createPoll } from '#src/adapters/http/poll.ts'
import { parseJson, requestJson, requestText } from '#src/adapters/http/request.ts'
import type { UsersGateway } from '#src/application/imc/ports.ts'
import type { DocumentType } from '#src/domain/imc/users/document-types.ts'
import type { Confirmation } from '#src/domain/imc/users/entity-user.ts'
import type { CreateBatch } from '#src/domain/imc/users/user-batch.ts'

export const decodeUsers = createListDecoder(entityUserDecoder)
const decodeOutcomes = createListDecoder(outcomeDecoder)
export const decodeUser = createRecordDecoder(entityUserDecoder)

const decodeDocumentTypes = createListDecoder(
  z.pipe(
    z.object(DOCUMENT_TYPE),
    z.transform(({ codigo, nombre }): DocumentType => ({ code: codigo, name: nombre })),
  ),
)

/** Decodes the id of a new record: at the top, in `data` or in the first row of `data`. */
export function decodeId(body: unknown): string | null {
  const record = findRecord(body, (candidate) => parseText(getFirst(candidate, 'id')) !== null)
  return record && parseText(getFirst(record, 'id'))
}

/** Decodes the message of a reply; '' without a message. */
const decodeMessage = (body: unknown): string =>
  (isRecord(body) ? parseText(getFirst(body, 'message')) : null)?.trim() ?? ''

interface UsersApiDeps {
  readonly http: HttpClient
  /** The prefix of every path: a path of this origin or an absolute URL. */
  readonly base: string
  readonly withScope: WithScope
  readonly upload: Upload
}

/** Every success status confirms the change; without a message in the body, `message` is ''. */
function decodeConfirmation(text: string): Confirmation {
  const body = parseJson(text)
  return { message: body.ok ? decodeMessage(body.value) : '' }
}

function decodeCreatedUser(body: unknown) {
  const id = decodeId(body)
  return id === null ? null : { id, message: decodeMessage(body) }
}

/** The users of an entity at {imc-api} (§7.2). */
export function createUsersApi({ http, base, withScope, upload }: UsersApiDeps): UsersGateway {
  const pollUsers = createPoll(decodeUsers)

  const sendBatch = (
    { rows, key, load }: Pick<CreateBatch, 'rows'> & Partial<CreateBatch>,
    signal: AbortSignal | undefined,
  ) =>
    withScope(({ entity, administrator }) => {
      const ids = { entidad_id: entity, administrador_id: administrator } satisfies Partial<UserBatchRequest>
      const carga = load && { id: load.id, fin: load.isLast }
      const filas = rows.map(toBatchBody)
      const body = { prueba: key === undefined, filas, carga, ...ids } satisfies UserBatchRequest
      const headers = key === undefined ? {} : { [IDEMPOTENCY_HEADER]: key }
      return requestJson(http, { path: IMC_USER_PATHS.batch, body, headers, signal }, decodeOutcomes)
    })

  return {
    list: (signal) => withScope(({ entity }) => pollUsers(http, { path: imcPaths.entityUsers(entity), signal })),

    find: (id, signal) => requestJson(http, { path: imcPaths.user(id), signal }, decodeUser),

    documentTypes: (signal) => requestJson(http, { path: IMC_USER_PATHS.documentTypes, signal }, decodeDocumentTypes),

    create: (user, key, signal) =>
      withScope(({ entity, administrator }) => {
        const ids = { entidad_id: entity, administrador_id: administrator } satisfies Partial<CreateUserRequest>
        const headers = { [IDEMPOTENCY_HEADER]: key }
        const call = { path: IMC_USER_PATHS.users, body: { ...toCreateBody(user), ...ids }, headers, signal }
        return requestJson(http, call, decodeCreatedUser)
      }),

    checkBatch: (rows, signal) => sendBatch({ rows }, signal),

    createBatch: sendBatch,

    edit: (user, edit, signal) =>
      requestText(
        http,
        { path: imcPaths.user(user.id), method: 'PUT', body: toEditBody(user, edit), signal },
        decodeConfirmation,
      ),

    setActive: (id, active, signal) =>
      withScope(({ administrator }) => {
        const body = { id, es_activo: active, updated_by: administrator } satisfies ActivationRequest
        return requestText(http, { path: IMC_USER_PATHS.activation, body, signal }, decodeConfirmation)
      }),

    contractUrl: (id) => `${base}${imcPaths.contract(id)}`,

    uploadContract: (id, file, options) => upload(imcPaths.contract(id), file, options),
  }
}
