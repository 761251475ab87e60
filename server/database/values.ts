/** What both engines take as a parameter without changing it on the way. */
export type BoundValue = string | number | null | Uint8Array

const describe = (value: unknown) => (typeof value === 'object' ? Object.prototype.toString.call(value) : typeof value)

function numberOf(value: number | bigint): number {
  const number = Number(value)
  if (!Number.isFinite(number)) throw new TypeError(`database: ${String(value)} is no number that can be stored`)
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
    throw new TypeError(`database: ${String(value)} is an integer beyond 2^53`)
  }
  return number
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function textOf(value: string): string {
  if (value.includes('\0')) throw new TypeError('database: text with a NUL character')
  return value
}

/**
 * A parameter as both engines take it: booleans become 0 and 1, safe `bigint`s numbers. Throws on what one of them would
 * bend in silence or die of: libsql aborts the process on a boolean, stores `undefined` as NULL, rounds integers beyond
 * 2^53 and cuts text at a NUL; PostgreSQL refuses that NUL.
 */
export function bindable(value: unknown): BoundValue {
  if (value === null || value instanceof Uint8Array) return value
  switch (typeof value) {
    case 'boolean':
      return value ? 1 : 0
    case 'number':
    case 'bigint':
      return numberOf(value)
    case 'string':
      return textOf(value)
    default:
      throw new TypeError(`database: a parameter of type ${describe(value)}`)
  }
}

/** A row of libsql, in place, as `pg` would give it: bytes as `Uint8Array`; throws on an integer that was rounded on its way. */
export function readableRow(row: unknown): unknown {
  if (!isRecord(row)) return row
  for (const column in row) {
    const value = row[column]
    if (typeof value === 'number') numberOf(value)
    else if (value instanceof ArrayBuffer) row[column] = new Uint8Array(value)
  }
  return row
}
