import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { readSealedLines } from '#server/audit/chain-store.ts'
import { HANDLER_TIMEOUT_MS } from '#server/http/handler-timeout.ts'
import { rawReply, replies, TAGS } from '#server/http/route-schema.ts'
import { type OperatorRoutesDeps, operatorAccess } from '#server/operator/operator-route.ts'
import { AUDIT_TYPE, operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'

/** Reads the chain in pages, so that the export needs no memory and no long transaction. */
async function* toLines(db: OperatorRoutesDeps['database']['db']) {
  for (let position = 0; ; ) {
    const lines = await readSealedLines(db, position)
    const last = lines.at(-1)
    if (last === undefined) return
    position = last.position
    yield `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
    // The stream reads several parts ahead.
    await nextTurn()
  }
}

/** Adds the route that exports the audit with its chain (D121). */
export function registerAuditExport(app: FastifyInstance, { database }: OperatorRoutesDeps): void {
  const options = {
    ...operatorAccess('backup'),
    handlerTimeout: 10 * HANDLER_TIMEOUT_MS,
    exposeHeadRoute: false,
    schema: {
      tags: [TAGS.operatorFeeds],
      summary: 'La auditoría con su cadena, una línea JSON por entrada',
      response: replies(rawReply(AUDIT_TYPE, 'Las entradas en el orden de la cadena, sin direcciones de red')),
    },
  }
  app.get(operatorPaths.auditExport, options, async (_request, reply) =>
    reply.type(AUDIT_TYPE).send(Readable.from(toLines(database.db))),
  )
}
