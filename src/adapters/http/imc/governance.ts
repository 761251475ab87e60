import type { HttpClient } from '#src/adapters/http/client.ts'
import {
  type GovernanceRequest,
  governanceDecoder,
  toSettingsBody,
} from '#src/adapters/http/contract/imc/governance.ts'
import { imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { createRecordDecoder } from '#src/adapters/http/decode/rows.ts'
import type { WithScope } from '#src/adapters/http/imc/scope.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { GovernanceGateway } from '#src/application/imc/ports.ts'

const decodeGovernance = createRecordDecoder(governanceDecoder)

interface GovernanceApiDeps {
  readonly http: HttpClient
  readonly withScope: WithScope
}

/** The rules of the entity at {imc-api}, an addition to the documented API (D100). */
export const createGovernanceApi = ({ http, withScope }: GovernanceApiDeps): GovernanceGateway => ({
  read: (signal) =>
    withScope(({ entity }) => requestJson(http, { path: imcPaths.governance(entity), signal }, decodeGovernance)),

  save: (settings, version, signal) =>
    withScope(({ entity }) => {
      const body = { ...toSettingsBody(settings), version } satisfies GovernanceRequest
      return requestJson(http, { path: imcPaths.governance(entity), method: 'PUT', body, signal }, decodeGovernance)
    }),
})
