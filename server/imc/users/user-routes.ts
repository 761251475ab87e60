import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Database } from '#server/database/connection.ts'
import { FILE_TIMEOUT_MS } from '#server/http/handler-timeout.ts'
import { tooManyCallsMessage } from '#server/http/messages.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { createRateLimit, sendTooManyRequests } from '#server/http/rate-limit.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import type { SendEntityList } from '#server/imc/entity-lists.ts'
import {
  batchMessage,
  TOO_MANY_ROWS,
  USER_ACTIVATED,
  USER_CREATED,
  USER_DEACTIVATED,
  USER_EDITED,
} from '#server/imc/imc-messages.ts'
import { idParams, parsePage, sendFailure, toPageReply } from '#server/imc/imc-replies.ts'
import { type ListParts, mapParts } from '#server/imc/read-parts.ts'
import { getEntityUser, toActor } from '#server/imc/session/actor.ts'
import { findUserPage } from '#server/imc/users/user-page-store.ts'
import type { UserService } from '#server/imc/users/user-service.ts'
import { explainMissingUser, findUser, listAssignable, listUsers } from '#server/imc/users/user-store.ts'
import { OTHER_USER } from '#server/security/login-realm.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { type AssignableUsersReply, assignableUsersReply } from '#src/adapters/http/contract/imc/screens.ts'
import {
  toBatchLoad,
  toBatchRow,
  toOutcomeReply,
  userBatchReply,
  userBatchRequest,
} from '#src/adapters/http/contract/imc/user-batch.ts'
import {
  activationRequest,
  createdUserReply,
  createUserRequest,
  documentTypesReply,
  type EntityUsersReply,
  editUserRequest,
  entityUsersReply,
  toUserEdit,
  toUserForm,
  toUserReply,
} from '#src/adapters/http/contract/imc/users.ts'
import { userPageQuery, withCursor } from '#src/adapters/http/contract/imc/values.ts'
import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import { DOCUMENT_TYPES } from '#src/domain/imc/users/document-types.ts'
import { MAX_CREATE_ROWS } from '#src/domain/imc/users/user-batch.ts'
import { ok } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface UserRoutesParts {
  readonly database: Database
  readonly users: UserService
  readonly sendList: SendEntityList
  /** The real clock. */
  readonly now: () => Instant
}

/** Calls of an entity that check or create a part of a file (D91). */
const BATCHES_PER_MINUTE = 1_500
const MAX_BATCH_BYTES = 1_000_000

/** A cursor of users has two values: name key and id of the last user. */
const USER_CURSOR_LENGTH = 2

const readerAccess = { access: 'entityReader' } as const
const writerConfig = { access: 'entityAdministrator', requestHeaders: [IDEMPOTENCY_HEADER] } as const
const tags = [TAGS.entityUsers]

const toVersion = (version: string | number | null | undefined) => (version == null ? undefined : Number(version))

/** Adds the routes of the entity's users (§7.2). */
export function registerUserRoutes(app: FastifyInstance, { database, users, sendList, now }: UserRoutesParts): void {
  const { db } = database
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    toRoutePath(imcPaths.entityUsers(':entidad')),
    {
      config: readerAccess,
      schema: {
        tags,
        summary: 'Usuarios de la entidad',
        querystring: userPageQuery,
        response: replies(withCursor(entityUsersReply)),
      },
    },
    async (request, reply) => {
      const { buscar = '', activo = null } = request.query
      const page = parsePage(request.query, USER_CURSOR_LENGTH)
      if (!page.ok) return reply.code(400).send({ message: page.error })
      if (page.value === null) {
        return sendList(
          request,
          reply,
          (entityId) =>
            mapParts(listUsers(db, entityId), toUserReply) satisfies ListParts<EntityUsersReply['data'][number]>,
        )
      }
      const { entityId } = getEntityUser(request)
      const query = { ...page.value, active: activo, search: buscar }
      return reply.send(toPageReply(await findUserPage(db, entityId, query), toUserReply))
    },
  )

  calls.get(
    toRoutePath(imcPaths.assignable(':entidad')),
    {
      config: readerAccess,
      schema: {
        tags,
        summary: 'Usuarios a los que se puede asignar una pantalla',
        response: replies(assignableUsersReply),
      },
    },
    async (request, reply) =>
      sendList(
        request,
        reply,
        async (entityId) =>
          (await listAssignable(db, entityId)).map(({ id, name }) => ({
            usuario_id: id,
            nombre: name,
          })) satisfies AssignableUsersReply['data'],
      ),
  )

  calls.get(
    toRoutePath(imcPaths.user(':id')),
    {
      config: readerAccess,
      schema: { tags, summary: 'Un usuario', params: idParams, response: replies(entityUsersReply, 404) },
    },
    async (request, reply) => {
      const { entityId } = getEntityUser(request)
      const { id } = request.params
      const user = await findUser(db, entityId, id)
      if (user !== null) return reply.send({ data: [toUserReply(user)] })
      return sendFailure(reply, await explainMissingUser(db, entityId, id))
    },
  )

  calls.put(
    toRoutePath(imcPaths.user(':id')),
    {
      config: writerConfig,
      schema: {
        tags,
        summary: 'Edita un usuario',
        body: editUserRequest,
        params: idParams,
        response: replies(doneReply, 404, 409),
      },
    },
    async (request, reply) => {
      const { body, params } = request
      const expected = { version: toVersion(body.version), updatedAt: body.updated_at }
      const result = await users.edit(toActor(request, now()), params.id, toUserEdit(body), expected)
      if (!result.ok) return sendFailure(reply, result.error)
      return reply.send({ message: USER_EDITED })
    },
  )

  calls.post(
    IMC_USER_PATHS.users,
    {
      config: writerConfig,
      schema: { tags, summary: 'Crea un usuario', body: createUserRequest, response: replies(createdUserReply, 409) },
    },
    async (request, reply) => {
      const result = await users.create(toActor(request, now()), toUserForm(request.body))
      if (!result.ok) return sendFailure(reply, result.error)
      return reply.send({ data: { id: result.value }, message: USER_CREATED })
    },
  )

  const batchLimit = createRateLimit(BATCHES_PER_MINUTE, now)
  calls.post(
    IMC_USER_PATHS.batch,
    {
      config: writerConfig,
      bodyLimit: MAX_BATCH_BYTES,
      handlerTimeout: FILE_TIMEOUT_MS,
      schema: {
        tags,
        summary: 'Revisa o crea los usuarios de una parte de un archivo',
        body: userBatchRequest,
        response: replies(userBatchReply, 409, 429),
      },
    },
    async (request, reply) => {
      const actor = toActor(request, now())
      const taken = batchLimit.take(actor.user.entityId)
      if (!taken.ok) return sendTooManyRequests(reply, taken.error.retryAfterMs, tooManyCallsMessage)
      const { filas, prueba: isCheck, carga } = request.body
      const rows = filas.map(toBatchRow)
      if (!isCheck && rows.length > MAX_CREATE_ROWS) return reply.code(400).send({ message: TOO_MANY_ROWS })
      const result = isCheck
        ? ok(await users.checkBatch(actor, rows))
        : await users.createBatch(actor, rows, carga && toBatchLoad(carga))
      if (!result.ok) return sendFailure(reply, result.error)
      return reply.send({ data: result.value.map(toOutcomeReply), message: batchMessage(result.value) })
    },
  )

  calls.post(
    IMC_USER_PATHS.activation,
    {
      config: writerConfig,
      schema: {
        tags,
        summary: 'Activa o inactiva un usuario',
        body: activationRequest,
        response: replies(doneReply, 404, 409),
      },
    },
    async (request, reply) => {
      const { id, es_activo: active, updated_by: changedBy } = request.body
      if (changedBy !== undefined && changedBy !== getEntityUser(request).id) {
        return reply.code(403).send({ message: OTHER_USER })
      }
      const result = await users.setActive(toActor(request, now()), id, active)
      if (!result.ok) return sendFailure(reply, result.error)
      return reply.send({ message: active ? USER_ACTIVATED : USER_DEACTIVATED })
    },
  )

  calls.get(
    IMC_USER_PATHS.documentTypes,
    { config: readerAccess, schema: { tags, summary: 'Tipos de documento', response: replies(documentTypesReply) } },
    async (_request, reply) => {
      const data = DOCUMENT_TYPES.map(({ name, code }) => ({ nombre: name, codigo: code }))
      return reply.send({ data })
    },
  )
}
