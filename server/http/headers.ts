import type { FastifyRequest } from 'fastify'

/** Returns the value of a request header, or undefined. Node joins repeated values with commas. */
export const readHeader = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name.toLowerCase()]
  return typeof value === 'string' ? value : undefined
}
