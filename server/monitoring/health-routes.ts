import type { FastifyInstance } from 'fastify'

import { checkReadiness, type HealthSources } from '#server/monitoring/health.ts'

/** Paths that load balancers and process managers request. */
export const HEALTH_PATHS = { health: '/healthz', ready: '/readyz' } as const

/** Adds the routes that report whether the process runs and whether it should get requests. */
export function registerHealthRoutes(app: FastifyInstance, sources: HealthSources): void {
  const options = { config: { access: 'public' } } as const

  app.get(HEALTH_PATHS.health, options, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get(HEALTH_PATHS.ready, options, async (_request, reply) => {
    const { ready, stepAgeMs, ...checks } = await checkReadiness(sources)
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable', ...checks, marketStepAge: Math.round(stepAgeMs) / 1_000 })
  })
}
