import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { toChannelsRow } from '#server/alerts/alert-replies.ts'
import { type AlertClient, findClientOr403, type IdentifyClient, toAlertEntry } from '#server/alerts/caller.ts'
import { changeWebhook, readChannels, type StoredWebhook, type WebhookChange } from '#server/alerts/channel-store.ts'
import {
  INVALID_ADDRESS,
  NO_PUBLIC_ADDRESS,
  NO_REPLY,
  NO_WEBHOOK,
  TEST_ACCEPTED,
  testRefused,
} from '#server/alerts/messages.ts'
import { type AlertWebhooks, toWebhookHost } from '#server/alerts/webhook.ts'
import type { Database } from '#server/database/connection.ts'
import { isAccepted, RefusedAddressError } from '#server/delivery/outside-calls.ts'
import { createRateLimit, refuseIfLimited } from '#server/http/rate-limit.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { newSecret } from '#server/secrets.ts'
import { webhookReply, webhookRequest } from '#src/adapters/http/contract/alerts/alerts.ts'
import { ALERT_PATHS } from '#src/adapters/http/contract/paths.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import { parseWebhookAddress } from '#src/domain/alerts/webhook.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Tests of a webhook that an account may send per minute. */
const TESTS_PER_MINUTE = 6

interface WebhookRoutesDeps {
  readonly database: Database
  readonly webhooks: AlertWebhooks
  readonly identifyClient: IdentifyClient
  /** The real clock. */
  readonly now: () => Instant
}

const tags = [TAGS.alerts]
const config = { access: 'client' } as const

/** Adds the calls with which a client sets, renews and tests its webhook (D125). */
export function registerWebhookRoutes(app: FastifyInstance, deps: WebhookRoutesDeps): void {
  const { database, webhooks, now } = deps
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const tests = createRateLimit(TESTS_PER_MINUTE, now)

  const findWebhook = async ({ id }: AlertClient) => (await readChannels(database.db, id)).webhook

  /** Returns the reply, or null if there is nothing to change. */
  async function save<Refused extends null = never>(
    request: FastifyRequest,
    client: AlertClient,
    action: string,
    change: (before: StoredWebhook | null) => WebhookChange | Refused,
  ) {
    const changed = await changeWebhook(database, client.id, change, (webhook) => {
      const after = { webhook: webhook && toWebhookHost(webhook.url) }
      return toAlertEntry(request, client, now(), action, { target: client.id, after })
    })
    return changed && { data: toChannelsRow(changed.channels), secreto: changed.secret }
  }

  function createWebhook(url: string, { id }: AlertClient): WebhookChange {
    const secret = newSecret()
    return { webhook: webhooks.seal(url, secret, id), secret }
  }

  /** Sends a test. Returns why the receiver did not accept it; null when it did. */
  async function findRefusal(request: FastifyRequest, webhook: StoredWebhook, { id }: AlertClient) {
    try {
      const status = await webhooks.test(webhook, id)
      return isAccepted(status) ? null : testRefused(status)
    } catch (error) {
      request.log.info({ err: error }, 'alerts: the test of a webhook failed')
      return error instanceof RefusedAddressError ? NO_PUBLIC_ADDRESS : NO_REPLY
    }
  }

  calls.post(
    ALERT_PATHS.webhook,
    {
      config,
      schema: {
        tags,
        summary: 'Cambia o quita el webhook de las alertas; una dirección nueva tiene un secreto nuevo',
        body: webhookRequest,
        response: replies(webhookReply, 400, 403),
      },
    },
    async (request, reply) => {
      const client = findClientOr403(deps, request, reply)
      if (client === null) return reply
      const { direccion: text } = request.body
      if (text === null)
        return reply.send(await save(request, client, 'alert-webhook-removed', () => ({ webhook: null, secret: null })))
      const url = parseWebhookAddress(text)
      if (!url.ok || !webhooks.isAllowed(url.value)) return reply.code(400).send({ message: INVALID_ADDRESS })
      return reply.send(
        await save(request, client, 'alert-webhook-changed', (before) =>
          before?.url === url.value ? { webhook: before, secret: null } : createWebhook(url.value, client),
        ),
      )
    },
  )

  calls.post(
    ALERT_PATHS.webhookSecret,
    {
      config,
      schema: {
        tags,
        summary: 'Renueva el secreto del webhook; el anterior deja de servir',
        response: replies(webhookReply, 403, 409),
      },
    },
    async (request, reply) => {
      const client = findClientOr403(deps, request, reply)
      if (client === null) return reply
      const renewed = await save<null>(request, client, 'alert-webhook-renewed', (before) =>
        before === null ? null : createWebhook(before.url, client),
      )
      return renewed === null ? reply.code(409).send({ message: NO_WEBHOOK }) : reply.send(renewed)
    },
  )

  calls.post(
    ALERT_PATHS.webhookTest,
    {
      config,
      schema: {
        tags,
        summary: 'Envía una prueba al webhook',
        'x-limit': `${TESTS_PER_MINUTE} por minuto y cuenta`,
        response: replies(doneReply, 403, 409, 429),
      },
    },
    async (request, reply) => {
      const client = findClientOr403(deps, request, reply)
      if (client === null || refuseIfLimited(tests, request, reply)) return reply
      const webhook = await findWebhook(client)
      if (webhook === null) return reply.code(409).send({ message: NO_WEBHOOK })
      const refusal = await findRefusal(request, webhook, client)
      return refusal === null ? reply.send({ message: TEST_ACCEPTED }) : reply.code(409).send({ message: refusal })
    },
  )
}
