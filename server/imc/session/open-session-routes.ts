import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Database } from '#server/database/connection.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { getEntityUser, toActor } from '#server/imc/session/actor.ts'
import type { EntityRealm } from '#server/imc/session/entity-realm.ts'
import { createOpenSessionStore, type SessionCaller } from '#server/imc/session/open-session-store.ts'
import { IMC_USER_PATHS, imcPaths } from '#src/adapters/http/contract/imc/paths.ts'
import {
  type EndSessionsRequest,
  endSessionsReply,
  endSessionsRequest,
  type OpenSessionsReply,
  openSessionsReply,
} from '#src/adapters/http/contract/imc/session.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import type { OpenSession, SessionSelection } from '#src/domain/imc/session/open-sessions.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'

const SESSION_OPEN = 'Sesión vigente.'
const MISSING_ID = 'Indique la sesión o la persona.'
const UNKNOWN_SESSION = 'La sesión o la persona no existe.'

const endedMessage = (count: number) => (count === 1 ? 'Se cerró 1 sesión.' : `Se cerraron ${count} sesiones.`)

const tags = [TAGS.entitySession]

const toIsoOrNull = (at: Instant | null) => (at === null ? null : toIso(at))

const toReply = (session: OpenSession): OpenSessionsReply['data'][number] => ({
  id: session.id,
  usuario_id: session.userId,
  nombre: session.name,
  equipo: session.device,
  direccion: session.address,
  desde: toIsoOrNull(session.startedAt),
  ultima_actividad: toIsoOrNull(session.lastSeenAt),
  actual: session.isCurrent,
})

/** Converts a request; null when the id is missing. */
function toSelection({ alcance, id }: EndSessionsRequest): SessionSelection | null {
  if (alcance === 'otras') return { kind: 'others' }
  if (id === undefined) return null
  return alcance === 'sesion' ? { kind: 'session', id } : { kind: 'person', userId: id }
}

interface OpenSessionRoutesDeps {
  readonly database: Database
  readonly realm: EntityRealm
  /** The real clock. */
  readonly now: () => Instant
  /** The session clock. */
  readonly sessionNow: () => Instant
}

/** Adds the routes of the open sessions of the entity's people (D95). */
export function registerOpenSessionRoutes(app: FastifyInstance, deps: OpenSessionRoutesDeps): void {
  const { database, realm, now, sessionNow } = deps
  const store = createOpenSessionStore(database)
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const toCaller = (request: FastifyRequest): SessionCaller => ({
    user: getEntityUser(request),
    sessionId: realm.getSession(request).id,
    at: sessionNow(),
  })

  calls.get(
    toRoutePath(imcPaths.sessions(':entidad')),
    {
      config: { access: 'entityReader' },
      schema: { tags, summary: 'Sesiones abiertas de la entidad', response: replies(openSessionsReply) },
    },
    async (request, reply) => reply.send({ data: (await store.list(toCaller(request))).map(toReply) }),
  )

  calls.post(
    IMC_USER_PATHS.endSessions,
    {
      config: { access: 'entityReader' },
      schema: {
        tags,
        summary: 'Cierra sesiones abiertas, salvo la propia',
        body: endSessionsRequest,
        response: replies(endSessionsReply, 404),
      },
    },
    async (request, reply) => {
      const selection = toSelection(request.body)
      if (selection === null) return reply.code(400).send({ message: MISSING_ID })
      const result = await store.end(toActor(request, now()), toCaller(request), selection)
      if (!result.ok) return reply.code(404).send({ message: UNKNOWN_SESSION })
      return reply.send({ cerradas: result.value, message: endedMessage(result.value) })
    },
  )

  // A POST, so that the limit of reads does not count it: each open page calls it every 5 s.
  calls.post(
    IMC_USER_PATHS.sessionCheck,
    {
      config: { access: 'entityReader' },
      schema: { tags, summary: 'Confirma que la sesión sigue abierta', response: replies(doneReply) },
    },
    async (_request, reply) => reply.send({ message: SESSION_OPEN }),
  )
}
