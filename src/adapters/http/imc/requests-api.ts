import type { HttpClient } from '#src/adapters/http/client.ts'
import { imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { decodeRequest, decodeRequests } from '#src/adapters/http/imc/imc-requests.ts'
import type { WithScope } from '#src/adapters/http/imc/imc-scope.ts'
import type { Upload } from '#src/adapters/http/imc/upload.ts'
import { createPoll } from '#src/adapters/http/poll.ts'
import type { RequestsGateway } from '#src/application/imc/requests/requests-gateway.ts'

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

    upload: (requestId, requirementId, file, options) =>
      upload(imcPaths.document(requestId, requirementId), file, options),

    documentUrl: (requestId, requirementId) => `${base}${imcPaths.document(requestId, requirementId)}`,
  }
}
