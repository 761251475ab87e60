/** A query parameter that both engines store unchanged. */
type BoundValue = string | number | null | Uint8Array

const describeType = (value: unknown) =>
  typeof value === 'object' ? Object.prototype.toString.call(value) : typeof value

function checkNumber(value: number | bigint): number {
  const number = Number(value)
  if (!Number.isFinite(number)) throw new TypeError(`database: ${String(value)} is not a number that can be stored`)
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new TypeError(`database: ${String(value)} is an integer beyond 2^53`)
  }
  return number
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function checkText(value: string): string {
  if (value.includes('\0')) throw new TypeError('database: text with a NUL character')
  return value
}

/**
 * Converts a query parameter for both engines: booleans to 0 and 1, safe `bigint`s to numbers.
 * Throws on values that an engine would change or crash on. libsql aborts the process on a boolean,
 * stores `undefined` as NULL, rounds integers beyond 2^53 and cuts text at a NUL. PostgreSQL
 * refuses a NUL.
 */
export function toBindable(value: unknown): BoundValue {
  if (value === null || value instanceof Uint8Array) return value
  switch (typeof value) {
    case 'boolean':
      return value ? 1 : 0
    case 'number':
    case 'bigint':
      return checkNumber(value)
    case 'string':
      return checkText(value)
    default:
      throw new TypeError(`database: a parameter of type ${describeType(value)}`)
  }
}

/**
 * Converts a libsql row, in place, to the values that `pg` returns. Throws on an integer that
 * libsql rounded.
 */
export function toReadableRow(row: unknown): unknown {
  if (!isRecord(row)) return row
  for (const column in row) {
    const value = row[column]
    if (typeof value === 'number') checkNumber(value)
    else if (value instanceof ArrayBuffer) row[column] = new Uint8Array(value)
  }
  return row
}

/**
 * Maximum rows of a statement. SQLite binds at most 32,766 parameters in a statement, so that a row
 * may have 163 columns. The size also bounds how long one statement blocks the process (D124).
 */
export const ROWS_PER_STATEMENT = 200

/** Splits rows into chunks that one statement can bind. */
export const toChunks = <T>(rows: readonly T[], size: number = ROWS_PER_STATEMENT): T[][] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, chunk) => rows.slice(chunk * size, (chunk + 1) * size))
