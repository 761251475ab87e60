import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Migration } from 'kysely'

import { type ArchivePart, describePart, readArchive } from '#server/backup/archive.ts'
import { MANIFEST_PATH, type Manifest, parseDocumentPath, parseTablePath } from '#server/backup/manifest.ts'
import { parseLines } from '#server/backup/row-lines.ts'
import { deleteRows, insertRows } from '#server/backup/rows-store.ts'
import { type ArchiveFailure, verifyArchive } from '#server/backup/verify-archive.ts'
import type { StorageConfig } from '#server/config/storage-settings.ts'
import { errorCode } from '#server/database/errors.ts'
import { openLockedDatabase, type StorageFailure } from '#server/database/locked-database.ts'
import { MIGRATIONS } from '#server/database/migrations.ts'
import { holdPending } from '#server/database/outbox.ts'
import type { Schema } from '#server/database/schema.ts'
import type { DocumentFiles } from '#server/documents/document-files.ts'
import { DOCUMENT_FOLDER, INCOMING_FOLDER, openDocumentFiles } from '#server/documents/open-documents.ts'
import { receiveFile } from '#server/documents/receive-file.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

const OUTBOX_TABLE = 'records_outbox'

/** Why nothing was restored. */
export type RestoreFailure =
  | ArchiveFailure
  | StorageFailure
  | { readonly kind: 'newer-backup'; readonly migration: string }
  | { readonly kind: 'database-not-empty' }
  | { readonly kind: 'documents-not-empty'; readonly folder: string }

type NotEmptyFailure = Extract<RestoreFailure, { kind: 'database-not-empty' | 'documents-not-empty' }>

/** Rolls back a restore when the database or the documents are not empty. */
class NotEmptyError extends Error {
  readonly failure: NotEmptyFailure
  constructor(failure: NotEmptyFailure) {
    super(failure.kind)
    this.failure = failure
  }
}

async function hasFiles(folder: string): Promise<boolean> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.some((entry) => !entry.isDirectory())
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** Saves the file of a document and flushes it to the disk. */
async function saveDocument(files: DocumentFiles, incomingFolder: string, id: string, content: Buffer): Promise<void> {
  const path = join(incomingFolder, id)
  const received = await receiveFile(Readable.from([content]), { path, limit: content.length })
  if (!received.ok) throw new Error(`restore: the file of document ${id} cannot be written (${received.error})`)
  await files.save(id, received.value)
}

export interface RestoreOptions {
  /**
   * Why messages that were pending in the backup are not sent. With null, the next server start
   * sends them.
   */
  readonly holdReason: string | null
  /** The real clock. */
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
}

/**
 * Replaces the rows of the archive's tables in the transaction of `db`, and saves the documents. On
 * failure, removes the saved documents.
 */
async function writeParts(db: Kysely<unknown>, { file, manifest, config }: RestoreContext): Promise<void> {
  const files = openDocumentFiles(config)
  const incomingFolder = join(config.dataDir, INCOMING_FOLDER)
  const savedIds: string[] = []

  async function writePart({ path, content }: ArchivePart) {
    const table = parseTablePath(path)
    const documentId = parseDocumentPath(path)
    if (table !== null) await insertRows(db, table, parseLines(content))
    if (documentId === null) return
    savedIds.push(documentId)
    await saveDocument(files, incomingFolder, documentId, content)
  }

  await mkdir(incomingFolder, { recursive: true, mode: 0o700 })
  await deleteRows(db, manifest.tables.map(({ name }) => name).toReversed())
  try {
    let index = 0
    for await (const part of readArchive(file)) {
      if (part.path === MANIFEST_PATH) continue
      // The file may have changed since it was verified.
      if (!isDeepStrictEqual(describePart(part.path, part.content), manifest.parts[index]))
        throw new Error(`restore: part ${part.path} has changed`)
      await writePart(part)
      index += 1
    }
  } catch (error) {
    for (const id of savedIds) await files.remove(id)
    throw error
  }
}

/**
 * Returns the archive's migrations. They throw when the database has run some of them before. The
 * last migration also restores the rows, so that a crash leaves an empty database.
 */
function createRestoreMigrations(names: readonly string[], restore: (db: Kysely<unknown>) => Promise<void>) {
  const state = { wasEmpty: false, isRestored: false }
  const toMigration = (name: string, index: number): Migration => ({
    async up(db) {
      if (index === 0) state.wasEmpty = true
      if (!state.wasEmpty) throw new NotEmptyError({ kind: 'database-not-empty' })
      await MIGRATIONS[name]?.up(db)
      if (index < names.length - 1) return
      await restore(db)
      state.isRestored = true
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

async function restoreVerified(context: RestoreContext): Promise<Result<RestoreResult, RestoreFailure>> {
  const { manifest, config } = context
  const folder = join(config.dataDir, DOCUMENT_FOLDER)
  let held = 0
  const { state, migrations } = createRestoreMigrations(manifest.migrations, async (db) => {
    // A bucket need not be empty: the keys of documents are random and never equal.
    if (config.documents === null && (await hasFiles(folder)))
      throw new NotEmptyError({ kind: 'documents-not-empty', folder })
    await writeParts(db, context)
    held = await holdMessages(db, context)
  })
  try {
    const opened = await openLockedDatabase(config, { report: () => {}, hasTimeouts: false, migrations })
    // Here `newer-schema` means that the database has run migrations outside the archive.
    if (!opened.ok) return opened.error.kind === 'newer-schema' ? err({ kind: 'database-not-empty' }) : opened
    await opened.value.close()
    return state.isRestored ? ok({ manifest, held }) : err({ kind: 'database-not-empty' })
  } catch (error) {
    if (error instanceof NotEmptyError) return err(error.failure)
    throw error
  }
}

/**
 * Restores an archive into the configured database and document storage, under the server's lock.
 * The database and a local document folder must be empty. A failure is rolled back; after a crash,
 * files of documents may remain. The next server start runs newer migrations.
 */
export async function restoreBackup(
  file: string,
  config: StorageConfig,
  options: RestoreOptions,
): Promise<Result<RestoreResult, RestoreFailure>> {
  const verified = await verifyArchive(file)
  if (!verified.ok) return verified
  const unknownMigration = verified.value.migrations.find((name) => !Object.hasOwn(MIGRATIONS, name))
  if (unknownMigration !== undefined) return err({ kind: 'newer-backup', migration: unknownMigration })
  return restoreVerified({ file, manifest: verified.value, config, options })
}
