import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { listUndelivered, retryItem } from '#server/database/outbox.ts'
import type { FeedState } from '#server/feeds/feeds.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { rawReply, replies, TAGS } from '#server/http/route-schema.ts'
import { BACKUP_RUNNING, MESSAGE_RETRIED, UNKNOWN_MESSAGE } from '#server/operator/messages.ts'
import { toMessageReply } from '#server/operator/operator-replies.ts'
import { type OperatorRoutesDeps, operatorAccess, sendMessage } from '#server/operator/operator-route.ts'
import { FEED_SOURCE_WORDS, FEED_WORDS } from '#src/adapters/http/contract/market/quotes.ts'
import {
  BACKUP_TYPE,
  messagesReply,
  type OperatorFeedsReply,
  operatorFeedsReply,
  operatorPaths,
} from '#src/adapters/http/contract/operator/operator.ts'
import { doneReply } from '#src/adapters/http/contract/values.ts'
import { SECOND_MS, toIsoOrNull } from '#src/domain/time/bogota.ts'

const tags = [TAGS.operatorFeeds]

/** Adds the routes for messages that wait or could not be sent. */
export function registerMessages(app: FastifyInstance, { database: { db }, now }: OperatorRoutesDeps): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    operatorPaths.messages,
    {
      ...operatorAccess('clients'),
      schema: {
        tags,
        summary: 'Mensajes que esperan su envío o no se pudieron enviar',
        response: replies(messagesReply),
      },
    },
    async () => ({ data: (await listUndelivered(db)).map(toMessageReply) }),
  )

  calls.post(
    toRoutePath(operatorPaths.retry(':id')),
    {
      ...operatorAccess('clients'),
      schema: {
        tags,
        summary: 'Envía otra vez un mensaje',
        params: z.object({ id: z.string() }),
        response: replies(doneReply, 404),
      },
    },
    async (request, reply) =>
      (await retryItem(db, request.params.id, now()))
        ? { message: MESSAGE_RETRIED }
        : sendMessage(reply, 404, UNKNOWN_MESSAGE),
  )
}

const toReply = (state: FeedState): OperatorFeedsReply['data'][number] => ({
  fuente: FEED_WORDS[state.name],
  origen: FEED_SOURCE_WORDS[state.source],
  ultimo_intento: toIsoOrNull(state.lastAttemptAt),
  ultimo_exito: toIsoOrNull(state.lastSuccessAt),
  retraso: state.lag === null ? null : Math.round(state.lag / SECOND_MS),
  fallos: state.failures,
  atrasada: state.late,
  error: state.error,
})

/** Adds the route for the states of the feeds (D53). */
export function registerFeeds(app: FastifyInstance, { feeds }: OperatorRoutesDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    operatorPaths.feeds,
    {
      ...operatorAccess('deals'),
      schema: {
        tags: [TAGS.operatorFeeds],
        summary: 'Estado de las fuentes de datos',
        response: replies(operatorFeedsReply),
      },
    },
    async () => ({ data: feeds.states().map(toReply) }),
  )
}

/** One day: a backup takes long over a slow network. */
const TIMEOUT_MS = 86_400_000

/** Adds the route that sends a backup (D60). */
export function registerBackup(app: FastifyInstance, { backups }: OperatorRoutesDeps): void {
  // HEAD would read the whole database for an empty reply.
  const options = {
    ...operatorAccess('backup'),
    handlerTimeout: TIMEOUT_MS,
    exposeHeadRoute: false,
    schema: {
      tags: [TAGS.operatorFeeds],
      summary: 'Una copia de seguridad de la base de datos y los documentos',
      response: replies(rawReply(BACKUP_TYPE, 'Un archivo tar; termina con manifest.json'), 409),
    },
  }
  app.get(operatorPaths.backup, options, async (_request, reply) => {
    const archive = backups.start()
    return archive === null ? sendMessage(reply, 409, BACKUP_RUNNING) : reply.type(BACKUP_TYPE).send(archive)
  })
  app.addHook('preClose', async () => backups.close())
}
