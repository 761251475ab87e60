import type { FastifyReply, FastifyRequest } from 'fastify'

import { REFUSALS } from '#server/messages.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** What browsers say of calls from pages that are not ours; a neighbour on another port or subdomain is no more to be trusted. */
const FOREIGN_SITES: ReadonlySet<unknown> = new Set(['cross-site', 'same-site'])

/** Hosts are compared, not schemes: behind a proxy the server does not know the one that the browser used. */
const isForeign = (origin: string, host: string) => !URL.canParse(origin) || new URL(origin).host !== host

/** Whether a page of another site makes a browser send this: cookies would go along with it. */
export function comesFromElsewhere({ method, headers, host }: Pick<FastifyRequest, 'method' | 'headers' | 'host'>) {
  if (SAFE_METHODS.has(method)) return false
  if (FOREIGN_SITES.has(headers['sec-fetch-site'])) return true
  return headers.origin !== undefined && isForeign(headers.origin, host)
}

export async function refuseForeignOrigins(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (comesFromElsewhere(request)) await reply.code(403).send({ message: REFUSALS[403] })
}
