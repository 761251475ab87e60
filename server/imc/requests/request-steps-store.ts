import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { RequestTable } from '#server/imc/imc-tables.ts'
import { isSettled, type RequestStatus } from '#src/domain/imc/requests/requests.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** A step of a request. */
export interface StepRecord {
  readonly requestId: string
  /** The statuses from which the request may take this step. */
  readonly from: readonly RequestStatus[]
  readonly status: RequestStatus
  readonly at: Instant
  /** Name of the person who took the step; null for the server. */
  readonly person: string | null
  readonly detail: string | null
}

const toColumns = ({ status, at, person, detail }: StepRecord): Partial<RequestTable> => {
  if (isSettled(status)) {
    return {
      status,
      settled_at: at,
      settled_by: person,
      open_user_id: null,
      reason: status === 'refused' ? (detail ?? '') : null,
    }
  }
  return status === 'in-progress' ? { status, in_progress_at: at } : { status }
}

/**
 * Moves a request to a step and adds the step to the history. Returns false and writes nothing when
 * the request no longer has a status of `from`.
 */
export async function recordStep(tx: Queries, entityId: string, step: StepRecord): Promise<boolean> {
  const { requestId, from, status, at, person, detail } = step
  const { numUpdatedRows } = await tx
    .updateTable('imc_requests')
    .set(toColumns(step))
    .where('entity_id', '=', entityId)
    .where('id', '=', requestId)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await tx.insertInto('imc_request_history').values({ request_id: requestId, status, at, person, detail }).execute()
  return true
}
