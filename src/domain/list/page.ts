/** One page of a list. Positions count from 1; an empty list has one empty page with `from` 0. */
export interface ListPage<Row> {
  readonly rows: readonly Row[]
  /** From 1 to `pages`. */
  readonly number: number
  /** Number of pages. */
  readonly pages: number
  /** Positions of this page's first and last rows in the whole list. */
  readonly from: number
  readonly to: number
  /** Number of rows in all pages. */
  readonly total: number
}

/** Returns page `number`, limited to the existing pages. `size` is at least 1. */
export function takePage<Row>(rows: readonly Row[], number: number, size: number): ListPage<Row> {
  const pages = Math.max(1, Math.ceil(rows.length / size))
  const current = Math.min(Math.max(1, number), pages)
  const start = (current - 1) * size
  const pageRows = rows.slice(start, start + size)
  return {
    rows: pageRows,
    number: current,
    pages,
    from: pageRows.length === 0 ? 0 : start + 1,
    to: start + pageRows.length,
    total: rows.length,
  }
}
