import { errorCodes, type FastifyInstance } from 'fastify'

/** Maximum length of a request body, in bytes, unless a route sets its own. */
export const MAX_BODY_BYTES = 65_536

/** An escaped NUL character: PostgreSQL refuses it. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** Accepts only JSON bodies; refuses JSON with prototype keys or NUL characters. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (ESCAPED_NUL.test(String(body))) done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), undefined)
    else parse(request, String(body), done)
  })
}
