import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

import type { S3Location } from '#server/documents/s3-files.ts'
import { afterFile } from '#tests/support/after-file.ts'

const BUCKET = 'documentos'
const ACCESS_KEY = 'AKIAIOSFOD997EXAMPLE'
/** The example key of the S3 documentation. It contains a slash. */
export const SECRET_KEY = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

export interface SignedRequest {
  readonly method: string
  /** Path and query, as sent. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Computes the signature of a request as the documentation of "Signature Version 4" describes.
 * Returns null without the required signed headers. These tests need no encoding of the path.
 */
export function computeSignature({ method, path, headers }: SignedRequest, secretKey: string): string | null {
  const [, , date = '', region = '', names = ''] = AUTHORIZATION.exec(headers['authorization'] ?? '') ?? []
  const [uri = '', query = ''] = path.split('?')
  const signed = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return null
  const fields = signed.map((name) => `${name}:${(headers[name] ?? '').trim()}\n`).join('')
  const request = [method, uri, query, fields, names, headers['x-amz-content-sha256']].join('\n')
  const scope = `${date}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(request)].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  return hmac(key, text).toString('hex')
}

export interface TestS3 {
  readonly location: S3Location
  /** The same location in the form of DOCUMENTS_URL. */
  readonly url: string
  /** The stored objects, by key. */
  readonly objects: ReadonlyMap<string, Buffer>
  /** Makes the server refuse the next requests with these statuses. */
  fail(...statuses: readonly number[]): void
  /** Makes the server refuse all requests of a method with 403. */
  forbid(method: string): void
}

/** Checks signature, hash and bucket of a request. Returns the error status, or null if valid. */
function findRefusal(request: IncomingMessage, body: Buffer): number | null {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  const { method = '', url: path = '' } = request
  const [, accessKey, , , , signature] = AUTHORIZATION.exec(headers['authorization'] ?? '') ?? []
  if (accessKey !== ACCESS_KEY || signature !== computeSignature({ method, path, headers }, SECRET_KEY)) return 403
  const hash = headers['x-amz-content-sha256']
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 400
  return path.startsWith(`/${BUCKET}/`) ? null : 404
}

/**
 * Starts an S3 server with one bucket that checks signatures and hashes. It is closed after the
 * test file.
 */
export async function startS3Server(): Promise<TestS3> {
  const objects = new Map<string, Buffer>()
  const failures: number[] = []
  const forbiddenMethods = new Set<string | undefined>()

  const methods: Readonly<Record<string, (key: string, body: Buffer) => readonly [status: number, body?: Buffer]>> = {
    PUT(key, body) {
      objects.set(key, body)
      return [200]
    },
    DELETE(key) {
      objects.delete(key)
      return [204]
    },
    GET(key) {
      const found = objects.get(key)
      return found === undefined ? [404] : [200, found]
    },
  }

  function handle({ method = '', url = '' }: IncomingMessage, body: Buffer) {
    return methods[method]?.(url.slice(BUCKET.length + 2), body) ?? ([405] as const)
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const refusal = failures.shift() ?? (forbiddenMethods.has(request.method) ? 403 : findRefusal(request, body))
    const [status, content] = refusal === null ? handle(request, body) : [refusal]
    response.writeHead(status).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return {
    objects,
    url: `http://${ACCESS_KEY}:${encodeURIComponent(SECRET_KEY)}@127.0.0.1:${port}/${BUCKET}/imc?region=sa-east-1`,
    location: {
      endpoint,
      region: 'sa-east-1',
      bucket: BUCKET,
      prefix: 'imc',
      accessKey: ACCESS_KEY,
      secretKey: SECRET_KEY,
    },
    fail: (...statuses) => void failures.push(...statuses),
    forbid: (method) => void forbiddenMethods.add(method),
  }
}
