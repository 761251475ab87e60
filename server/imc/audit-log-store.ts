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

/** Batches of one page. A name that few lines have is found over several pages. */
const MAX_BATCHES = 10

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

interface SearchedLines {
  readonly found: readonly StoredAuditLine[]
  /** The last line that was read; null when no older ones are left. */
  readonly after: string | null
}

/**
 * Reads batches until more lines of a person than the page needs are found, up to `MAX_BATCHES`.
 */
async function searchLines(db: Queries, entityId: string, query: AuditPageQuery, text: string): Promise<SearchedLines> {
  const found: StoredAuditLine[] = []
  let { after } = query
  for (let batch = 0; batch < MAX_BATCHES && found.length <= query.limit; batch += 1) {
    const lines = await selectLines(db, entityId, query, after).limit(BATCH).execute()
    found.push(...lines.filter(({ person }) => toNameKey(person ?? '').includes(text)))
    if (lines.length < BATCH) return { found, after: null }
    after = lines.at(-1)?.id ?? null
  }
  return { found, after }
}

async function readLines(db: Queries, entityId: string, query: AuditPageQuery): Promise<SearchedLines> {
  const found = await selectLines(db, entityId, query, query.after)
    .limit(query.limit + 1)
    .execute()
  return { found, after: null }
}

/**
 * One page of the audit of an entity. While a name is searched, a page may be short or empty and
 * still have a next one.
 */
export async function findAuditPage(
  db: Queries,
  entityId: string,
  query: AuditPageQuery,
): Promise<Page<StoredAuditLine>> {
  const text = toNameKey(query.person)
  const { found, after } =
    text === '' ? await readLines(db, entityId, query) : await searchLines(db, entityId, query, text)
  const rows = found.slice(0, query.limit)
  const last = found.length > query.limit ? (rows.at(-1)?.id ?? null) : after
  return { rows, next: last === null ? null : [last] }
}
