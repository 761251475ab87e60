import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { toChannelsRow } from '#server/alerts/alert-replies.ts'
import { findClientOr403, type IdentifyClient, toAlertEntry } from '#server/alerts/caller.ts'
import { type Channels, readChannels, saveChannels } from '#server/alerts/channel-store.ts'
import { INCOMPLETE_HOURS, INVALID_ADDRESS } from '#server/alerts/messages.ts'
import type { Database } from '#server/database/connection.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { newSecret } from '#server/secrets.ts'
import { changedChannelsReply, channelsReply, channelsRequest } from '#src/adapters/http/contract/alerts/alerts.ts'
import { ALERT_PATHS } from '#src/adapters/http/contract/paths.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface ChannelRoutesDeps {
  readonly database: Database
  readonly identifyClient: IdentifyClient
  /** Whether messages may be sent to an address; false in a server without webhooks. */
  readonly isAllowedAddress: (url: string) => boolean
  readonly encrypt: (secret: string, clientId: string) => string
  /** The real clock. */
  readonly now: () => Instant
}

type Webhook = { readonly webhook: Channels['webhook']; readonly secret: string | null }

const tags = [TAGS.alerts]
const config = { access: 'client' } as const

/** Adds the calls of the channels and quiet hours (D125). */
export function registerChannelRoutes(app: FastifyInstance, deps: ChannelRoutesDeps): void {
  const { database, isAllowedAddress, encrypt, now } = deps
  const calls = app.withTypeProvider<ZodTypeProvider>()

  /** A new address gets a new secret; the same one stays as it is. */
  function changeWebhook(address: string | null, before: Channels, clientId: string): Result<Webhook, string> {
    const url = address?.trim() ?? ''
    if (url === '') return ok({ webhook: null, secret: null })
    if (before.webhook?.url === url) return ok({ webhook: before.webhook, secret: null })
    if (!isAllowedAddress(url)) return err(INVALID_ADDRESS)
    const secret = newSecret()
    return ok({ webhook: { url, secret: encrypt(secret, clientId) }, secret })
  }

  calls.get(
    ALERT_PATHS.channels,
    { config, schema: { tags, summary: 'Los avisos del cliente', response: replies(channelsReply, 403) } },
    async (request, reply) => {
      const client = findClientOr403(deps, request, reply)
      if (client === null) return reply
      return reply.send({ data: toChannelsRow(await readChannels(database.db, client.id)) })
    },
  )

  calls.post(
    ALERT_PATHS.channels,
    {
      config,
      schema: {
        tags,
        summary: 'Cambia los avisos y las horas de silencio',
        body: channelsRequest,
        response: replies(changedChannelsReply, 400, 403),
      },
    },
    async (request, reply) => {
      const client = findClientOr403(deps, request, reply)
      if (client === null) return reply
      const { correo: mail, silencio_desde: from, silencio_hasta: until, webhook: address } = request.body
      if ((from === null) !== (until === null)) return reply.code(400).send({ message: INCOMPLETE_HOURS })
      const changed = changeWebhook(address, await readChannels(database.db, client.id), client.id)
      if (!changed.ok) return reply.code(400).send({ message: changed.error })
      const { webhook, secret } = changed.value
      const channels = { mail, quiet: from === null || until === null ? null : { from, until }, webhook }
      const row = toChannelsRow(channels)
      const entry = toAlertEntry(request, client, now(), 'alert-channels-changed', { target: client.id, after: row })
      await saveChannels(database, client.id, channels, entry)
      return reply.send({ data: row, secreto: secret })
    },
  )
}
