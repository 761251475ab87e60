import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { readRule, toAlertRow, toFiringRow } from '#server/alerts/alert-replies.ts'
import type { AlertFailure, AlertStore } from '#server/alerts/alert-store.ts'
import { findClientOr403, type IdentifyClient, toChange } from '#server/alerts/caller.ts'
import {
  ALERT_REMOVED,
  INVALID_LEVEL,
  MISSING_MINUTES,
  NO_SUCH_ALERT,
  PAST_END,
  TOO_MANY_ALERTS,
} from '#server/alerts/messages.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import {
  alertReply,
  alertRequest,
  alertStatusRequest,
  alertsReply,
  changedAlertRequest,
  firingsReply,
  firingsRequest,
  removedAlertRequest,
} from '#src/adapters/http/contract/alerts/alerts.ts'
import { ALERT_PATHS } from '#src/adapters/http/contract/paths.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import { type Alert, type AlertRule, checkLevel, hasEnded } from '#src/domain/alerts/alert.ts'
import type { Result } from '#src/domain/result.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

export interface AlertRoutesDeps {
  readonly store: AlertStore
  readonly identifyClient: IdentifyClient
  /** The last line of the log: a new alert counts from the next one on. */
  readonly lastLine: () => number
  /** The real clock. */
  readonly now: () => Instant
  /** Market time. */
  readonly marketNow: () => Instant
}

const FAILURES: Readonly<Record<AlertFailure, readonly [status: 404 | 409, message: string]>> = {
  'too-many': [409, TOO_MANY_ALERTS],
  unknown: [404, NO_SUCH_ALERT],
}

const refuse = (reply: FastifyReply, failure: AlertFailure) => {
  const [status, message] = FAILURES[failure]
  return reply.code(status).send({ message })
}

const tags = [TAGS.alerts]
const config = { access: 'client' } as const

/** Adds the calls of a client's alerts (D125). */
export function registerAlertRoutes(app: FastifyInstance, deps: AlertRoutesDeps): void {
  const { store, lastLine, now, marketNow } = deps
  const calls = app.withTypeProvider<ZodTypeProvider>()

  /** Why a rule is refused, in Spanish; null when it is valid. */
  function findRefusal(rule: AlertRule): string | null {
    if (checkLevel(rule.kind, rule.level) !== undefined) return INVALID_LEVEL
    if (rule.kind === 'window' && rule.minutes === null) return MISSING_MINUTES
    return hasEnded(rule, toDate(marketNow())) ? PAST_END : null
  }

  const findClient = (request: FastifyRequest, reply: FastifyReply) => findClientOr403(deps, request, reply)
  const createChange = (request: FastifyRequest, client: { readonly id: string; readonly name: string }) =>
    toChange(request, client, { afterLine: lastLine(), at: now() })

  const sendAlert = (reply: FastifyReply, result: Result<Alert, AlertFailure>) =>
    result.ok ? reply.send({ data: toAlertRow(result.value) }) : refuse(reply, result.error)

  calls.get(
    ALERT_PATHS.alerts,
    { config, schema: { tags, summary: 'Las alertas del cliente', response: replies(alertsReply, 403) } },
    async (request, reply) => {
      const client = findClient(request, reply)
      if (client === null) return reply
      return reply.send({ data: (await store.list(client.id)).map(toAlertRow) })
    },
  )

  calls.post(
    ALERT_PATHS.alerts,
    {
      config,
      schema: { tags, summary: 'Crea una alerta', body: alertRequest, response: replies(alertReply, 400, 403, 409) },
    },
    async (request, reply) => {
      const client = findClient(request, reply)
      if (client === null) return reply
      const rule = readRule(request.body)
      const message = findRefusal(rule)
      if (message !== null) return reply.code(400).send({ message })
      return sendAlert(reply, await store.add(rule, createChange(request, client)))
    },
  )

  calls.post(
    ALERT_PATHS.change,
    {
      config,
      schema: {
        tags,
        summary: 'Cambia una alerta, que queda activa',
        body: changedAlertRequest,
        response: replies(alertReply, 400, 403, 404),
      },
    },
    async (request, reply) => {
      const client = findClient(request, reply)
      if (client === null) return reply
      const rule = readRule(request.body)
      const message = findRefusal(rule)
      if (message !== null) return reply.code(400).send({ message })
      return sendAlert(reply, await store.change(request.body.id, rule, createChange(request, client)))
    },
  )

  calls.post(
    ALERT_PATHS.status,
    {
      config,
      schema: {
        tags,
        summary: 'Detiene una alerta o la activa',
        body: alertStatusRequest,
        response: replies(alertReply, 403, 404),
      },
    },
    async (request, reply) => {
      const client = findClient(request, reply)
      if (client === null) return reply
      const { id, activa } = request.body
      const change = createChange(request, client)
      return sendAlert(reply, await store.setStatus(id, activa ? 'active' : 'stopped', change))
    },
  )

  calls.post(
    ALERT_PATHS.remove,
    {
      config,
      schema: { tags, summary: 'Quita una alerta', body: removedAlertRequest, response: replies(doneReply, 403, 404) },
    },
    async (request, reply) => {
      const client = findClient(request, reply)
      if (client === null) return reply
      const result = await store.remove(request.body.id, createChange(request, client))
      return result.ok ? reply.send({ message: ALERT_REMOVED }) : refuse(reply, result.error)
    },
  )

  calls.get(
    ALERT_PATHS.firings,
    {
      config,
      schema: {
        tags,
        summary: 'Los últimos 100 disparos y correcciones; con desde, los posteriores',
        querystring: firingsRequest,
        response: replies(firingsReply, 403),
      },
    },
    async (request, reply) => {
      const client = findClient(request, reply)
      if (client === null) return reply
      const firings = await store.listFirings(client.id, Number(request.query.desde ?? 0))
      return reply.send({ data: firings.map(toFiringRow) })
    },
  )
}
