const UNIQUE_CODES = new Set<unknown>(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])

/** The `code` of an error, null when it has none. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/**
 * Whether a unique index refused a row. In PostgreSQL this error aborts the transaction: use `on
 * conflict do nothing` there and count the rows.
 */
export const isUniqueViolation = (error: unknown): boolean => UNIQUE_CODES.has(errorCode(error))

/**
 * The message of an error, or its code when the message is empty, as in the `AggregateError` of a
 * host with two addresses.
 */
export function errorDetail(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message === '' ? (errorCode(error) ?? error.name) : error.message
}
