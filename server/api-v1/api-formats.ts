import type { FastifyRequest } from 'fastify'
import { JSON_TYPE } from '#server/http/headers.ts'
import { digestBody, type ReplySource } from '#server/http/prepared-reply.ts'
import type { ApiFormat } from '#src/adapters/http/contract/api-v1.ts'
import { type CsvCell, type CsvDialect, toCsv } from '#src/domain/csv.ts'

const CSV_TYPE = 'text/csv; charset=utf-8'

/** Without a byte order mark, which spreadsheet functions read as a part of the first cell. */
const DIALECTS: Readonly<Record<Exclude<ApiFormat, 'json'>, CsvDialect>> = {
  csv: { separator: ',', decimal: '.', mark: '' },
  'csv-es': { separator: ';', decimal: ',', mark: '' },
}

/** The format of a reply: that of the address, else CSV for callers that accept CSV and no JSON. */
export function chooseFormat(request: FastifyRequest, asked: ApiFormat | undefined): ApiFormat {
  if (asked !== undefined) return asked
  const accepted = request.headers.accept ?? ''
  return /\btext\/csv\b/i.test(accepted) && !/\bjson\b/i.test(accepted) ? 'csv' : 'json'
}

type Row = object

const isCell = (value: unknown): value is CsvCell =>
  value === null || typeof value === 'number' || typeof value === 'string'

const toCell = (value: unknown): CsvCell =>
  isCell(value) ? value : typeof value === 'boolean' ? (value ? 'sí' : 'no') : null

const isColumn = (value: unknown) => isCell(value) || typeof value === 'boolean'

/** Formats rows with the same fields, without nested ones; the first line has the field names. */
export function toTable(columns: readonly string[], rows: readonly Row[], format: Exclude<ApiFormat, 'json'>): string {
  const cells = rows.map((row) => {
    const values = new Map<string, unknown>(Object.entries(row))
    return columns.map((column) => toCell(values.get(column) ?? null))
  })
  return toCsv([columns, ...cells], DIALECTS[format])
}

/** The fields of a reply that fit into a cell. */
export const listColumns = (row: Row): readonly string[] =>
  Object.entries(row).flatMap(([name, value]) => (isColumn(value) ? [name] : []))

/** How long caches may store a reply. */
export type ApiCaching = 'open' | 'closed' | 'revision'

/**
 * A closed day may change only by a correction: a cache may send it for a day, and then asks with
 * the ETag. The address with a revision never changes. Others change with the next deal.
 */
const CACHE_CONTROL: Readonly<Record<ApiCaching, string>> = {
  open: 'public, max-age=15, s-maxage=15',
  closed: 'public, max-age=86400, stale-if-error=604800',
  revision: 'public, max-age=31536000, immutable',
}

export const toKind = (format: ApiFormat, caching: ApiCaching): ReplySource['kind'] => ({
  type: format === 'json' ? JSON_TYPE : CSV_TYPE,
  cacheControl: CACHE_CONTROL[caching],
  vary: 'Accept',
})

const REVISION_LENGTH = 12

/** Adds the revision of the content: it changes with a correction. */
export const withRevision = <T extends object>(content: T): T & { readonly revision: string } => ({
  ...content,
  revision: digestBody(Buffer.from(JSON.stringify(content))).slice(0, REVISION_LENGTH),
})
