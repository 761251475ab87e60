import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { findRequestOwnership } from '#server/imc/entity-store.ts'
import { type ImcFailure, toMissing } from '#server/imc/failures.ts'
import type { RequestTable } from '#server/imc/imc-tables.ts'
import { newId } from '#server/secrets.ts'
import type { RejectedRequest } from '#src/domain/imc/corrections.ts'
import type { ScreenKey } from '#src/domain/imc/screens/screen.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

type Queries = Kysely<Schema>

/** A rejected request, with its screens as they are now. */
export interface OriginalRequest extends RejectedRequest {
  readonly id: string
  readonly reference: string
  readonly kind: RequestTable['kind']
  readonly userId: string | null
  readonly packageId: string
  readonly profileId: string | null
  readonly target: CurrentScreen | null
  readonly source: CurrentScreen | null
}

interface CurrentScreen extends ScreenKey {
  /** The user who has the screen now. */
  readonly userId: string | null
}

async function findScreens(tx: Queries, entityId: string, requestId: string) {
  const rows = await tx
    .selectFrom('imc_request_screens as part')
    .innerJoin('imc_screens as screen', 'screen.id', 'part.screen_id')
    .innerJoin('imc_subscriptions as subscription', 'subscription.number', 'screen.number')
    .where('part.entity_id', '=', entityId)
    .where('part.request_id', '=', requestId)
    .select([
      'part.role',
      'screen.number',
      'screen.screen',
      'screen.profile_id as profileId',
      'screen.user_id as userId',
      'subscription.package_id as packageId',
    ])
    .execute()
  const find = (role: 'target' | 'source') => rows.find((row) => row.role === role) ?? null
  return { target: find('target'), source: find('source') }
}

async function listDocuments(tx: Queries, requestId: string): Promise<RejectedRequest['documents']> {
  const rows = await tx
    .selectFrom('imc_request_requirements as required')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.request_id', '=', 'required.request_id')
        .onRef('documents.requirement_id', '=', 'required.requirement_id'),
    )
    .where('required.request_id', '=', requestId)
    .select(['required.requirement_id as id', 'documents.id as documentId'])
    .execute()
  return rows.map(({ id, documentId }) => ({ id, uploaded: documentId !== null }))
}

/** Finds a rejected request of the entity that has no correction yet (D90). */
export async function requireRejectedRequest(
  tx: Queries,
  entityId: string,
  id: string,
): Promise<Result<OriginalRequest, ImcFailure>> {
  const row = await tx
    .selectFrom('imc_requests')
    .selectAll()
    .where('entity_id', '=', entityId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) {
    const ownership = await findRequestOwnership(tx, entityId, id)
    return err(toMissing(ownership === 'own' ? 'unknown' : ownership, 'request'))
  }
  if (row.status !== 'refused') return err({ kind: 'not-rejected' })
  const correction = await tx
    .selectFrom('imc_requests as request')
    .innerJoin('imc_users as administrator', 'administrator.id', 'request.administrator_id')
    .where('request.corrects_id', '=', id)
    .select(['request.reference', 'administrator.name'])
    .executeTakeFirst()
  if (correction) return err({ kind: 'corrected', reference: correction.reference, by: correction.name })
  return ok({
    id,
    reference: row.reference,
    kind: row.kind,
    userId: row.user_id,
    packageId: row.package_id,
    profileId: row.profile_id,
    observations: row.notes ?? '',
    quantity: row.quantity,
    documents: await listDocuments(tx, id),
    ...(await findScreens(tx, entityId, id)),
  })
}

/**
 * Gives a new request the stored documents of the rejected one. The rows share the file, which
 * stays because a settled request accepts no other document. Returns their number.
 */
export async function takeOverDocuments(
  tx: Queries,
  { from, to, requirementIds }: { readonly from: string; readonly to: string; readonly requirementIds: string[] },
): Promise<number> {
  if (requirementIds.length === 0) return 0
  const rows = await tx
    .selectFrom('documents')
    .selectAll()
    .where('request_id', '=', from)
    .where('requirement_id', 'in', requirementIds)
    .execute()
  const copies = rows.map((row) => ({ ...row, id: newId(), request_id: to, file_id: row.file_id ?? row.id }))
  if (copies.length > 0) await tx.insertInto('documents').values(copies).execute()
  return copies.length
}
