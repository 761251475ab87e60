import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import type { StorageConfig } from '#server/config/storage-settings.ts'
import { errorCode } from '#server/database/errors.ts'
import { DOCUMENT_FOLDER, INCOMING_FOLDER, openDocumentFiles } from '#server/documents/open-documents.ts'
import { receiveFile } from '#server/documents/receive-file.ts'

/** The documents that a restore saves. */
export interface RestoredDocuments {
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
export function createRestoredDocuments(config: StorageConfig): RestoredDocuments {
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
