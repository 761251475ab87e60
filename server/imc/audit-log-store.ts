import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import { toNameKey } from '#server/imc/name-search.ts'
import type { Page } from '#server/imc/page-store.ts'
import type { AuditAction } from '#src/domain/imc/audit.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/** A line of the audit of an entity. */
export interface StoredAuditLine {
  readonly id: string
  readonly at: Instant
  readonly personId: string | null
  readonly person: string | null
  readonly action: string
  /** The name of the user or the reference of the request that was acted on, else its id. */
  readonly target: string | null
  readonly before: string | null
  readonly after: string | null
  readonly requestId: string | null
}

/** What a page of the audit shows, newest first. */
export interface AuditPageQuery {
  /** A part of the person's name, whatever its case and accents; '' for all. */
  readonly person: string
  readonly action: AuditAction | null
  /** The first instant, and the first one after the last. */
  readonly from: Instant | null
  readonly until: Instant | null
  /** The id of the last line before the page. */
  readonly after: string | null
  readonly limit: number
}

/** Lines that are read at once while a name is searched. */
const BATCH = 400

/** The ids of lines sort like their instants. */
const selectLines = (db: Queries, entityId: string, { action, from, until }: AuditPageQuery, after: string | null) =>
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
    .$if(from !== null, (query) => query.where('line.at', '>=', from ?? 0))
    .$if(until !== null, (query) => query.where('line.at', '<', until ?? 0))
    .$if(after !== null, (query) => query.where('line.id', '<', after ?? ''))
    .select([
      'line.id',
      'line.at',
      'line.subject_id as personId',
      'line.subject_name as person',
      'line.action',
      'line.before',
      'line.after',
      'line.request_id as requestId',
    ])
    .select(({ fn }) => fn.coalesce('user.name', 'request.reference', 'line.target').as('target'))
    .orderBy('line.id', 'desc')

/** One page of the audit of an entity. */
export async function findAuditPage(
  db: Queries,
  entityId: string,
  query: AuditPageQuery,
): Promise<Page<StoredAuditLine>> {
  const text = toNameKey(query.person)
  const size = text === '' ? query.limit + 1 : BATCH
  const found: StoredAuditLine[] = []
  let after = query.after
  for (;;) {
    const lines = await selectLines(db, entityId, query, after).limit(size).execute()
    found.push(...lines.filter(({ person }) => text === '' || toNameKey(person ?? '').includes(text)))
    after = lines.at(-1)?.id ?? null
    if (lines.length < size || found.length > query.limit) break
  }
  const rows = found.slice(0, query.limit)
  const last = found.length > query.limit ? rows.at(-1) : undefined
  return { rows, next: last ? [last.id] : null }
}
