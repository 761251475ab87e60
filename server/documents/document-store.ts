import type { Transaction } from 'kysely'

import type { Database } from '#server/database/connection.ts'
import { isBackupRunning } from '#server/database/database-lock.ts'
import type { Schema } from '#server/database/schema.ts'
import type { DocumentTable } from '#server/documents/document-tables.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The owner of a document: a requirement of a request (solicitud), or a user for a contract. */
export type DocumentOwner =
  | {
      readonly kind: 'requirement'
      readonly entityId: string
      readonly requestId: string
      readonly requirementId: string
    }
  | { readonly kind: 'contract'; readonly entityId: string; readonly userId: string }

/** A document; its id is the key of its file, which a correction shares (D90). */
export interface StoredDocument {
  readonly id: string
  readonly owner: DocumentOwner
  readonly fileName: string
  /** The extension, which the content matches. */
  readonly kind: string
  readonly bytes: number
  readonly sha256: string
  readonly uploadedAt: Instant
  /** Id of the user who uploaded the document. */
  readonly uploadedBy: string
}

/** The uploaded file of a requirement of a request. */
export interface RequirementFile {
  readonly requirementId: string
  readonly fileName: string
  readonly bytes: number
}

interface DocumentStore {
  /** Lists the files of an entity's request. */
  listByRequest(entityId: string, requestId: string): Promise<readonly RequirementFile[]>
  /** Finds the document of an owner; null when the owner has no document. */
  find(owner: DocumentOwner): Promise<StoredDocument | null>
  /** Registers the file of an upload as a leftover before it is stored. `put` unregisters it. */
  addLeftover(id: string, since: Instant): Promise<void>
  /**
   * Writes the document of a registered file. The file of the owner's previous document becomes a
   * leftover, and its id is returned; null without such a file. Throws when the removal of the
   * registered file has begun.
   */
  put(tx: Transaction<Schema>, document: StoredDocument): Promise<string | null>
  /** Finds the ids of leftovers that were registered until this instant or are being removed. */
  findLeftovers(until: Instant): Promise<readonly string[]>
  /**
   * Begins the removal of a leftover. Returns false when no leftover has this id any more, or while
   * a backup of any server reads the files of its snapshot.
   */
  claimLeftover(id: string): Promise<boolean>
  deleteLeftover(id: string): Promise<void>
}

/** The `since` of a leftover whose removal has begun. */
const REMOVAL_BEGUN = 0

const toOwnerColumns = (owner: DocumentOwner) =>
  owner.kind === 'contract'
    ? { user_id: owner.userId, request_id: null, requirement_id: null }
    : { user_id: null, request_id: owner.requestId, requirement_id: owner.requirementId }

const toOwnerFilter = (owner: DocumentOwner) =>
  owner.kind === 'contract'
    ? { entity_id: owner.entityId, user_id: owner.userId }
    : { entity_id: owner.entityId, request_id: owner.requestId, requirement_id: owner.requirementId }

const toDocument = (owner: DocumentOwner, row: DocumentTable): StoredDocument => ({
  id: row.file_id ?? row.id,
  owner,
  fileName: row.file_name,
  kind: row.kind,
  bytes: row.bytes,
  sha256: row.sha256,
  uploadedAt: row.uploaded_at,
  uploadedBy: row.uploaded_by,
})

/** Replaces the owner's document. Returns the id of the previous file if nothing needs it, or null. */
async function replaceRow(tx: Transaction<Schema>, document: StoredDocument): Promise<string | null> {
  const { owner } = document
  const previous = await tx
    .selectFrom('documents')
    .select(['id', 'file_id'])
    .where((eb) => eb.and(toOwnerFilter(owner)))
    .executeTakeFirst()
  if (previous !== undefined) await tx.deleteFrom('documents').where('id', '=', previous.id).execute()
  // The other document still needs a shared file.
  const leftoverId = previous?.file_id === null ? previous.id : null
  if (leftoverId !== null) {
    await tx.insertInto('document_leftovers').values({ document_id: leftoverId, since: document.uploadedAt }).execute()
  }
  await tx
    .insertInto('documents')
    .values({
      id: document.id,
      entity_id: owner.entityId,
      ...toOwnerColumns(owner),
      file_name: document.fileName,
      kind: document.kind,
      bytes: document.bytes,
      sha256: document.sha256,
      uploaded_at: document.uploadedAt,
      uploaded_by: document.uploadedBy,
    })
    .execute()
  return leftoverId
}

export const createDocumentStore = ({ db, engine }: Pick<Database, 'db' | 'engine'>): DocumentStore => ({
  async listByRequest(entityId, requestId) {
    const rows = await db
      .selectFrom('documents')
      .select(['requirement_id', 'file_name', 'bytes'])
      .where('entity_id', '=', entityId)
      .where('request_id', '=', requestId)
      .execute()
    return rows.map((row) => ({
      requirementId: row.requirement_id ?? '',
      fileName: row.file_name,
      bytes: row.bytes,
    }))
  },

  async find(owner) {
    const row = await db
      .selectFrom('documents')
      .selectAll()
      .where((eb) => eb.and(toOwnerFilter(owner)))
      .executeTakeFirst()
    return row === undefined ? null : toDocument(owner, row)
  },

  async addLeftover(id, since) {
    await db.insertInto('document_leftovers').values({ document_id: id, since }).execute()
  },

  async put(tx, document) {
    const { numDeletedRows } = await tx
      .deleteFrom('document_leftovers')
      .where('document_id', '=', document.id)
      .where('since', '>', REMOVAL_BEGUN)
      .executeTakeFirst()
    if (numDeletedRows !== 1n) throw new Error('documents: the file of this upload is being removed')
    return replaceRow(tx, document)
  },

  async findLeftovers(until) {
    const rows = await db.selectFrom('document_leftovers').select('document_id').where('since', '<=', until).execute()
    return rows.map(({ document_id }) => document_id)
  },

  async claimLeftover(id) {
    const { numUpdatedRows } = await db
      .updateTable('document_leftovers')
      .set({ since: REMOVAL_BEGUN })
      .where('document_id', '=', id)
      // With SQLite the only server holds its removals (`holdRemovals`).
      .$if(engine === 'postgres', (update) => update.where(({ not }) => not(isBackupRunning())))
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  async deleteLeftover(id) {
    await db.deleteFrom('document_leftovers').where('document_id', '=', id).execute()
  },
})
