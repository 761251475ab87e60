import { errorCodes, type FastifyInstance } from 'fastify'

/** Maximum length of a request body, in bytes, unless its route sets another. */
export const MAX_BODY_BYTES = 65_536

const JSON_TYPE = 'application/json'

/** An escaped NUL character, which PostgreSQL refuses. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

/** Accepts only JSON bodies. Refuses prototype keys and NUL characters. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (ESCAPED_NUL.test(text)) return done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), undefined)
    parse(request, text, done)
  })
}
