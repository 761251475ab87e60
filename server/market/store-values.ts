// One statement of SQLite binds at most 32,766 parameters, fourteen per deal and fifteen per day.
const ROWS_PER_STATEMENT = 500

/** Splits rows into chunks that one statement can bind. */
export const toChunks = <T>(rows: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(rows.length / ROWS_PER_STATEMENT) }, (_, chunk) =>
    rows.slice(chunk * ROWS_PER_STATEMENT, (chunk + 1) * ROWS_PER_STATEMENT),
  )

/** Narrows the value of a column to one of these values; throws for other values. */
export function parseChoice<T>(values: readonly T[], value: unknown): T {
  const found = values.find((candidate) => candidate === value)
  if (found === undefined) throw new Error(`market store: ${String(value)} is not one of ${values.join(', ')}`)
  return found
}
