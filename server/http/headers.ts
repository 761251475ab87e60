import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Media types of replies. */
export const JSON_TYPE = 'application/json; charset=utf-8'
export const HTML_TYPE = 'text/html; charset=utf-8'
export const TEXT_TYPE = 'text/plain; charset=utf-8'

/** Returns the value of a request header, or undefined. Node joins repeated values with commas. */
export const readHeader = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' ? value : undefined
}

/** Forbids every cache to store the replies of a scope. */
export function forbidCaching(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
}
