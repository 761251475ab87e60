import type { FastifyInstance } from 'fastify'

/** Forbids every cache to store the replies of a scope. */
export function forbidCaching(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
}
