import { call, type RawReply } from '#tests/support/raw-http.ts'

/** A file of a form. */
export interface SentFile {
  readonly name: string
  readonly content: Buffer
  readonly field?: string
}

const BOUNDARY = 'limite-de-prueba'

/** Creates a multipart body; file names are escaped as browsers escape them. */
export function toMultipart(files: readonly SentFile[]): Buffer {
  const parts = files.flatMap(({ name, content, field = 'fupload' }) => {
    const escaped = name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A')
    const head = [
      `--${BOUNDARY}`,
      `Content-Disposition: form-data; name="${field}"; filename="${escaped}"`,
      'Content-Type: application/octet-stream',
    ]
    return [Buffer.from(`${head.join('\r\n')}\r\n\r\n`), content, Buffer.from('\r\n')]
  })
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** Sends files as the form of an upload. */
export const upload = (
  url: string,
  path: string,
  cookie: string,
  files: SentFile | readonly SentFile[],
): Promise<RawReply> =>
  call(url, path, {
    method: 'POST',
    headers: { cookie, 'content-type': FORM_TYPE },
    body: toMultipart(Array.isArray(files) ? files : [files as SentFile]),
  })
