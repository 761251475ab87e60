import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'

import type { StoredDocument } from '#server/documents/document-store.ts'
import type { Documents } from '#server/documents/documents.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  dot: 'application/msword',
  docx: `${OFFICE}.wordprocessingml.document`,
  rtf: 'application/rtf',
  odt: 'application/vnd.oasis.opendocument.text',
  xls: 'application/vnd.ms-excel',
  xlt: 'application/vnd.ms-excel',
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  csv: 'text/csv',
  png: 'image/png',
  bmp: 'image/bmp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jfif: 'image/jpeg',
  gif: 'image/gif',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
}

/** The media type of a file extension. Others, such as XML or macro files, are plain bytes. */
const toMediaType = (kind: string): string => MEDIA_TYPES[kind] ?? 'application/octet-stream'

/** The message when the document or its file does not exist. */
const DOCUMENT_MISSING = 'El archivo no está disponible.'

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
