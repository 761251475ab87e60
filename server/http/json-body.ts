import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'

/** Maximum length of a request body, in bytes, unless its route sets another. */
export const MAX_BODY_BYTES = 65_536

const JSON_TYPE = 'application/json'

/** An escaped NUL character, which PostgreSQL refuses. */
const ESCAPED_NUL = /(?<!\\)(?:\\\\)*\\u0000/

/**
 * Adds the parser of JSON bodies. It refuses prototype keys and NUL characters. `onParsed` gets the
 * text of each accepted body.
 */
export function addJsonParser(
  app: FastifyInstance,
  onParsed: (request: FastifyRequest, text: string) => void = () => {},
): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(JSON_TYPE)
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (ESCAPED_NUL.test(text)) return done(new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY(), undefined)
    parse(request, text, (error, parsed) => {
      if (error === null) onParsed(request, text)
      done(error, parsed)
    })
  })
}

/** Accepts only JSON bodies. */
export function acceptJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  addJsonParser(app)
}
