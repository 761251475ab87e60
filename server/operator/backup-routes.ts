import type { FastifyInstance } from 'fastify'
import { rawReply, replies, TAGS } from '#server/http/route-schema.ts'

import { BACKUP_RUNNING } from '#server/operator/messages.ts'
import { access, type OperatorRoutesDeps, sendMessage } from '#server/operator/operator-route.ts'
import { BACKUP_TYPE, operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'

/** One day: a backup takes long over a slow network. */
const TIMEOUT_MS = 86_400_000

/** Adds the route that sends a backup (D60). */
export function registerBackup(app: FastifyInstance, { backups }: OperatorRoutesDeps): void {
  // HEAD would read the whole database for an empty reply.
  const options = {
    ...access,
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
