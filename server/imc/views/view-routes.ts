import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Database } from '#server/database/connection.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import type { ImcFailure } from '#server/imc/failures.ts'
import { idParams, sendFailure } from '#server/imc/imc-replies.ts'
import { getEntityUser, toActor } from '#server/imc/session/actor.ts'
import { createViewService } from '#server/imc/views/view-service.ts'
import { listViews } from '#server/imc/views/view-store.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import {
  renameViewRequest,
  saveViewRequest,
  toViewReply,
  viewsQuery,
  viewsReply,
} from '#src/adapters/http/contract/imc/views.ts'
import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/paths.ts'
import type { SavedView } from '#src/domain/imc/saved-views.ts'
import type { Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface ViewRoutesParts {
  readonly database: Database
  /** The real clock. */
  readonly now: () => Instant
}

// A view is a choice of a reader; the service checks who may change one of the entity.
const config = { access: 'entityReader' } as const
const keyedConfig = { ...config, requestHeaders: [IDEMPOTENCY_HEADER] } as const
const tags = [TAGS.entityUsers]

const sendViews = (reply: FastifyReply, views: readonly SavedView[]) => reply.send({ data: views.map(toViewReply) })

const sendResult = (reply: FastifyReply, result: Result<readonly SavedView[], ImcFailure>) =>
  result.ok ? sendViews(reply, result.value) : sendFailure(reply, result.error)

/** Adds the routes of the saved views of lists (D92). */
export function registerViewRoutes(app: FastifyInstance, { database, now }: ViewRoutesParts): void {
  const views = createViewService(database)
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    IMC_USER_PATHS.views,
    {
      config,
      schema: {
        tags,
        summary: 'Vistas guardadas de una lista',
        querystring: viewsQuery,
        response: replies(viewsReply),
      },
    },
    async (request, reply) =>
      sendViews(reply, await listViews(database.db, getEntityUser(request), request.query.lista)),
  )

  calls.post(
    IMC_USER_PATHS.views,
    {
      config: keyedConfig,
      schema: { tags, summary: 'Guarda una vista', body: saveViewRequest, response: replies(viewsReply, 409) },
    },
    async (request, reply) => {
      const { lista, nombre, consulta, compartida } = request.body
      const view = { list: lista, name: nombre, query: consulta, shared: compartida }
      return sendResult(reply, await views.save(toActor(request, now()), view))
    },
  )

  calls.put(
    toRoutePath(imcPaths.view(':id')),
    {
      config,
      schema: {
        tags,
        summary: 'Renombra una vista',
        params: idParams,
        body: renameViewRequest,
        response: replies(viewsReply, 404, 409),
      },
    },
    async (request, reply) =>
      sendResult(reply, await views.rename(toActor(request, now()), request.params.id, request.body.nombre)),
  )

  calls.post(
    toRoutePath(imcPaths.deleteView(':id')),
    {
      config,
      schema: { tags, summary: 'Elimina una vista', params: idParams, response: replies(viewsReply, 404) },
    },
    async (request, reply) => sendResult(reply, await views.remove(toActor(request, now()), request.params.id)),
  )
}
