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
