import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { toChannelsRow } from '#server/alerts/alert-replies.ts'
import { findClientOr403, type IdentifyClient, toAlertEntry } from '#server/alerts/caller.ts'
import { readChannels, saveChannels } from '#server/alerts/channel-store.ts'
import { INCOMPLETE_HOURS } from '#server/alerts/messages.ts'
import type { Database } from '#server/database/connection.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { channelsReply, channelsRequest } from '#src/adapters/http/contract/alerts/alerts.ts'
import { ALERT_PATHS } from '#src/adapters/http/contract/paths.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

interface ChannelRoutesDeps {
  readonly database: Database
  readonly identifyClient: IdentifyClient
  /** The real clock. */
  readonly now: () => Instant
}

const tags = [TAGS.alerts]
const config = { access: 'client' } as const

/** Adds the calls of the channels and quiet hours (D125). */
export function registerChannelRoutes(app: FastifyInstance, deps: ChannelRoutesDeps): void {
  const { database, now } = deps
  const calls = app.withTypeProvider<ZodTypeProvider>()

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
        response: replies(channelsReply, 400, 403),
      },
    },
    async (request, reply) => {
      const client = findClientOr403(deps, request, reply)
      if (client === null) return reply
      const { correo: mail, silencio_desde: from, silencio_hasta: until } = request.body
      if ((from === null) !== (until === null)) return reply.code(400).send({ message: INCOMPLETE_HOURS })
      const channels = { mail, quiet: from === null || until === null ? null : { from, until } }
      const entry = toAlertEntry(request, client, now(), 'alert-channels-changed', {
        target: client.id,
        after: channels,
      })
      return reply.send({ data: toChannelsRow(await saveChannels(database, client.id, channels, entry)) })
    },
  )
}
