import type { HttpClient } from '#src/adapters/http/client.ts'
import { imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import type { AuditQueryParams } from '#src/adapters/http/contract/imc/requests.ts'
import { ACTION_WORDS, AUDIT_KIND_WORDS } from '#src/adapters/http/contract/imc/words.ts'
import { decodeAuditPage } from '#src/adapters/http/imc/requests.ts'
import type { WithScope } from '#src/adapters/http/imc/scope.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { AuditGateway } from '#src/application/imc/ports.ts'
import type { AuditQuery } from '#src/domain/imc/audit/audit.ts'

interface AuditApiDeps {
  readonly http: HttpClient
  readonly withScope: WithScope
}

/** Formats the values of the filter; omits empty values. */
function toParams({ kind, person, action, from, until, after }: AuditQuery): URLSearchParams {
  const values: Readonly<Record<keyof AuditQueryParams, string>> = {
    tipo: AUDIT_KIND_WORDS[kind],
    persona: person.trim(),
    accion: action === null ? '' : ACTION_WORDS[action],
    desde: from ?? '',
    hasta: until ?? '',
    despues: after ?? '',
  }
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
}

/** Reads the audit log of an entity at {imc-api}, an addition to the documented API. */
export const createAuditApi = ({ http, withScope }: AuditApiDeps): AuditGateway => ({
  page: (query, signal) =>
    withScope(({ entity }) =>
      requestJson(http, { path: `${imcPaths.audit(entity)}?${toParams(query)}`, signal }, decodeAuditPage),
    ),
})
