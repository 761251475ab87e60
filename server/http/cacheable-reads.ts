import type { FastifyInstance, FastifyRequest } from 'fastify'
import { otherSpellingMessage } from '#server/http/messages.ts'
import { toVisitorUrl } from '#src/adapters/http/contract/paths.ts'

/** Seconds for which a cache may still send a reply after its origin failed: a restart takes less. */
const STALE_IF_ERROR_S = 10

/**
 * The header of a reply that caches store for `seconds`. For twice that time they may send it while
 * one request fetches the next one. Browsers ask each time, with the ETag.
 */
export const toSharedCaching = (seconds: number): string =>
  `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${2 * seconds}, stale-if-error=${STALE_IF_ERROR_S}`

/** Failures are the same for all: a cache passes on one request a second while they last. */
const FAILED_CACHING = 'public, max-age=0, s-maxage=1'

/** The only spelling of a request's address; the schema of its route has ordered and checked the query. */
const toOnlySpelling = ({ routeOptions, query }: FastifyRequest) =>
  toVisitorUrl(routeOptions.url ?? '', query as Readonly<Record<string, string>>)

/**
 * Prepares a scope for replies in caches. A cache stores replies by address, so that other
 * spellings of one query are refused: unknown or repeated fields, another order. No cache stores a
 * refusal. Call it before `cacheValidation`, which skips these hooks for addresses that it knows.
 */
export function requireOneSpelling(scope: FastifyInstance): void {
  scope.addHook('preHandler', (request, reply, done) => {
    const spelling = toOnlySpelling(request)
    if (request.url === spelling) return done()
    reply.code(400).send({ message: otherSpellingMessage(spelling) })
  })
  // Prepared replies, which have their own header, do not pass this hook.
  scope.addHook('onSend', (_request, reply, _body, done) => {
    if (reply.statusCode >= 500) reply.header('cache-control', FAILED_CACHING)
    else if (reply.statusCode >= 400) reply.header('cache-control', 'no-store')
    done()
  })
}
