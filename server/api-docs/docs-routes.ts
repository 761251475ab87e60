import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { DOCS_POLICY, renderDocsPage } from '#server/api-docs/docs-page.ts'
import { readApiDocument } from '#server/api-docs/openapi.ts'
import type { ServerModule } from '#server/app.ts'
import { HTML_TYPE, JSON_TYPE } from '#server/http/headers.ts'
import { type PreparedReply, prepareReply, sendPrepared } from '#server/http/prepared-reply.ts'
import { htmlReply, replies, TAGS } from '#server/http/route-schema.ts'

/** Path of the documentation page. */
const DOCS_PATH = '/api/docs'
/** Path of the OpenAPI document. */
const DOCUMENT_PATH = '/api/docs/openapi.json'

const config = { access: 'public' } as const
const tags = [TAGS.server]
const documentReply = z.looseObject({ openapi: z.string() })

interface PreparedDocs {
  readonly json: Promise<PreparedReply>
  readonly page: Promise<PreparedReply>
}

function prepareDocs(app: FastifyInstance, origin: string): PreparedDocs {
  const document = readApiDocument(app)
  const cacheControl = 'no-cache'
  return {
    json: prepareReply({ type: JSON_TYPE, cacheControl }, Buffer.from(JSON.stringify(document))),
    page: prepareReply({ type: HTML_TYPE, cacheControl }, Buffer.from(renderDocsPage(document, DOCUMENT_PATH, origin))),
  }
}

/** Serves the API documentation. The first request creates it from the server's routes. */
export const createApiDocs = (publicUrl: () => string): ServerModule => ({
  register(app) {
    let preparedDocs: PreparedDocs | null = null
    const getDocs = () => {
      preparedDocs ??= prepareDocs(app, publicUrl())
      return preparedDocs
    }

    app.get(
      DOCUMENT_PATH,
      { config, schema: { tags, summary: 'Este documento, OpenAPI 3.1', response: replies(documentReply) } },
      (request, reply) => sendPrepared(request, reply, getDocs().json),
    )

    app.get(
      DOCS_PATH,
      { config, schema: { tags, summary: 'Esta página', response: replies(htmlReply('La página')) } },
      (request, reply) => {
        reply.header('content-security-policy', DOCS_POLICY)
        return sendPrepared(request, reply, getDocs().page)
      },
    )
  },
})
