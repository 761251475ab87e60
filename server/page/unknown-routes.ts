import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { REFUSALS, UNREADABLE_ADDRESS } from '#server/http/messages.ts'
import { isApiPath } from '#server/http/paths.ts'
import type { PortalFile, PortalFiles } from '#server/http/portal-files.ts'
import { chooseEncoding, matchesEtag } from '#server/http/prepared-reply.ts'
import { isNavigation, sendRefusal } from '#server/http/refusals.ts'
import { requestPath } from '#server/http/request-log.ts'
import { setFileHeaders } from '#server/http/security-headers.ts'
import type { RenderedPages } from '#server/page/rendered-pages.ts'
import { isPage } from '#src/application/navigation/resolve.ts'

/** The script of the widget (`src/widget`). */
const WIDGET_PATH = '/widget.js'

/**
 * Sends a portal file in the best encoding that the client accepts, or 304. Range requests get the
 * whole file.
 */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: PortalFile): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const encodedBody = encoding === null ? undefined : file.encoded.get(encoding)
  const etag = encodedBody === undefined ? `"${file.digest}"` : `"${file.digest}-${encoding}"`
  if (!file.type.startsWith('text/html')) setFileHeaders(reply)
  // Pages of other sites load the widget.
  if (requestPath(request) === WIDGET_PATH) reply.header('cross-origin-resource-policy', 'cross-origin')
  reply.headers({ etag, 'cache-control': file.cacheControl })
  if (file.encoded.size > 0) reply.header('vary', 'Accept-Encoding')
  if (file.status !== 404 && matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encodedBody !== undefined) reply.header('content-encoding', encoding)
  return reply
    .code(file.status ?? 200)
    .type(file.type)
    .send(encodedBody ?? file.body)
}

/**
 * Whether an unknown path gets the portal, which redirects it to the home (D42). A path with a dot
 * in its last segment is a file.
 */
const canBePage = (path: string): boolean => !/\.[^/]*$/.test(path)

const CATCH_ALL = '/*'

interface RegisteredRoute {
  readonly pattern: RegExp
  readonly methods: readonly string[]
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Converts a route to a pattern: `:name` is one segment, and the trailing slash is optional. */
const toPattern = (url: string) => {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : escapeRegExp(part)))
  return new RegExp(`^${parts.join('/').replace(/\/$/, '')}/?$`)
}

const decodePath = (path: string): string | null => {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/**
 * Whether a path or the query of an API request contains a NUL, which databases refuse. Queries of
 * pages are not checked: only the portal reads them, and it ignores invalid values.
 */
const hasNul = (path: string, { url }: FastifyRequest) =>
  path.includes('\0') || (isApiPath(path) && url.includes('%00'))

/**
 * Returns the file of a path, or `index.html` for a page. With `isPageRequest`, unknown paths get
 * `index.html` too (D42).
 */
function findFile({ byPath, index }: PortalFiles, path: string, isPageRequest: boolean): PortalFile | undefined {
  const file = byPath.get(path)
  if (file) return file
  return isPage(path) || (isPageRequest && canBePage(path)) ? index : undefined
}

/**
 * Handles every request without another route: serves files and pages of the portal, and sends 400,
 * 404 or 405 in Spanish. Register it before the routes, because it collects them. `portal` is null
 * when the server serves only the API. `pages` is null when the browser renders all pages.
 */
export function handleUnknownRoutes(
  app: FastifyInstance,
  portal: PortalFiles | null,
  pages: RenderedPages | null,
): void {
  const routes: RegisteredRoute[] = []

  app.addHook('onRoute', ({ url, method }) => {
    // A preflight is no call of its own: it names no address that exists.
    if (url !== CATCH_ALL && method !== 'OPTIONS') routes.push({ pattern: toPattern(url), methods: [method].flat() })
  })

  const findPortalFile = (request: FastifyRequest, path: string) =>
    portal === null || isApiPath(path) ? undefined : findFile(portal, path, isNavigation(request))

  const findAllowedMethods = (path: string) => {
    const methods = routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods)
    const isFile = portal !== null && !isApiPath(path) && findFile(portal, path, false) !== undefined
    return [...new Set(isFile ? [...methods, 'GET', 'HEAD'] : methods)]
  }

  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const methods = findAllowedMethods(path)
    // An allowed method means that a parameter is too long for its route.
    if (methods.length === 0 || methods.includes(request.method)) return sendRefusal(request, reply, 404, REFUSALS[404])
    return sendRefusal(request, reply.header('allow', methods.join(', ')), 405, REFUSALS[405])
  }

  // Runs before the body is parsed.
  app.addHook('onRequest', (request, reply, done) => {
    // Only an escaped character can be unreadable or NUL.
    if (!request.is404 && !request.url.includes('%')) return done()
    const path = decodePath(requestPath(request))
    if (path === null || hasNul(path, request)) sendRefusal(request, reply, 400, UNREADABLE_ADDRESS)
    else if (request.is404) refuseUnknown(request, reply, path)
    else done()
  })

  app.get(CATCH_ALL, { config: { access: 'public' } }, async (request, reply) => {
    const path = decodePath(requestPath(request)) ?? ''
    const file = findPortalFile(request, path)
    if (!file) return refuseUnknown(request, reply, path)
    const page = file === portal?.index ? await pages?.find(path) : null
    return sendFile(request, reply, page ?? file)
  })
}
