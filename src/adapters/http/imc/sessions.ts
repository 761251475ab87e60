import * as z from 'zod/mini'
import type { HttpClient } from '#src/adapters/http/client.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import { type EndSessionsRequest, OPEN_SESSION } from '#src/adapters/http/contract/imc/session.ts'
import { numberField } from '#src/adapters/http/decode/lenient.ts'
import { createListDecoder } from '#src/adapters/http/decode/rows.ts'
import type { WithScope } from '#src/adapters/http/imc/scope.ts'
import { requestJson } from '#src/adapters/http/request.ts'
import type { SessionsGateway } from '#src/application/imc/ports.ts'
import type { OpenSession, SessionSelection } from '#src/domain/imc/session/open-sessions.ts'

const decodeSessions = createListDecoder(
  z.pipe(
    z.object(OPEN_SESSION),
    z.transform(
      (row): OpenSession => ({
        id: row.id,
        userId: row.usuario_id,
        name: row.nombre,
        device: row.equipo,
        address: row.direccion,
        startedAt: row.desde,
        lastSeenAt: row.ultima_actividad,
        isCurrent: row.actual,
      }),
    ),
  ),
)

const endedSessions = z.object({ cerradas: numberField })

const decodeEnded = (body: unknown): number | null => endedSessions.safeParse(body).data?.cerradas ?? null

function toBody(selection: SessionSelection): EndSessionsRequest {
  switch (selection.kind) {
    case 'session':
      return { alcance: 'sesion', id: selection.id }
    case 'person':
      return { alcance: 'persona', id: selection.userId }
    case 'others':
      return { alcance: 'otras' }
  }
}

interface SessionsApiDeps {
  readonly http: HttpClient
  readonly withScope: WithScope
}

/** The open sessions of an entity's people at {imc-api}, an addition to the documented API (D95). */
export const createSessionsApi = ({ http, withScope }: SessionsApiDeps): SessionsGateway => ({
  list: (signal) =>
    withScope(({ entity }) => requestJson(http, { path: imcPaths.sessions(entity), signal }, decodeSessions)),

  end: (selection, signal) =>
    withScope(() =>
      requestJson(http, { path: IMC_USER_PATHS.endSessions, body: toBody(selection), signal }, decodeEnded),
    ),
})
