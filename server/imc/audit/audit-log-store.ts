import type { Kysely } from 'kysely'

import { OPERATOR } from '#server/database/audit-store.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Page } from '#server/imc/imc-replies.ts'
import { toNameKey } from '#server/imc/users/user-store.ts'
import { type AuditAction, type AuditKind, SIGN_IN_ACTIONS } from '#src/domain/imc/audit/audit.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** A line of an entity's audit log. */
export interface StoredAuditLine {
  readonly id: string
  readonly at: Instant
  readonly personId: string | null
  readonly person: string | null
  readonly action: string
  /** The name of the user or the reference of the request; else the stored target. */
  readonly target: string | null
  /** JSON of the values before the change; null without values. */
  readonly before: string | null
  /** JSON of the values after the change; null without values. */
  readonly after: string | null
  readonly requestId: string | null
}

/** Filters and cursor of an audit page. The newest line is first. */
export interface AuditPageQuery {
  /** Part of the person's name; case and accents are ignored. '' matches every line. */
  readonly person: string
  /** No effect with an action (D104). */
  readonly kind: AuditKind
  readonly action: AuditAction | null
  /** Start (included) and end (excluded) of the period. */
  readonly from: Instant | null
  readonly until: Instant | null
  /** The id of the last line of the previous page; null for the first page. */
  readonly after: string | null
  readonly limit: number
}

/** Lines per query during the search for a name. */
const BATCH_SIZE = 400

/** Maximum queries per page. The search for a rare name may need several pages. */
const MAX_BATCHES = 10

/** Selects the lines that are older than the line with the id `after`, newest first. */
const selectLines = (
  db: Queries,
  entityId: string,
  { kind, action, from, until }: AuditPageQuery,
  after: string | null,
) =>
  db
    .selectFrom('records_audit as line')
    .leftJoin('imc_users as user', (join) =>
      join.onRef('user.id', '=', 'line.target').on('user.entity_id', '=', entityId),
    )
    .leftJoin('imc_requests as request', (join) =>
      join.onRef('request.id', '=', 'line.target').on('request.entity_id', '=', entityId),
    )
    .where('line.entity_id', '=', entityId)
    .$if(action !== null, (query) => query.where('line.action', '=', action ?? ''))
    .$if(action === null && kind !== 'all', (query) =>
      query.where('line.action', kind === 'sign-ins' ? 'in' : 'not in', SIGN_IN_ACTIONS),
    )
    .$if(from !== null, (query) => query.where('line.at', '>=', from ?? 0))
    .$if(until !== null, (query) => query.where('line.at', '<', until ?? 0))
    .$if(after !== null, (query) => query.where('line.id', '<', after ?? ''))
    .select(['line.id', 'line.at', 'line.action', 'line.before', 'line.after', 'line.request_id as requestId'])
    .select(({ fn }) => fn.coalesce('user.name', 'request.reference', 'line.target').as('target'))
    // The operator is no person of the entity: its id names a key.
    .select((eb) => eb.case().when('line.realm', '!=', 'operator').then(eb.ref('line.subject_id')).end().as('personId'))
    // Earlier releases stored the operator without a name.
    .select((eb) =>
      eb.fn
        .coalesce('line.subject_name', eb.case().when('line.realm', '=', 'operator').then(OPERATOR.subjectName).end())
        .as('person'),
    )
    .orderBy('line.id', 'desc')

interface FoundLines {
  readonly lines: readonly StoredAuditLine[]
  /** Id of the last line that a search read. Null without a search, or without older lines. */
  readonly after: string | null
}

/** Reads up to `MAX_BATCHES` batches, until `limit + 1` lines contain the name. */
async function searchLines(db: Queries, entityId: string, query: AuditPageQuery, nameKey: string): Promise<FoundLines> {
  const lines: StoredAuditLine[] = []
  let { after } = query
  for (let i = 0; i < MAX_BATCHES && lines.length <= query.limit; i += 1) {
    const batch = await selectLines(db, entityId, query, after).limit(BATCH_SIZE).execute()
    lines.push(...batch.filter(({ person }) => toNameKey(person ?? '').includes(nameKey)))
    if (batch.length < BATCH_SIZE) return { lines, after: null }
    after = batch.at(-1)?.id ?? null
  }
  return { lines, after }
}

async function readLines(db: Queries, entityId: string, query: AuditPageQuery): Promise<FoundLines> {
  const lines = await selectLines(db, entityId, query, query.after)
    .limit(query.limit + 1)
    .execute()
  return { lines, after: null }
}

/**
 * Finds one page of an entity's audit log. During the search for a name, a page may be short or
 * empty and still have a next page.
 */
export async function findAuditPage(
  db: Queries,
  entityId: string,
  query: AuditPageQuery,
): Promise<Page<StoredAuditLine>> {
  const nameKey = toNameKey(query.person)
  const { lines, after } =
    nameKey === '' ? await readLines(db, entityId, query) : await searchLines(db, entityId, query, nameKey)
  const rows = lines.slice(0, query.limit)
  const cursor = lines.length > query.limit ? (rows.at(-1)?.id ?? null) : after
  return { rows, next: cursor === null ? null : [cursor] }
}
