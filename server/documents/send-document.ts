import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { StoredDocument } from '#server/documents/document-store.ts'
import type { Documents } from '#server/documents/documents.ts'
import { toMediaType } from '#server/documents/media-types.ts'

/** The message when the document or its file does not exist. */
export const DOCUMENT_MISSING = 'El archivo no está disponible.'

/**
 * Sends a document as a download, in a sandbox outside the portal's origin. Sends 404 when the
 * document or its file does not exist. The fastify scope of the route prevents caching.
 */
export async function sendDocument(
  reply: FastifyReply,
  documents: Pick<Documents, 'open'>,
  document: StoredDocument | null,
): Promise<FastifyReply> {
  const content = document === null ? null : await documents.open(document)
  if (document === null || content === null) return reply.code(404).send({ message: DOCUMENT_MISSING })
  return reply
    .headers({
      'content-type': toMediaType(document.kind),
      'content-length': document.bytes,
      'content-disposition': contentDisposition(document.fileName),
      'content-security-policy': "default-src 'none'; sandbox",
    })
    .send(content)
}
