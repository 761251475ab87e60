import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { RequestTable } from '#server/imc/imc-tables.ts'
import { recordStep } from '#server/imc/requests/request-store.ts'
import type { RequestStatus } from '#src/domain/imc/requests/requests.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** Stored statuses in which a request accepts documents, as `acceptsDocuments` defines them. */
const UPLOAD_STATUSES: readonly RequestTable['status'][] = ['created', 'documents']

/**
 * Why a document is rejected: the request has no such requirement, or no longer accepts documents.
 * `not-creator`: it waits for a second person, who would confirm the own document (D106).
 */
export type DocumentRefusal = 'unknown-requirement' | 'closed' | 'not-creator'

/** The user who uploads a document. */
interface Uploader {
  readonly id: string
  readonly name: string
}

/** The upload of a document for a requirement. */
interface DocumentUpload {
  readonly requestId: string
  readonly requirementId: string
  readonly at: Instant
  readonly uploader: Uploader
}

/** The status of a request after an upload, and the number of documents that are missing. */
interface DocumentProgress {
  readonly status: RequestStatus
  readonly pending: number
}

/** Returns the ids of a request's requirements without a stored document. */
export async function findPendingRequirementIds(db: Queries, requestId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('imc_request_requirements as required')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.request_id', '=', 'required.request_id')
        .onRef('documents.requirement_id', '=', 'required.requirement_id'),
    )
    .where('required.request_id', '=', requestId)
    .where('documents.id', 'is', null)
    .select('required.requirement_id as id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What decides whether a request accepts a document. */
interface UploadState {
  readonly id: string
  readonly status: RequestTable['status']
  readonly confirmation: RequestTable['confirmation']
  readonly administrator_id: string
}

/** Why a request refuses a document of this user. An unconfirmed one changes no complete set. */
async function findStateRefusal(db: Queries, state: UploadState, userId: string): Promise<DocumentRefusal | null> {
  if (!UPLOAD_STATUSES.includes(state.status)) return 'closed'
  if (state.confirmation !== 'pending') return null
  if (state.administrator_id !== userId) return 'not-creator'
  return (await findPendingRequirementIds(db, state.id)).length === 0 ? 'closed' : null
}

/** Returns why a request rejects a document; null when the request accepts the document. */
export async function findDocumentRefusal(
  db: Queries,
  entityId: string,
  { requestId, requirementId, userId }: { requestId: string; requirementId: string; userId: string },
): Promise<DocumentRefusal | null> {
  const row = await db
    .selectFrom('imc_request_requirements as required')
    .innerJoin('imc_requests as request', 'request.id', 'required.request_id')
    .where('request.entity_id', '=', entityId)
    .where('required.request_id', '=', requestId)
    .where('required.requirement_id', '=', requirementId)
    .select(['request.id', 'request.status', 'request.confirmation', 'request.administrator_id'])
    .executeTakeFirst()
  return row === undefined ? 'unknown-requirement' : findStateRefusal(db, row, userId)
}

/**
 * Returns what decides whether a request accepts documents; null when its status does not. The
 * update changes nothing, but locks the row until the transaction ends.
 */
async function lockForUpload(tx: Queries, entityId: string, requestId: string): Promise<UploadState | null> {
  const row = await tx
    .updateTable('imc_requests')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('entity_id', '=', entityId)
    .where('id', '=', requestId)
    .where('status', 'in', [...UPLOAD_STATUSES])
    .returning(['id', 'status', 'confirmation', 'administrator_id'])
    .executeTakeFirst()
  return row ?? null
}

/**
 * Records the steps that an upload causes: Documentos after the first document, En trámite after
 * the last document (D28). The caller stores the document in the same transaction.
 */
export async function recordDocument(
  tx: Queries,
  entityId: string,
  { requestId, requirementId, at, uploader }: DocumentUpload,
): Promise<Result<DocumentProgress, DocumentRefusal>> {
  const state = await lockForUpload(tx, entityId, requestId)
  const refusal = state === null ? 'closed' : await findStateRefusal(tx, state, uploader.id)
  if (state === null || refusal !== null) return err(refusal ?? 'closed')
  const pendingIds = await findPendingRequirementIds(tx, requestId)
  const pending = pendingIds.filter((id) => id !== requirementId).length
  // The steps of an unconfirmed request follow its confirmation.
  if (state.confirmation === 'pending') return ok({ status: 'unconfirmed', pending })
  const step = { requestId, at, detail: null }
  if (state.status === 'created') {
    await recordStep(tx, entityId, { ...step, from: ['created'], status: 'documents', person: uploader.name })
  }
  if (pending > 0) return ok({ status: 'documents', pending })
  await recordStep(tx, entityId, { ...step, from: ['documents'], status: 'in-progress', person: null })
  return ok({ status: 'in-progress', pending })
}
