import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { StoredDocument } from '#server/documents/document-store.ts'
import type { Documents } from '#server/documents/documents.ts'
import { toMediaType } from '#server/documents/media-types.ts'

/** The request names no document, or its file is missing. */
export const DOCUMENT_MISSING = 'El archivo no está disponible.'

/**
 * Sends a document as a download; it is never shown inside of the portal's origin, nor cached by
 * the route's scope.
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
