import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'

import { REFUSALS } from '#server/http/messages.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Values of `Sec-Fetch-Site` for requests from other origins. Pages on other ports and subdomains
 * are not trusted either.
 */
const FOREIGN_SITES: ReadonlySet<unknown> = new Set(['cross-site', 'same-site'])

/**
 * Compares hosts without schemes: behind a proxy, the server does not know the scheme of the
 * browser.
 */
const isForeignOrigin = (origin: string, host: string) => !URL.canParse(origin) || new URL(origin).host !== host

/**
 * Whether a page of another origin sent this request, which may have our cookies, with a method
 * that may change data.
 */
function isForeignWrite(request: Pick<FastifyRequest, 'method' | 'headers' | 'host'>) {
  const { method, headers } = request
  if (SAFE_METHODS.has(method)) return false
  if (FOREIGN_SITES.has(headers['sec-fetch-site'])) return true
  return headers.origin !== undefined && isForeignOrigin(headers.origin, request.host)
}

/** Refuses requests that pages of other origins send, except reads. */
export function refuseForeignOrigins(
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
): void {
  if (isForeignWrite(request)) reply.code(403).send({ message: REFUSALS[403] })
  else done()
}
