import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Migration } from 'kysely'

import {
  type ArchivePart,
  describePart,
  MANIFEST_PATH,
  type Manifest,
  parseDocumentPath,
  parseLines,
  parseTablePath,
  readArchive,
} from '#server/backup/archive.ts'
import { deleteRows, insertRows } from '#server/backup/rows-store.ts'
import { type ArchiveFailure, verifyArchive } from '#server/backup/verify-archive.ts'
import type { StorageConfig } from '#server/config/storage-settings.ts'
import { errorCode, errorDetail } from '#server/database/errors.ts'
import { openLockedDatabase, type StorageFailure } from '#server/database/locked-database.ts'
import { MIGRATIONS } from '#server/database/migrations.ts'
import { holdPending } from '#server/database/outbox.ts'
import type { Schema } from '#server/database/schema.ts'
import { DOCUMENT_FOLDER, INCOMING_FOLDER, openDocumentFiles } from '#server/documents/open-documents.ts'
import { receiveFile } from '#server/documents/receive-file.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

const OUTBOX_TABLE = 'records_outbox'

/** The error of a failed restore, and the documents that the restore left. */
interface FailureDetails {
  /** Message of the error. */
  readonly detail: string
  /** Number of documents that were saved and not removed. */
  readonly documents: number
  /** The local folder of the documents; null for a bucket. */
  readonly folder: string | null
}

/**
 * Why a restore failed. Nothing was restored, except perhaps for `unconfirmed`: the commit may have
 * succeeded, but its reply is missing.
 */
export type RestoreFailure =
  | ArchiveFailure
  | StorageFailure
  | { readonly kind: 'newer-migration'; readonly migration: string }
  | { readonly kind: 'database-not-empty' }
  | { readonly kind: 'documents-not-empty'; readonly folder: string }
  | ({ readonly kind: 'failed' | 'unconfirmed' } & FailureDetails)

type NotEmptyFailure = Extract<RestoreFailure, { kind: 'database-not-empty' | 'documents-not-empty' }>

/** Rolls back a restore when the database or the documents are not empty. */
class NotEmptyError extends Error {
  readonly failure: NotEmptyFailure
  constructor(failure: NotEmptyFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

interface RestoreOptions {
  /**
   * Why messages that were pending in the backup are not sent. With null, the next server start
   * sends them.
   */
  readonly holdReason: string | null
  /** Instant of the real clock. */
  readonly now: Instant
}

/** The result of a restore. */
export interface RestoreResult {
  readonly manifest: Manifest
  /** Number of held messages, which only the operator can send. */
  readonly held: number
}

interface RestoreContext {
  readonly file: string
  readonly manifest: Manifest
  readonly config: StorageConfig
  readonly options: RestoreOptions
  readonly documents: RestoredDocuments
}

/** Replaces the rows of the archive's tables in the transaction of `db`. Saves the documents. */
async function writeParts(db: Kysely<unknown>, { file, manifest, documents }: RestoreContext): Promise<void> {
  async function writePart({ path, content }: ArchivePart) {
    const table = parseTablePath(path)
    const documentId = parseDocumentPath(path)
    if (table !== null) await insertRows(db, table, parseLines(content))
    if (documentId !== null) await documents.save(documentId, content)
  }

  await deleteRows(db, manifest.tables.map(({ name }) => name).toReversed())
  let index = 0
  for await (const part of readArchive(file)) {
    if (part.path === MANIFEST_PATH) continue
    if (!isDeepStrictEqual(describePart(part.path, part.content), manifest.parts[index]))
      throw new Error(`part ${part.path} has changed since it was verified`)
    await writePart(part)
    index += 1
  }
}

/**
 * Returns the archive's migrations. If the database has run the first one before, the migrator
 * skips it, and the next one throws. The last migration also restores the rows, so that a crash
 * leaves an empty database.
 */
function createRestoreMigrations(names: readonly string[], restore: (db: Kysely<unknown>) => Promise<void>) {
  const state = { wasEmpty: false, isWritten: false }
  const toMigration = (name: string, index: number): Migration => ({
    async up(db) {
      if (index === 0) state.wasEmpty = true
      if (!state.wasEmpty) throw new NotEmptyError({ kind: 'database-not-empty' })
      await MIGRATIONS[name]?.up(db)
      if (index < names.length - 1) return
      await restore(db)
      state.isWritten = true
    },
  })
  return { state, migrations: Object.fromEntries(names.map((name, index) => [name, toMigration(name, index)])) }
}

/**
 * Holds the pending messages, which may have been sent after the backup. Returns their number. With
 * the hold reason null, holds none and returns 0.
 */
async function holdMessages(db: Kysely<unknown>, { manifest, options }: RestoreContext): Promise<number> {
  const { holdReason, now } = options
  const hasMessages = manifest.tables.some(({ name }) => name === OUTBOX_TABLE)
  if (holdReason === null || !hasMessages) return 0
  return holdPending(db.withTables<Pick<Schema, typeof OUTBOX_TABLE>>(), holdReason, now)
}

/**
 * Writes the rows and the documents of an archive. On failure, removes the documents again. Returns
 * the number of held messages.
 */
async function writeOrUndo(db: Kysely<unknown>, context: RestoreContext): Promise<number> {
  const { manifest, documents } = context
  const ids = new Set(manifest.parts.flatMap(({ path }) => parseDocumentPath(path) ?? []))
  const folder = await documents.findOccupiedFolder(ids)
  if (folder !== null) throw new NotEmptyError({ kind: 'documents-not-empty', folder })
  try {
    await writeParts(db, context)
    return await holdMessages(db, context)
  } catch (error) {
    await documents.undo()
    throw error
  }
}

async function restoreVerified(context: RestoreContext): Promise<Result<RestoreResult, RestoreFailure>> {
  const { manifest, config, documents } = context
  let held = 0
  const { state, migrations } = createRestoreMigrations(manifest.migrations, async (db) => {
    held = await writeOrUndo(db, context)
  })
  try {
    const options = { report: () => {}, hasTimeouts: false, migrations }
    const opened = await openLockedDatabase(config, options)
    // Here `newer-schema` means that the database has run migrations that are not in the archive.
    if (!opened.ok) return opened.error.kind === 'newer-schema' ? err({ kind: 'database-not-empty' }) : opened
    await opened.value.close()
    // Nothing is written when the database has run all migrations of the archive before.
    return state.isWritten ? ok({ manifest, held }) : err({ kind: 'database-not-empty' })
  } catch (error) {
    if (error instanceof NotEmptyError) return err(error.failure)
    const details = { detail: errorDetail(error), documents: documents.count(), folder: documents.folder }
    return err({ kind: state.isWritten ? 'unconfirmed' : 'failed', ...details })
  }
}

/**
 * Restores an archive into the configured database and document storage, under the server's lock.
 * The database must be empty. A local document folder may only have documents of the archive, which
 * a killed restore leaves. A failure is rolled back. The next server start runs newer migrations.
 */
export async function restoreBackup(
  file: string,
  config: StorageConfig,
  options: RestoreOptions,
): Promise<Result<RestoreResult, RestoreFailure>> {
  const verified = await verifyArchive(file)
  if (!verified.ok) return verified
  const unknownMigration = verified.value.migrations.find((name) => !Object.hasOwn(MIGRATIONS, name))
  if (unknownMigration !== undefined) return err({ kind: 'newer-migration', migration: unknownMigration })
  const documents = createRestoredDocuments(config)
  return restoreVerified({ file, manifest: verified.value, config, options, documents })
}

/** The documents that a restore saves. */
interface RestoredDocuments {
  /** The local folder; null for a bucket. */
  readonly folder: string | null
  /**
   * Returns the local folder when it has other files than these documents, else null. Always null
   * for a bucket, which may have other files.
   */
  findOccupiedFolder(ids: ReadonlySet<string>): Promise<string | null>
  /** Saves a document and flushes it to the disk. */
  save(id: string, content: Buffer): Promise<void>
  /** Number of saved documents that were not removed. */
  count(): number
  /** Removes the saved documents, except those that may have existed before. */
  undo(): Promise<void>
}

async function listFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Opens the configured storage for the documents of a restore. */
function createRestoredDocuments(config: StorageConfig): RestoredDocuments {
  const files = openDocumentFiles(config)
  const folder = config.documents === null ? join(config.dataDir, DOCUMENT_FOLDER) : null
  const incomingFolder = join(config.dataDir, INCOMING_FOLDER)
  const savedIds = new Set<string>()
  /** The saved documents that did not exist before. */
  const newIds = new Set<string>()

  /**
   * Whether a document may exist. True also when it cannot be opened: S3 replies 403 to a missing
   * key when the account may not list the bucket.
   */
  async function mayExist(id: string): Promise<boolean> {
    try {
      const stream = await files.open(id)
      stream?.destroy()
      return stream !== null
    } catch {
      return true
    }
  }

  return {
    folder,

    async findOccupiedFolder(ids) {
      const names = folder === null ? [] : await listFiles(folder)
      return names.every((name) => ids.has(name)) ? null : folder
    },

    async save(id, content) {
      // A bucket may belong to a running server: `undo` must not remove its documents.
      if (!(await mayExist(id))) newIds.add(id)
      // Even a failed save may leave a file.
      savedIds.add(id)
      await mkdir(incomingFolder, { recursive: true, mode: 0o700 })
      const path = join(incomingFolder, id)
      const received = await receiveFile(Readable.from([content]), { path, limit: content.length })
      if (!received.ok) throw new Error(`the file of document ${id} cannot be written (${received.error})`)
      await files.save(id, received.value)
    },

    count: () => savedIds.size,

    async undo() {
      for (const id of newIds) {
        await files.remove(id).then(
          () => savedIds.delete(id),
          () => undefined,
        )
      }
    },
  }
}
