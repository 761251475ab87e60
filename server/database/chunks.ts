/**
 * Maximum rows of a statement. SQLite binds at most 32,766 parameters in a statement, so that a row
 * may have 65 columns.
 */
export const ROWS_PER_STATEMENT = 500

/** Splits rows into chunks that one statement can bind. */
export const toChunks = <T>(rows: readonly T[], size: number = ROWS_PER_STATEMENT): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, chunk) => rows.slice(chunk * size, (chunk + 1) * size))
