import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import { findPendingRequirementIds } from '#server/imc/requests/request-documents-store.ts'
import { recordStep } from '#server/imc/requests/request-store.ts'
import type { ConfirmationDecision } from '#src/domain/imc/requests/confirmations.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** A request of the entity, with how it was decided. */
export interface ConfirmableRequest {
  readonly id: string
  readonly reference: string
  readonly administratorId: string
  /** Null for a request that needs no second person. */
  readonly confirmation: 'pending' | ConfirmationDecision | null
  readonly decidedBy: string | null
  /** The name of who decided; null for the operator, and before a decision. */
  readonly decidedByName: string | null
}

export async function findConfirmableRequest(
  tx: Queries,
  entityId: string,
  id: string,
): Promise<ConfirmableRequest | null> {
  const row = await tx
    .selectFrom('imc_requests as request')
    .leftJoin('imc_users as person', 'person.id', 'request.decided_by')
    .where('request.entity_id', '=', entityId)
    .where('request.id', '=', id)
    .select([
      'request.id',
      'request.reference',
      'request.administrator_id as administratorId',
      'request.confirmation',
      'request.decided_by as decidedBy',
      'person.name as decidedByName',
    ])
    .executeTakeFirst()
  return row ?? null
}

/**
 * Decides a request that waits for a second person. Returns false if it no longer waits. Locks the
 * row until the transaction ends, so that of two decisions one wins and no document arrives.
 */
export async function claimDecision(
  tx: Queries,
  entityId: string,
  id: string,
  { decision, by }: { readonly decision: ConfirmationDecision; readonly by: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('imc_requests')
    .set({ confirmation: decision, decided_by: by })
    .where('entity_id', '=', entityId)
    .where('id', '=', id)
    .where('confirmation', '=', 'pending')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const hasMissingDocuments = async (tx: Queries, requestId: string): Promise<boolean> =>
  (await findPendingRequirementIds(tx, requestId)).length > 0

interface Confirmation {
  readonly requestId: string
  readonly at: Instant
  /** The name of the person who confirms. */
  readonly person: string
}

/** Takes the steps of a confirmed request. It has all its documents and is therefore in progress. */
export async function startConfirmed(tx: Queries, entityId: string, { requestId, at, person }: Confirmation) {
  const { required } = await tx
    .selectFrom('imc_request_requirements')
    .select(({ fn }) => fn.countAll<number>().as('required'))
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow()
  const created = { request_id: requestId, status: 'created' as const, at, person, detail: null }
  const steps = Number(required) > 0 ? [created, { ...created, status: 'documents' as const, person: null }] : [created]
  await tx.insertInto('imc_request_history').values(steps).execute()
  await recordStep(tx, entityId, {
    requestId,
    from: ['created'],
    status: 'in-progress',
    at,
    person: null,
    detail: null,
  })
}
