import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { findClientOr403, type IdentifyClient, toAlertEntry } from '#server/alerts/caller.ts'
import { INVALID_ENDPOINT, PUSH_ADDED, PUSH_REMOVED } from '#server/alerts/messages.ts'
import { isUsable } from '#server/alerts/push.ts'
import { removePush, savePush, toPushId, touchPush } from '#server/alerts/push-store.ts'
import type { Database } from '#server/database/connection.ts'
import type { OutsideCalls } from '#server/delivery/outside-calls.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import {
  pushRequest,
  pushStatusReply,
  pushStatusRequest,
  removedPushRequest,
} from '#src/adapters/http/contract/alerts/alerts.ts'
import { ALERT_PATHS } from '#src/adapters/http/contract/paths.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface PushRoutesDeps {
  readonly database: Database
  readonly calls: Pick<OutsideCalls, 'isAllowed'>
  /** The public key of the server. */
  readonly publicKey: string
  readonly identifyClient: IdentifyClient
  readonly findSessionId: (request: FastifyRequest) => string | null
  /** The session clock: sessions end on it. */
  readonly sessionNow: () => Instant
  /** The real clock. */
  readonly now: () => Instant
}

const tags = [TAGS.alerts]
const config = { access: 'client' } as const

/** Adds the calls of the push messages of a browser (D125). */
export function registerPushRoutes(app: FastifyInstance, deps: PushRoutesDeps): void {
  const { database, calls: outsideCalls, publicKey, findSessionId, sessionNow, now } = deps
  const calls = app.withTypeProvider<ZodTypeProvider>()

  /** The audit has the hash of the endpoint, which is a secret of the browser. */
  const toTarget = (endpoint: string) => ({ target: toPushId(endpoint).slice(0, 16) })

  calls.post(
    ALERT_PATHS.pushStatus,
    {
      config,
      schema: {
        tags,
        summary: 'La clave de los avisos push, y si este navegador los recibe',
        body: pushStatusRequest,
        response: replies(pushStatusReply, 403),
      },
    },
    async (request, reply) => {
      const client = findClientOr403(deps, request, reply)
      if (client === null) return reply
      const { endpoint } = request.body
      const owner = { clientId: client.id, sessionId: findSessionId(request) ?? '' }
      const activo = endpoint !== null && (await touchPush(database.db, owner, endpoint))
      return reply.send({ data: { clave: publicKey, activo } })
    },
  )

  calls.post(
    ALERT_PATHS.push,
    {
      config,
      schema: {
        tags,
        summary: 'Activa los avisos push en un navegador',
        body: pushRequest,
        response: replies(doneReply, 400, 403),
      },
    },
    async (request, reply) => {
      const client = findClientOr403(deps, request, reply)
      if (client === null) return reply
      const { endpoint, p256dh, auth } = request.body
      const subscription = { endpoint, publicKey: p256dh, secret: auth }
      if (!outsideCalls.isAllowed(endpoint) || !isUsable(subscription))
        return reply.code(400).send({ message: INVALID_ENDPOINT })
      const owner = { clientId: client.id, sessionId: findSessionId(request) ?? '', serverKey: publicKey }
      const entry = toAlertEntry(request, client, now(), 'alert-push-added', toTarget(endpoint))
      await savePush(database, owner, subscription, sessionNow(), entry)
      return reply.send({ message: PUSH_ADDED })
    },
  )

  calls.post(
    ALERT_PATHS.pushRemove,
    {
      config,
      schema: {
        tags,
        summary: 'Quita los avisos push de un navegador',
        body: removedPushRequest,
        response: replies(doneReply, 403),
      },
    },
    async (request, reply) => {
      const client = findClientOr403(deps, request, reply)
      if (client === null) return reply
      const { endpoint } = request.body
      const entry = toAlertEntry(request, client, now(), 'alert-push-removed', toTarget(endpoint))
      await removePush(database, client.id, endpoint, entry)
      return reply.send({ message: PUSH_REMOVED })
    },
  )
}
