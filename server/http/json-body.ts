import { errorCodes, type FastifyInstance } from 'fastify'

/** Maximum length of a request body, in bytes, unless a route sets its own. */
export const MAX_BODY_BYTES = 65_536

const JSON_TYPE = 'application/json'

/** An escaped NUL character: PostgreSQL refuses it. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** Bodies that were parsed before. */
export interface KnownBodies {
  find(text: string): object | undefined
  remember(text: string, body: unknown): void
}

const NONE: KnownBodies = { find: () => undefined, remember: () => undefined }

/** Adds the parser of JSON bodies. It refuses prototype keys and NUL characters. */
export function addJsonParser(app: FastifyInstance, { find, remember }: KnownBodies = NONE): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(JSON_TYPE)
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    const known = find(text)
    if (known !== undefined) return done(null, known)
    if (ESCAPED_NUL.test(text)) return done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), undefined)
    parse(request, text, (error, parsed) => {
      if (error === null) remember(text, parsed)
      done(error, parsed)
    })
  })
}

/** Accepts only JSON bodies. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  addJsonParser(app)
}
