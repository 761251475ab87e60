import { setImmediate as nextTurn } from 'node:timers/promises'
import { toChunks } from '#server/database/values.ts'

/** Rows of a list that are read and serialised at once. */
export const ROWS_PER_PART = 500

/** A list in parts. */
export type ListParts<Row> = AsyncGenerator<readonly Row[], void, undefined>

/**
 * Reads a long list part by part; other work of the server runs between two parts. The ids, read
 * before, give the order. `read` may return the rows of its ids in any order.
 */
export async function* readParts<Row>(
  ids: readonly { readonly id: string }[],
  read: (ids: readonly string[]) => Promise<readonly (readonly [id: string, row: Row])[]>,
): ListParts<Row> {
  for (const part of toChunks(ids, ROWS_PER_PART)) {
    const rows = new Map(await read(part.map(({ id }) => id)))
    yield part.flatMap(({ id }) => rows.get(id) ?? [])
    await nextTurn()
  }
}

/** Converts the rows of a list. */
export async function* mapParts<Row, Result>(parts: ListParts<Row>, convert: (row: Row) => Result): ListParts<Result> {
  for await (const rows of parts) yield rows.map(convert)
}
