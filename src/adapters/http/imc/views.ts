import type { HttpClient } from '#src/adapters/http/client.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { type SaveViewRequest, viewDecoder } from '#src/adapters/http/contract/imc/views.ts'
import { IDEMPOTENCY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { createListDecoder } from '#src/adapters/http/decode/rows.ts'
import type { WithScope } from '#src/adapters/http/imc/scope.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { ViewsGateway } from '#src/application/imc/ports.ts'

const decodeViews = createListDecoder(viewDecoder)

interface ViewsApiDeps {
  readonly http: HttpClient
  readonly withScope: WithScope
}

/** The saved views of lists at {imc-api} (D92). Every change replies with the views of the list. */
export const createViewsApi = ({ http, withScope }: ViewsApiDeps): ViewsGateway => ({
  list: (list, signal) => requestJson(http, { path: `${IMC_USER_PATHS.views}?lista=${list}`, signal }, decodeViews),

  save: ({ list, name, query, shared }, key, signal) =>
    withScope(({ entity }) => {
      const view = { lista: list, nombre: name, consulta: query, compartida: shared } satisfies SaveViewRequest
      const headers = { [IDEMPOTENCY_HEADER]: key }
      const body = { ...view, entidad_id: entity }
      return requestJson(http, { path: IMC_USER_PATHS.views, body, headers, signal }, decodeViews)
    }),

  rename: (id, name, signal) =>
    requestJson(http, { path: imcPaths.view(id), method: 'PUT', body: { nombre: name }, signal }, decodeViews),

  remove: (id, signal) => requestJson(http, { path: imcPaths.deleteView(id), body: {}, signal }, decodeViews),
})
