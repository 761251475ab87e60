import type { Readable } from 'node:stream'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { UPLOAD_FIELD } from '#src/adapters/http/contract/imc/paths.ts'
import { MAX_ATTACHMENT_BYTES } from '#src/domain/attachment.ts'

/** The file of a form while it arrives. The client chose the name, which has no path. */
interface UploadedFile {
  readonly name: string
  readonly content: Readable
}

/**
 * Limits of a form with one file; a second file is ignored. The extra byte shows the reader of the
 * file that it is too large.
 */
const LIMITS = {
  fileSize: MAX_ATTACHMENT_BYTES + 1,
  files: 2,
  fields: 20,
  parts: 22,
  fieldSize: 4_096,
  headerPairs: 50,
}

/** Maximum length of the other parts of a form, in bytes. */
const FORM_OVERHEAD_BYTES = 65_536

/**
 * Whether the declared length proves that the file is too large. The body need not be read then.
 */
export const isUploadTooLong = ({ headers }: FastifyRequest): boolean =>
  Number(headers['content-length'] ?? 0) > MAX_ATTACHMENT_BYTES + FORM_OVERHEAD_BYTES

/**
 * Accepts forms with a file in the routes of this scope. Other bodies count as forms without a
 * file.
 */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(multipart, { limits: LIMITS, throwFileSizeLimit: false })
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume()
    done(null)
  })
}

/**
 * Passes the file of the form to `use` while the file arrives. Returns the result of `use`; null
 * when the form has no file with a name. Parts after the file are ignored.
 */
export async function withUploadedFile<T>(
  request: FastifyRequest,
  use: (file: UploadedFile) => Promise<T>,
): Promise<T | null> {
  if (!request.isMultipart()) return null
  let result: Promise<T> | null = null
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      if (result !== null || part.fieldname !== UPLOAD_FIELD || !part.filename) part.file.resume()
      else {
        result = use({ name: part.filename, content: part.file })
        await Promise.allSettled([result])
        // A refused file may have unread bytes, and the form continues after them.
        part.file.resume()
      }
    }
  } catch {
    // The form is malformed or truncated. A file that is already complete remains valid.
  } finally {
    // Reads the rest of a refused form: otherwise its sender never reads the reply.
    request.raw.resume()
  }
  return result
}
