import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type * as z from 'zod/mini'
import { requireOneSpelling, toSharedCaching } from '#server/http/cacheable-reads.ts'
import { HTML_TYPE, JSON_TYPE } from '#server/http/headers.ts'
import { createReplyCache, type ReplyKind, type ReplySource, sendPrepared } from '#server/http/prepared-reply.ts'
import { cacheValidation } from '#server/http/repeated-requests.ts'
import { type RefusalCode, type rawReply, replies, TAGS } from '#server/http/route-schema.ts'
import { toVisitorPath } from '#src/adapters/http/contract/paths.ts'

/**
 * Seconds in a cache. Deals change the figures each second; a cache stores each reply in three
 * encodings, so that 2 s cost the server at most 1.5 requests a second. The others change each
 * minute, or may be some seconds older.
 */
export const FIGURES_S = 2
export const SLOW_S = 5

/** What a read sends: the stored reply of a key and a version, or what makes it. */
interface Read extends Pick<ReplySource, 'make'> {
  readonly key: string
  readonly version: string
  /** Refuses a read that is not stored: sends the refusal and returns true. */
  readonly refuse?: () => boolean
}

interface VisitorRead<Query extends z.ZodMiniType> {
  readonly summary: string
  readonly query: Query
  readonly reply: z.ZodMiniType | ReturnType<typeof rawReply>
  readonly seconds: number
  readonly limit?: string
  readonly refusals?: readonly RefusalCode[]
  /** Finds what to send; null after a refusal. */
  readonly find: (query: z.output<Query>, reply: FastifyReply, request: FastifyRequest) => Read | null
}

/** Adds a visitor's read with the path of its documented call. */
export type AddVisitorRead = <Query extends z.ZodMiniType>(callPath: string, read: VisitorRead<Query>) => void

/**
 * Prepares a scope for visitors' reads: a GET of each call that the portal of a visitor polls. A
 * cache may send its reply to everybody, so that a read never depends on who asks (D115).
 */
export function createVisitorReads(app: FastifyInstance): AddVisitorRead {
  requireOneSpelling(app)
  cacheValidation(app)
  const calls = app.withTypeProvider<ZodTypeProvider>()
  const cache = createReplyCache()

  return function add<Query extends z.ZodMiniType>(callPath: string, declared: VisitorRead<Query>) {
    const path = toVisitorPath(callPath)
    const { summary, query: querystring, limit, refusals = [], find } = declared
    const type = 'content' in declared.reply ? HTML_TYPE : JSON_TYPE
    const kind: ReplyKind = { type, cacheControl: toSharedCaching(declared.seconds) }
    const schema = {
      tags: [TAGS.visitors],
      summary,
      querystring,
      response: replies(declared.reply, ...refusals),
      ...(limit !== undefined && { 'x-limit': limit }),
    }
    calls.get(path, { config: { access: 'visitor' }, schema }, (request, reply) => {
      const read = find(request.query as z.output<Query>, reply, request)
      if (read === null) return
      const { version, refuse, make } = read
      const key = `${path} ${read.key}`
      const stored = cache.find(key, version)
      if (stored) return sendPrepared(request, reply, stored)
      if (refuse?.()) return
      return sendPrepared(request, reply, cache.add(key, version, { kind, make }))
    })
  }
}
