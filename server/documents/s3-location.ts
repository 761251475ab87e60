import type { S3Location } from '#server/documents/s3-files.ts'

const DEFAULT_REGION = 'us-east-1'

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX_PART = /^[\w.-]+$/
const REGION = /^[a-z0-9-]{1,40}$/

function decodeCredential(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const isPrefix = (parts: readonly string[]) =>
  parts.every((part) => PREFIX_PART.test(part) && part !== '.' && part !== '..')

/**
 * Parses the URL of a bucket: `https://key:secret@host/bucket/prefix?region=eu-west-1`. Key and
 * secret are percent-encoded; prefix and region are optional. Returns null for any other text.
 */
export function parseS3Location(text: string): S3Location | null {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  const [bucket = '', ...prefix] = url.pathname.replace(/^\/|\/$/g, '').split('/')
  const accessKey = decodeCredential(url.username)
  const secretKey = decodeCredential(url.password)
  const region = url.searchParams.get('region') ?? DEFAULT_REGION
  if (!accessKey || !secretKey || !BUCKET.test(bucket) || !isPrefix(prefix) || !REGION.test(region)) return null
  if (url.hash !== '' || [...url.searchParams.keys()].some((name) => name !== 'region')) return null
  return { endpoint: url.origin, region, bucket, prefix: prefix.join('/'), accessKey, secretKey }
}
