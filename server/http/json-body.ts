import { errorCodes, type FastifyInstance } from 'fastify'

/** The longest body of a call, in bytes; a route that takes more says so itself. */
export const MAX_BODY_BYTES = 65_536

/** An escaped NUL: no text of the portal has one, and no database takes it. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** Takes JSON alone as a body, and no JSON that reaches for prototypes or carries NUL characters. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (ESCAPED_NUL.test(String(body))) done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), undefined)
    else parse(request, String(body), done)
  })
}
