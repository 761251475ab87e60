import { type Kysely, sql } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { RequestTable } from '#server/imc/imc-tables.ts'
import { type ListParts, readParts } from '#server/imc/read-parts.ts'
import { isSettled, type RequestKind, type RequestStatus } from '#src/domain/imc/requests/requests.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** A request of the list; `user` is the person concerned, for a purchase the administrator. */
export interface ListedRequest {
  readonly id: string
  readonly reference: string
  readonly user: string
  readonly at: Instant
  readonly kind: RequestKind
  readonly status: RequestStatus
  /** The request that corrects this one. */
  readonly correctionId: string | null
  readonly correctionReference: string | null
}

/** A required document without its file; `id` is the requirement. */
export interface RequiredDocument {
  readonly id: string
  readonly name: string
}

/** A step that a request has reached. */
export interface StoredStep {
  readonly status: RequestStatus
  readonly at: Instant
  readonly person: string | null
  readonly detail: string | null
}

/** A screen of a request: the number of its subscription and its name. */
interface RequestedScreen {
  readonly number: string
  readonly screen: string
}

/** Everything about a request, without the files of its documents. */
export interface StoredRequest extends ListedRequest {
  readonly administrator: string
  readonly administratorId: string
  readonly userId: string | null
  readonly sourceUser: string | null
  readonly packageId: string
  readonly packageCode: string
  readonly profile: string | null
  readonly target: RequestedScreen | null
  /** The screen that the user leaves. For a change of user: the target screen. */
  readonly source: RequestedScreen | null
  readonly quantity: number | null
  readonly price: number | null
  readonly notes: string | null
  readonly reason: string | null
  /** The rejected request that this one corrects. */
  readonly correctsId: string | null
  readonly correctsReference: string | null
  readonly documents: readonly RequiredDocument[]
  readonly steps: readonly StoredStep[]
}

/** The status of a row `request`: one that waits for a second person is stored as `created`. */
export const selectStatus = () =>
  sql<RequestStatus>`case when request.confirmation = 'pending' then 'unconfirmed' else request.status end`.as('status')

const selectRequests = (db: Queries, entityId: string) =>
  db
    .selectFrom('imc_requests as request')
    .innerJoin('imc_users as administrator', 'administrator.id', 'request.administrator_id')
    .leftJoin('imc_users as user', 'user.id', 'request.user_id')
    .leftJoin('imc_requests as correction', 'correction.corrects_id', 'request.id')
    .where('request.entity_id', '=', entityId)
    .select([
      'request.id',
      'request.reference',
      'request.created_at as at',
      'request.kind',
      'administrator.name as administrator',
      'correction.id as correctionId',
      'correction.reference as correctionReference',
    ])
    .select(selectStatus)
    .select(({ fn }) => fn.coalesce('user.name', 'administrator.name').as('user'))

/** Lists the requests of an entity, the newest first, in parts. */
export async function* listRequests(db: Queries, entityId: string): ListParts<ListedRequest> {
  const ids = await db
    .selectFrom('imc_requests')
    .select('id')
    .where('entity_id', '=', entityId)
    .orderBy('sequence', 'desc')
    .execute()
  yield* readParts(ids, async (part) =>
    (await selectRequests(db, entityId).where('request.id', 'in', part).execute()).map((row) => [row.id, row]),
  )
}

/** Lists the documents that a request requires, in their order. */
const listDocuments = (db: Queries, requestId: string): Promise<readonly RequiredDocument[]> =>
  db
    .selectFrom('imc_request_requirements')
    .select(['requirement_id as id', 'name'])
    .where('request_id', '=', requestId)
    .orderBy('position')
    .execute()

const STEP_ORDER: Readonly<Record<RequestTable['status'], number>> = {
  created: 0,
  documents: 1,
  'in-progress': 2,
  approved: 3,
  refused: 3,
}

async function listSteps(db: Queries, requestId: string): Promise<readonly StoredStep[]> {
  const rows = await db
    .selectFrom('imc_request_history')
    .select(['status', 'at', 'person', 'detail'])
    .where('request_id', '=', requestId)
    .execute()
  return rows.toSorted((a, b) => STEP_ORDER[a.status] - STEP_ORDER[b.status])
}

const listRequestScreens = (db: Queries, entityId: string, requestId: string) =>
  db
    .selectFrom('imc_request_screens as part')
    .innerJoin('imc_screens as screen', 'screen.id', 'part.screen_id')
    .where('part.entity_id', '=', entityId)
    .where('part.request_id', '=', requestId)
    .select(['part.role', 'screen.number', 'screen.screen'])
    .execute()

/** Finds a request of the entity with its documents and steps. */
export async function findRequest(db: Queries, entityId: string, id: string): Promise<StoredRequest | null> {
  const row = await selectRequests(db, entityId)
    .innerJoin('imc_packages as package', 'package.id', 'request.package_id')
    .leftJoin('imc_profiles as profile', 'profile.id', 'request.profile_id')
    .leftJoin('imc_users as source', 'source.id', 'request.source_user_id')
    .leftJoin('imc_requests as original', 'original.id', 'request.corrects_id')
    .where('request.id', '=', id)
    .select([
      'request.administrator_id as administratorId',
      'request.confirmation',
      'request.user_id as userId',
      'source.name as sourceUser',
      'package.id as packageId',
      'package.code as packageCode',
      'profile.name as profile',
      'request.quantity',
      'request.price',
      'request.notes',
      'request.reason',
      'original.id as correctsId',
      'original.reference as correctsReference',
    ])
    .executeTakeFirst()
  if (row === undefined) return null
  const screens = await listRequestScreens(db, entityId, id)
  const { confirmation, ...request } = row
  // The first step of a request that needs a second person is not in the history.
  const first = { status: 'unconfirmed', at: row.at, person: row.administrator, detail: null } as const
  const target = screens.find(({ role }) => role === 'target') ?? null
  const source = row.kind === 'user-change' ? target : (screens.find(({ role }) => role === 'source') ?? null)
  return {
    ...request,
    target,
    source,
    documents: await listDocuments(db, id),
    steps: [...(confirmation === null ? [] : [first]), ...(await listSteps(db, id))],
  }
}

/** A step of a request; `unconfirmed` is left by a decision, not by a step (D106). */
interface StepRecord {
  readonly requestId: string
  /** The statuses from which the request may take this step. */
  readonly from: readonly RequestTable['status'][]
  readonly status: RequestTable['status']
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
    .where('confirmation', 'is distinct from', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await tx.insertInto('imc_request_history').values({ request_id: requestId, status, at, person, detail }).execute()
  return true
}
