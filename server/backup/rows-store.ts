import { type Kysely, sql } from 'kysely'

import type { Row } from '#server/backup/archive.ts'

/** Tables whose names are known only at run time. */
type AnyTables = Record<string, Row>

/** Number of rows in a page. The server handles other requests between two pages. */
const PAGE_ROWS = 1_000

/** Maximum number of parameters in one INSERT; both engines accept more. */
const MAX_PARAMETERS = 30_000

/** Reads the rows of a table in pages, in the order of its key. */
export async function* readPages<S>(
  db: Kysely<S>,
  table: string,
  keyColumns: readonly string[],
): AsyncGenerator<readonly Row[]> {
  const keyTuple = sql.join(keyColumns.map((column) => sql.ref(column)))
  let query = (db as unknown as Kysely<AnyTables>).selectFrom(table).selectAll().limit(PAGE_ROWS)
  for (const column of keyColumns) query = query.orderBy(column)
  let rows: readonly Row[] = await query.execute()
  while (rows.length > 0) {
    yield rows
    const last = rows.at(-1) ?? {}
    const lastKey = sql.join(keyColumns.map((column) => last[column]))
    rows = rows.length < PAGE_ROWS ? [] : await query.where(sql<boolean>`(${keyTuple}) > (${lastKey})`).execute()
  }
}

/** Inserts rows that all have the same columns. */
export async function insertRows<S>(db: Kysely<S>, table: string, rows: readonly Row[]): Promise<void> {
  const rowsPerInsert = Math.max(1, Math.floor(MAX_PARAMETERS / Object.keys(rows[0] ?? {}).length))
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await (db as unknown as Kysely<AnyTables>)
      .insertInto(table)
      .values(rows.slice(start, start + rowsPerInsert))
      .execute()
}

/** Deletes all rows of the tables, because migrations insert rows into a new database. */
export async function deleteRows<S>(db: Kysely<S>, tables: readonly string[]): Promise<void> {
  for (const table of tables) await (db as unknown as Kysely<AnyTables>).deleteFrom(table).execute()
}
