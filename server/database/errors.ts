const UNIQUE_CODES = new Set<unknown>(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])

/** The `code` of an error, null without one. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/**
 * Whether a unique index refused a row. In PostgreSQL this error aborts the transaction: use `on
 * conflict do nothing` there and count the rows.
 */
export const isUniqueViolation = (error: unknown): boolean => UNIQUE_CODES.has(errorCode(error))

const unanswered = new WeakSet<object>()

/** Marks an error of a query or a connection that got no reply, or that waits for the lock. */
export function markUnanswered(error: Error): void {
  // These two are program errors: a value that cannot be sent or read.
  if (!(error instanceof TypeError || error instanceof RangeError)) unanswered.add(error)
}

/** Transient errors of PostgreSQL: a timeout, its shutdown or start, too many connections. */
const TRANSIENT_CODES = new Set<unknown>(['57014', '57P01', '57P02', '57P03', '53300', '25P03'])

/** Whether the database did not reply or had a transient error: a retry can succeed. */
export const isUnavailable = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && unanswered.has(error)) || TRANSIENT_CODES.has(errorCode(error))

/**
 * The message of an error, or its code when the message is empty, as in the `AggregateError` of a
 * host with two addresses.
 */
export function errorDetail(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message === '' ? (errorCode(error) ?? error.name) : error.message
}
