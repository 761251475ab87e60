import * as z from 'zod'
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

/** Configuration of database and documents. */
export interface StorageConfig {
  readonly dataDir: string
  /** URL of PostgreSQL; null uses SQLite in `dataDir`. */
  readonly databaseUrl: string | null
  /** The bucket for documents; null stores them in `dataDir`. */
  readonly documents: S3Location | null
}

const bucket = z.string().transform((text, context) => {
  const location = parseS3Location(text)
  if (location !== null) return location
  context.addIssue({ code: 'custom' })
  return z.NEVER
})

export const STORAGE_SETTINGS = {
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//)
    .refine((url) => URL.canParse(url))
    .optional(),
  DOCUMENTS_URL: bucket.optional(),
}

type StorageSettings = z.output<z.ZodObject<typeof STORAGE_SETTINGS>>

export const toStorageConfig = (settings: StorageSettings): StorageConfig => ({
  dataDir: settings.DATA_DIR,
  databaseUrl: settings.DATABASE_URL ?? null,
  documents: settings.DOCUMENTS_URL ?? null,
})

/** Error texts of the settings of database and documents; each follows the name of its setting. */
export const STORAGE_SETTING_MESSAGES = {
  DATA_DIR: 'debe ser una carpeta',
  DATABASE_URL: 'debe ser una dirección de PostgreSQL, como postgres://usuario:clave@servidor:5432/base',
  DOCUMENTS_URL:
    'debe ser la dirección de un almacén S3, como https://clave:secreto@s3.example/cubeta/carpeta?region=us-east-1',
} as const
