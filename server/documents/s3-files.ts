import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'

import type { DocumentFiles } from '#server/documents/document-files.ts'

/** A bucket of an S3-compatible service. */
export interface S3Location {
  /** Origin of the service, without a final slash. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** First part of all keys, without slashes at its ends; '' without a prefix. */
  readonly prefix: string
  readonly accessKey: string
  readonly secretKey: string
}

/** Timeout of one request with all its retries. */
const TIMEOUT_MS = 20_000

/** Number of retries after a 5xx or 429, after short random waits. */
const RETRIES = 2

/** An unexpected response of the service. */
class S3Error extends Error {
  constructor(method: string, status: number) {
    super(`documents: the S3 service replied ${status} to ${method}`)
  }
}

/** Stores documents in a bucket, with signed requests (SigV4). */
export function createS3Files(location: S3Location): DocumentFiles {
  const { endpoint, region, bucket, prefix, accessKey, secretKey } = location
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    region,
    retries: RETRIES,
  })
  const toUrl = (key: string) => [endpoint, bucket, ...prefix.split('/'), key].filter((part) => part !== '').join('/')

  const sendRequest = (method: string, key: string, init: RequestInit = {}) =>
    client.fetch(toUrl(key), { ...init, method, signal: AbortSignal.timeout(TIMEOUT_MS) })

  return {
    async save(key, { path, sha256 }) {
      // The service compares the signed hash with the received body.
      const response = await sendRequest('PUT', key, {
        headers: { 'x-amz-content-sha256': sha256 },
        body: await readFile(path),
      })
      await response.arrayBuffer()
      if (!response.ok) throw new S3Error('PUT', response.status)
    },

    async open(key) {
      const response = await sendRequest('GET', key)
      // The body is read completely before it is sent: a slow client must not exceed the timeout.
      const content = Buffer.from(await response.arrayBuffer())
      if (response.ok) return Readable.from(content)
      if (response.status === 404) return null
      throw new S3Error('GET', response.status)
    },

    async remove(key) {
      const response = await sendRequest('DELETE', key)
      await response.arrayBuffer()
      if (!response.ok && response.status !== 404) throw new S3Error('DELETE', response.status)
    },
  }
}
