import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { replies, TAGS } from '#server/http/route-schema.ts'

import { checkReadiness, type HealthSources } from '#server/monitoring/health.ts'

/** Paths that load balancers and process managers request. */
const HEALTH_PATHS = { health: '/healthz', ready: '/readyz' } as const

const healthReply = z.object({ status: z.literal('ok') })

const readyReply = z.looseObject({ status: z.enum(['ok', 'unavailable']), marketStepAge: z.number() })

/** Adds the routes that report whether the process runs and whether it should get requests. */
export function registerHealthRoutes(app: FastifyInstance, sources: HealthSources): void {
  const config = { access: 'public' } as const
  const tags = [TAGS.server]

  app.get(
    HEALTH_PATHS.health,
    { config, schema: { tags, summary: 'El proceso funciona', response: replies(healthReply) } },
    (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  const readyOptions = {
    config,
    schema: {
      tags,
      summary: 'El servidor puede atender: base de datos, mercado y fuentes',
      response: { ...replies(readyReply), 503: readyReply },
    },
  }
  app.get(HEALTH_PATHS.ready, readyOptions, async (_request, reply) => {
    const { ready, stepAgeMs, ...checks } = await checkReadiness(sources)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable', ...checks, marketStepAge: Math.round(stepAgeMs) / 1_000 })
  })
}
