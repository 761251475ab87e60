import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { listUndelivered, retryItem } from '#server/database/outbox.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { MESSAGE_RETRIED, UNKNOWN_MESSAGE } from '#server/operator/messages.ts'
import { toMessageReply } from '#server/operator/operator-replies.ts'
import { access, type OperatorRoutesDeps, sendMessage } from '#server/operator/operator-route.ts'
import { doneReply } from '#src/adapters/http/contract/done.ts'
import { messagesReply, operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'

const tags = [TAGS.operatorFeeds]

/** Adds the routes for messages that wait or could not be sent. */
export function registerMessages(app: FastifyInstance, { database: { db }, now }: OperatorRoutesDeps): void {
  const calls = app.withTypeProvider<ZodTypeProvider>()

  calls.get(
    operatorPaths.messages,
    {
      ...access,
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
      ...access,
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
