import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { isPage, mayBePage } from '#server/http/pages.ts'
import type { PortalFile, PortalFiles } from '#server/http/portal-files.ts'
import { pathOf } from '#server/http/request-log.ts'
import { sendFile } from '#server/http/send-file.ts'
import { REFUSALS, UNREADABLE_ADDRESS } from '#server/messages.ts'

const EVERYTHING_ELSE = '/*'

interface KnownRoute {
  readonly pattern: RegExp
  readonly methods: readonly string[]
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The addresses of a route: `:name` stands for one part, the last slash is free. */
const patternOf = (url: string) => {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : escaped(part)))
  return new RegExp(`^${parts.join('/').replace(/\/$/, '')}/?$`)
}

const refuse = (reply: FastifyReply, status: 404 | 405) => reply.code(status).send({ message: REFUSALS[status] })

const decoded = (path: string): string | null => {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

const isApi = (path: string) => /^\/api(\/|$)/i.test(path)

/** The file that answers a path: itself, or the app for a page; `asPage` when a browser opens an address nobody knows (D42). */
function fileFor({ byPath, index }: PortalFiles, path: string, asPage: boolean): PortalFile | undefined {
  const file = byPath.get(path)
  if (file) return file
  return isPage(path) || (asPage && mayBePage(path)) ? index : undefined
}

const opensPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true

/**
 * Answers whatever no call of the API takes: files of the portal, its pages, and in Spanish what does not exist or not in
 * that method. Register before the routes, which it learns from. `portal` is null where the API is served alone.
 */
export function answerUnknownRoutes(app: FastifyInstance, portal: PortalFiles | null): void {
  const routes: KnownRoute[] = []

  app.addHook('onRoute', ({ url, method }) => {
    if (url !== EVERYTHING_ELSE) routes.push({ pattern: patternOf(url), methods: [method].flat() })
  })

  const knownFile = (request: FastifyRequest, path: string) =>
    portal === null || isApi(path) ? undefined : fileFor(portal, path, opensPage(request))

  const methodsOf = (path: string) => {
    const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods)
    const isFile = portal !== null && !isApi(path) && fileFor(portal, path, false) !== undefined
    return [...new Set(isFile ? [...methods, 'GET', 'HEAD'] : methods)]
  }

  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const methods = methodsOf(path)
    // A part of the address may be longer than its route takes: then the method is right and the address is not.
    if (methods.length === 0 || methods.includes(request.method)) return refuse(reply, 404)
    return refuse(reply.header('allow', methods.join(', ')), 405)
  }

  // Before the body is read: what does not exist takes none.
  app.addHook('onRequest', async (request, reply) => {
    const path = decoded(pathOf(request))
    if (path === null || path.includes('\0')) return reply.code(400).send({ message: UNREADABLE_ADDRESS })
    return request.is404 ? refuseUnknown(request, reply, path) : undefined
  })

  app.get(EVERYTHING_ELSE, (request, reply) => {
    const path = decoded(pathOf(request)) ?? ''
    const file = knownFile(request, path)
    return file ? sendFile(request, reply, file) : refuseUnknown(request, reply, path)
  })
}
