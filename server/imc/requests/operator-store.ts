import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { RequestTable } from '#server/imc/imc-tables.ts'
import { selectStatus } from '#server/imc/requests/request-store.ts'
import { OPERATOR_LIST_LIMIT } from '#src/adapters/http/contract/operator/operator.ts'
import { toAccountKey } from '#src/domain/identity/account.ts'
import type { RequestKind, RequestStatus } from '#src/domain/imc/requests/requests.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

const OPEN_STATUSES: readonly RequestTable['status'][] = ['created', 'documents', 'in-progress']

/** A request of any entity. */
export interface OperatorRequest {
  readonly id: string
  readonly reference: string
  /** The code of the entity. */
  readonly entity: string
  readonly kind: RequestKind
  /** The person concerned; for a purchase the administrator. */
  readonly user: string
  readonly at: Instant
  readonly status: RequestStatus
}

/** A required document with its uploaded file, null without a file. `id` is the requirement. */
export interface RequiredFile {
  readonly id: string
  readonly name: string
  readonly fileName: string | null
  readonly bytes: number | null
}

export interface RequestFilter {
  /** Excludes approved and refused requests, and those that wait for a second person (D106). */
  readonly openOnly: boolean
  /** Code of an entity, case ignored; null for all entities. */
  readonly entityCode: string | null
}

/**
 * Lists open requests, the oldest first, or all requests, the newest first; up to
 * `OPERATOR_LIST_LIMIT`.
 */
export async function listOperatorRequests(
  db: Queries,
  { openOnly, entityCode }: RequestFilter,
): Promise<readonly OperatorRequest[]> {
  return db
    .selectFrom('imc_requests as request')
    .innerJoin('imc_entities as entity', 'entity.id', 'request.entity_id')
    .innerJoin('imc_users as administrator', 'administrator.id', 'request.administrator_id')
    .leftJoin('imc_users as user', 'user.id', 'request.user_id')
    .$if(openOnly, (query) =>
      query
        .where('request.status', 'in', [...OPEN_STATUSES])
        .where('request.confirmation', 'is distinct from', 'pending'),
    )
    .$if(entityCode !== null, (query) => query.where('entity.code_key', '=', toAccountKey(entityCode ?? '')))
    .select(['request.id', 'request.reference', 'entity.code as entity', 'request.kind', 'request.created_at as at'])
    .select(selectStatus)
    .select(({ fn }) => fn.coalesce('user.name', 'administrator.name').as('user'))
    .orderBy('request.sequence', openOnly ? 'asc' : 'desc')
    .limit(OPERATOR_LIST_LIMIT)
    .execute()
}

/** Finds the id, entity id and entity code of a request by its reference or id, ignoring case. */
export async function findRequestKey(
  db: Queries,
  text: string,
): Promise<{ readonly id: string; readonly entityId: string; readonly entity: string } | null> {
  const row = await db
    .selectFrom('imc_requests as request')
    .innerJoin('imc_entities as entity', 'entity.id', 'request.entity_id')
    .where((eb) => eb.or([eb('request.reference', '=', text.toUpperCase()), eb('request.id', '=', text.toLowerCase())]))
    .select(['request.id', 'request.entity_id as entityId', 'entity.code as entity'])
    .executeTakeFirst()
  return row ?? null
}

/** A period; both instants are included. */
export interface Period {
  readonly from: Instant
  readonly until: Instant
}

/** Finds the ids of open requests that became `in-progress` in a period, the oldest first. */
export async function findDueRequests(db: Queries, { from, until }: Period, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('imc_requests')
    .select('id')
    .where('status', '=', 'in-progress')
    .where('in_progress_at', '>=', from)
    .where('in_progress_at', '<=', until)
    .orderBy('in_progress_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export const listRequiredFiles = (db: Queries, requestId: string): Promise<readonly RequiredFile[]> =>
  db
    .selectFrom('imc_request_requirements as required')
    .leftJoin('documents', (join) =>
      join
        .onRef('documents.request_id', '=', 'required.request_id')
        .onRef('documents.requirement_id', '=', 'required.requirement_id'),
    )
    .where('required.request_id', '=', requestId)
    .orderBy('required.position')
    .select(['required.requirement_id as id', 'required.name', 'documents.file_name as fileName', 'documents.bytes'])
    .execute()
