import type { HttpClient } from '#src/adapters/http/client.ts'
import { ACCESS_CHANGE_WORDS, type AccessRequestBody, accessDecoder } from '#src/adapters/http/contract/imc/access.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { createListDecoder } from '#src/adapters/http/decode/rows.ts'
import type { WithScope } from '#src/adapters/http/imc/scope.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { AccessGateway } from '#src/application/imc/ports.ts'

const decodeAccess = createListDecoder(accessDecoder)

interface AccessApiDeps {
  readonly http: HttpClient
  readonly withScope: WithScope
}

/** Who can sign in for the entity at {imc-api}, an addition to the documented API (D111). */
export const createAccessApi = ({ http, withScope }: AccessApiDeps): AccessGateway => ({
  list: (signal) =>
    withScope(({ entity }) => requestJson(http, { path: imcPaths.access(entity), signal }, decodeAccess)),

  change: (id, change, signal) =>
    withScope(() => {
      const body = { id, accion: ACCESS_CHANGE_WORDS[change] } satisfies AccessRequestBody
      return requestJson(http, { path: IMC_USER_PATHS.access, body, signal }, () => undefined)
    }),
})
