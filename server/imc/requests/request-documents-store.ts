import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import { recordStep } from '#server/imc/requests/request-store.ts'
import type { RequestStatus } from '#src/domain/imc/requests/requests.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** Statuses in which a request accepts documents, as `acceptsDocuments` defines them. */
const UPLOAD_STATUSES: readonly RequestStatus[] = ['created', 'documents']

/**
 * Why a document is rejected: the request has no such requirement, or no longer accepts documents.
 */
export type DocumentRefusal = 'unknown-requirement' | 'closed'

/** The upload of a document for a requirement. */
interface DocumentUpload {
  readonly requestId: string
  readonly requirementId: string
  readonly at: Instant
  /** Name of the user who uploaded the document. */
  readonly person: string
}

/** The status of a request after an upload, and the number of documents that are missing. */
interface DocumentProgress {
  readonly status: RequestStatus
  readonly pending: number
}

/** Returns the ids of a request's requirements without a stored document. */
async function findPendingRequirementIds(db: Queries, requestId: string): Promise<readonly string[]> {
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

/** Returns why a request rejects a document; null when the request accepts the document. */
export async function findDocumentRefusal(
  db: Queries,
  entityId: string,
  requestId: string,
  requirementId: string,
): Promise<DocumentRefusal | null> {
  const row = await db
    .selectFrom('imc_request_requirements as required')
    .innerJoin('imc_requests as request', 'request.id', 'required.request_id')
    .where('request.entity_id', '=', entityId)
    .where('required.request_id', '=', requestId)
    .where('required.requirement_id', '=', requirementId)
    .select('request.status')
    .executeTakeFirst()
  if (row === undefined) return 'unknown-requirement'
  return UPLOAD_STATUSES.includes(row.status) ? null : 'closed'
}

/**
 * Returns the status of a request, null when it accepts no documents. The update changes nothing,
 * but locks the row until the transaction ends.
 */
async function lockForUpload(tx: Queries, entityId: string, requestId: string): Promise<RequestStatus | null> {
  const row = await tx
    .updateTable('imc_requests')
    .set(({ ref }) => ({ status: ref('status') }))
    .where('entity_id', '=', entityId)
    .where('id', '=', requestId)
    .where('status', 'in', [...UPLOAD_STATUSES])
    .returning('status')
    .executeTakeFirst()
  return row?.status ?? null
}

/**
 * Records the steps that an upload causes: Documentos after the first document, En trámite after
 * the last document (D28). The caller stores the document in the same transaction.
 */
export async function recordDocument(
  tx: Queries,
  entityId: string,
  { requestId, requirementId, at, person }: DocumentUpload,
): Promise<Result<DocumentProgress, DocumentRefusal>> {
  const status = await lockForUpload(tx, entityId, requestId)
  if (status === null) return err('closed')
  const pendingIds = await findPendingRequirementIds(tx, requestId)
  const pending = pendingIds.filter((id) => id !== requirementId).length
  const step = { requestId, at, detail: null }
  if (status === 'created') {
    await recordStep(tx, entityId, { ...step, from: ['created'], status: 'documents', person })
  }
  if (pending > 0) return ok({ status: 'documents', pending })
  await recordStep(tx, entityId, { ...step, from: ['documents'], status: 'in-progress', person: null })
  return ok({ status: 'in-progress', pending })
}
