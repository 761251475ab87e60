import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { toAuditStamp } from '#server/http/audit-stamp.ts'
import { toRoutePath } from '#server/http/paths.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { UNKNOWN_ENTITY, USE_PROBLEMS, usesRefused, usesStored } from '#server/operator/messages.ts'
import { type OperatorRoutesDeps, operatorAccess, sendMessage } from '#server/operator/operator-route.ts'
import { operatorPaths } from '#src/adapters/http/contract/operator/operator.ts'
import { rowsRefusal, screenUsesBody } from '#src/adapters/http/contract/operator/screen-uses.ts'
import { doneReply, errorReply } from '#src/adapters/http/contract/values.ts'

/** Enough for the rows of the largest report. */
const MAX_REPORT_BYTES = 2_097_152

/** Maximum number of refused rows in a reply. */
const MAX_LISTED_ROWS = 50

/** Adds the call with which the operator reports the last use of screens (D102). */
export function registerScreenUses(app: FastifyInstance, { operations, now }: OperatorRoutesDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    toRoutePath(operatorPaths.screenUses(':codigo')),
    {
      ...operatorAccess('entities'),
      bodyLimit: MAX_REPORT_BYTES,
      schema: {
        tags: [TAGS.operator],
        summary: 'Reporta el último uso de las pantallas de una entidad',
        'x-limit': 'Hasta 10.000 filas por petición',
        params: z.object({ codigo: z.string() }),
        body: screenUsesBody,
        response: { ...replies(doneReply, 404), 400: z.union([rowsRefusal, errorReply]) },
      },
    },
    async (request, reply) => {
      const rows = request.body.usos.map(({ linea: line, numero: number, pantalla: screen, fecha: date }) => ({
        ...{ line, number, screen, date },
      }))
      const result = await operations.reportUses(request.params.codigo, rows, toAuditStamp(request, now()))
      if (result === null) return sendMessage(reply, 404, UNKNOWN_ENTITY)
      const { changes, problems } = result
      if (problems.length === 0) return { message: usesStored(changes.length) }
      return reply.code(400).send({
        message: usesRefused(problems.length),
        errores: problems
          .slice(0, MAX_LISTED_ROWS)
          .map(({ line, code }) => ({ linea: line, motivo: USE_PROBLEMS[code] })),
      })
    },
  )
}
