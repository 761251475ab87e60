import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { arrayBuffer } from 'node:stream/consumers'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker, type ParsedTarEntry } from 'modern-tar'
import * as z from 'zod'

/** Version of the archive format. A restore refuses newer versions. */
export const BACKUP_FORMAT = 1

/** Path of the last part (file) of an archive. An archive without this part is truncated. */
export const MANIFEST_PATH = 'manifest.json'

const PAGE_DIGITS = 6

/** Path of a page of rows. The first page is 1. */
export const tablePath = (table: string, page: number): string =>
  `tables/${table}/${String(page).padStart(PAGE_DIGITS, '0')}.jsonl`

/** Path of the file of a document. */
export const documentPath = (id: string): string => `documents/${id}`

/** Returns the table name from the path of a page of rows; null for other paths. */
export const parseTablePath = (path: string): string | null => /^tables\/(\w+)\/\d+\.jsonl$/.exec(path)?.[1] ?? null

/** Returns the id, safe as a file name, from the path of a document; null for other paths. */
export const parseDocumentPath = (path: string): string | null => /^documents\/([\w-]+)$/.exec(path)?.[1] ?? null

const partSchema = z.object({
  path: z.string().refine((path) => parseTablePath(path) !== null || parseDocumentPath(path) !== null),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** The fields that the manifests of all format versions have. */
export const versionSchema = z.object({ format: z.int() })

/** The list of an archive's contents. */
export const manifestSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  createdAt: z.string(),
  /** The migrations that the database had run, in their order. */
  migrations: z.array(z.string()).min(1),
  /** Tables in the order of a restore, with their numbers of rows. */
  tables: z.array(z.object({ name: z.string().regex(/^\w+$/), rows: z.int().min(0) })),
  /** Number of documents whose files are in the archive. */
  documents: z.int().min(0),
  /** Ids of documents whose file was missing or changed. */
  damaged: z.array(z.string()),
  /** All parts except the manifest, in the order of the archive. */
  parts: z.array(partSchema),
})
export type Manifest = z.infer<typeof manifestSchema>

/** The description of one part in the manifest. */
export type PartRecord = z.infer<typeof partSchema>

/** A row of any table. */
export type Row = Readonly<Record<string, unknown>>

interface EncodedBytes {
  readonly base64: string
}

const isEncodedBytes = (value: unknown): value is EncodedBytes =>
  typeof value === 'object' && value !== null && 'base64' in value && typeof value.base64 === 'string'

const encode = (value: unknown) =>
  value instanceof Uint8Array ? ({ base64: Buffer.from(value).toString('base64') } satisfies EncodedBytes) : value

const decode = (value: unknown) => (isEncodedBytes(value) ? Buffer.from(value.base64, 'base64') : value)

const mapValues = (row: Row, convert: (value: unknown) => unknown): Row =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [column, convert(value)]))

/** Writes rows as JSON, one per line, with bytes in base64. */
export const toLines = (rows: readonly Row[]): Buffer =>
  Buffer.from(rows.map((row) => `${JSON.stringify(mapValues(row, encode))}\n`).join(''))

/** Parses the lines of `toLines`. */
export const parseLines = (lines: Buffer): readonly Row[] =>
  lines
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => mapValues(JSON.parse(line) as Row, decode))

/** Only the owner may read an unpacked part, because it may contain secrets. */
const PART_MODE = 0o600

/** Returns the path, size and hash of a part. */
export const describePart = (path: string, content: Uint8Array): PartRecord => ({
  path,
  bytes: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
})

/** Adds a part to an archive. */
export type AddPart = (path: string, content: Uint8Array) => Promise<void>

/**
 * Streams an archive of the parts that `produce` adds. An error of `produce` destroys the stream.
 * When the reader closes the stream, `add` rejects.
 */
export function writeArchive(produce: (add: AddPart) => Promise<void>): Readable {
  const { readable, controller } = createTarPacker()

  async function add(path: string, content: Uint8Array) {
    const writer = controller.add({ name: path, size: content.length, mode: PART_MODE, type: 'file' }).getWriter()
    await writer.write(content)
    await writer.close()
  }

  produce(add).then(controller.finalize, controller.error)
  const tar = Readable.fromWeb(readable as NodeReadableStream<Uint8Array>)
  return pipeline(tar, createGzip(), () => {
    // The reader of the stream gets the error.
  })
}

/** A file in an archive: the manifest, a page of rows or a document. */
export interface ArchivePart {
  readonly path: string
  readonly content: Buffer
}

/**
 * Reads the parts of an archive one by one. Throws for an unreadable, damaged or truncated file.
 */
export async function* readArchive(file: string): AsyncGenerator<ArchivePart> {
  const tar = pipeline(createReadStream(file), createGunzip(), () => {
    // The reader of the stream gets the error.
  })
  const entries = (Readable.toWeb(tar) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of entries as unknown as NodeReadableStream<ParsedTarEntry>)
    yield { path: header.name, content: Buffer.from(await arrayBuffer(body as NodeReadableStream)) }
}
