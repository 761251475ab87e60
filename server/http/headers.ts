import type { FastifyRequest } from 'fastify'

/** Returns the value of a request header; undefined when it is missing or repeated. */
export const readHeader = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' ? value : undefined
}
