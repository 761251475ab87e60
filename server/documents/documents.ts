import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#server/database/connection.ts'
import type { Schema } from '#server/database/schema.ts'
import { matchesExtension } from '#server/documents/content-check.ts'
import type { DocumentFiles } from '#server/documents/document-files.ts'
import {
  createDocumentStore,
  type DocumentOwner,
  type RequirementFile,
  type StoredDocument,
} from '#server/documents/document-store.ts'
import { isDiskFull, type ReceivedFile, type ReceiveFailure, receiveFile } from '#server/documents/receive-file.ts'
import { newId } from '#server/secrets.ts'
import { fileExtension, MAX_ATTACHMENT_BYTES } from '#src/domain/attachment.ts'
import { err, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Maximum length of a stored file name, in code points. */
export const MAX_FILE_NAME_LENGTH = 120

/**
 * Control, format, private and unassigned characters, including those that reverse the reading
 * direction.
 */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]+/gu

/** Characters with a special meaning in a file system or a shell. */
const RESERVED_CHARACTERS = /[<>:"|?*]+/g

const shorten = (text: string, length: number) => [...text].slice(0, length).join('').trimEnd()

/**
 * Returns the name under which a document is shown and downloaded: the last part of a path. It has
 * no control characters and, with its extension, at most 120 code points. Returns '' when no
 * character remains. Files are stored under keys, never under this name.
 */
export function toSafeFileName(sentName: string): string {
  const [name = ''] = sentName.normalize('NFC').split(/[/\\]/).slice(-1)
  const cleanName = name
    .replace(UNSAFE_CHARACTERS, '')
    .replace(RESERVED_CHARACTERS, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const dotIndex = cleanName.lastIndexOf('.')
  if (dotIndex < 1) return shorten(cleanName, MAX_FILE_NAME_LENGTH)
  const extension = shorten(cleanName.slice(dotIndex), MAX_FILE_NAME_LENGTH / 2)
  return shorten(cleanName.slice(0, dotIndex), MAX_FILE_NAME_LENGTH - extension.length) + extension
}

/** Age after which the file of an incomplete upload is removed: uploads end after 60 s (D38). */
const LEFTOVER_AGE_MS = 600_000

/**
 * Why a document was not stored. `extension`: it is not allowed (D29). `content`: it does not match
 * the extension.
 */
export type UploadFailure = ReceiveFailure | 'extension' | 'content'

interface Upload {
  /** The file name that the client sent. */
  readonly name: string
  readonly content: Readable
  /** Allowed extensions (D29). */
  readonly extensions: readonly string[]
  readonly owner: DocumentOwner
  readonly uploadedBy: string
}

/**
 * Writes the caller's rows in the transaction of the document. It must lock the owner first, with a
 * conditional update, and write nothing when it returns an error.
 */
export type RecordUpload<T, E> = (tx: Transaction<Schema>, document: StoredDocument) => Promise<Result<T, E>>

/** Receives, checks, stores and serves documents. */
export interface Documents {
  /** Stores a document and the changes of `record`, all or nothing. */
  upload<T, E>(upload: Upload, record: RecordUpload<T, E>): Promise<Result<T, UploadFailure | E>>
  /** Finds the document of an owner; null when the owner has no document. */
  find(owner: DocumentOwner): Promise<StoredDocument | null>
  /** Lists the files of an entity's request. */
  listByRequest(entityId: string, requestId: string): Promise<readonly RequirementFile[]>
  /** Opens the content of a document; null when its file is missing. */
  open(document: Pick<StoredDocument, 'id'>): Promise<Readable | null>
  /**
   * Removes the files that the last run of the server left: of incomplete uploads and of replaced
   * documents. Call it once, before the first upload. When other servers may run, removes only
   * those that are too old for a running upload.
   */
  removeLeftoversAtStart(): Promise<void>
  /** Removes leftovers that are too old for a running upload. */
  removeOldLeftovers(): Promise<void>
  /** Pauses the removal of files until `release`: a backup reads the files of its snapshot. */
  holdRemovals(): { release(): void }
}

export interface DocumentsDeps {
  readonly database: Database
  readonly files: DocumentFiles
  /** Folder of files that are being received. */
  readonly incomingFolder: string
  /** Whether other servers may use the same documents. */
  readonly isShared?: boolean
  readonly now: () => Instant
  readonly logger: Pick<Logger, 'error'>
  /** Path of a new file in the incoming folder; tests replace it. */
  readonly incomingPath?: (id: string) => string
}

export function createDocuments(deps: DocumentsDeps): Documents {
  const { database, files, incomingFolder, isShared = false, now, logger } = deps
  const { incomingPath = (id) => join(incomingFolder, id) } = deps
  const store = createDocumentStore(database)
  const holds = new Set<object>()

  /** Removes a file if it is a leftover. A later call repeats a failed or held removal. */
  async function removeLeftover(id: string) {
    if (holds.size > 0) return
    try {
      if (!(await store.claimLeftover(id))) return
      await files.remove(id)
      await store.deleteLeftover(id)
    } catch (error) {
      logger.error({ err: error, document: id }, 'a file that no document needs cannot be removed; it will be retried')
    }
  }

  /** Removes the files in the incoming folder that were written until this instant. */
  async function removeIncoming(until: Instant) {
    for (const name of await readdir(incomingFolder)) {
      const path = join(incomingFolder, name)
      // Another server may have finished the upload meanwhile.
      const file = await stat(path).catch(() => null)
      if (file !== null && file.mtimeMs <= until) await rm(path, { recursive: true, force: true })
    }
  }

  async function removeLeftovers(until: Instant) {
    for (const id of await store.findLeftovers(until)) await removeLeftover(id)
  }

  /**
   * Stores the file first, so that every document has its file. When the server crashes before the
   * document is written, the leftover row remains, and the next start removes the file.
   */
  async function storeDocument<T, E>(document: StoredDocument, file: ReceivedFile, record: RecordUpload<T, E>) {
    let previousId: string | null = null
    // Not 0, which marks a begun removal.
    await store.addLeftover(document.id, Math.max(1, now()))
    try {
      await files.save(document.id, file)
      return await database.transaction(async (tx) => {
        const result = await record(tx, document)
        if (result.ok) previousId = await store.put(tx, document)
        return result
      })
    } finally {
      await removeLeftover(document.id)
      if (previousId !== null) await removeLeftover(previousId)
    }
  }

  async function checkAndStore<T, E>(upload: Upload, file: ReceivedFile, fileName: string, record: RecordUpload<T, E>) {
    const kind = fileExtension(fileName)
    if (!(await matchesExtension(await readFile(file.path), kind))) return err('content' as const)
    const { owner, uploadedBy } = upload
    const { bytes, sha256 } = file
    return storeDocument(
      { id: newId(), owner, fileName, kind, bytes, sha256, uploadedAt: now(), uploadedBy },
      file,
      record,
    )
  }

  return {
    find: store.find,
    listByRequest: store.listByRequest,
    open: ({ id }) => files.open(id),
    removeOldLeftovers: () => removeLeftovers(now() - LEFTOVER_AGE_MS),

    holdRemovals() {
      const hold = { release: () => void holds.delete(hold) }
      holds.add(hold)
      return hold
    },

    async removeLeftoversAtStart() {
      await mkdir(incomingFolder, { recursive: true, mode: 0o700 })
      const until = isShared ? now() - LEFTOVER_AGE_MS : Number.MAX_SAFE_INTEGER
      await removeIncoming(until)
      await removeLeftovers(until)
    },

    async upload(upload, record) {
      const fileName = toSafeFileName(upload.name)
      if (!upload.extensions.includes(fileExtension(fileName))) return err('extension')
      const path = incomingPath(newId())
      const received = await receiveFile(upload.content, { path, limit: MAX_ATTACHMENT_BYTES })
      if (!received.ok) return received
      try {
        return await checkAndStore(upload, received.value, fileName, record)
      } catch (error) {
        if (isDiskFull(error)) return err('disk-full')
        throw error
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}
