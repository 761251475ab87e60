/** The `code` of an error; null unless it is text. */
export function errorCode(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

const unavailableErrors = new WeakSet<object>()

/** Marks an error for `isUnavailable`: the database did not reply, or the server has no lock. */
export function markUnavailable(error: Error): void {
  // A TypeError or RangeError is a program error: a value cannot be sent or read.
  if (!(error instanceof TypeError || error instanceof RangeError)) unavailableErrors.add(error)
}

/** Transient errors of PostgreSQL: a timeout, a shutdown, a start, too many connections. */
const TRANSIENT_CODES = new Set<unknown>(['57014', '57P01', '57P02', '57P03', '53300', '25P03'])

/** Errors of a full or broken disk: of SQLite, of PostgreSQL and of the file system. */
const DISK_CODES = /^(SQLITE_FULL|SQLITE_IOERR.*|53100|58030|ENOSPC|EDQUOT|EFBIG|EIO)$/

/** Whether the disk refused to write: nothing was stored, and a retry succeeds once it is repaired (D120). */
export const isDiskFailure = (error: unknown): boolean => DISK_CODES.test(errorCode(error) ?? '')

/**
 * Whether a retry can succeed: the error is marked, is a transient error of PostgreSQL or is one of
 * the disk.
 */
export const isUnavailable = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && unavailableErrors.has(error)) ||
  TRANSIENT_CODES.has(errorCode(error)) ||
  isDiskFailure(error)

/**
 * Returns the message of an error, or its code when the message is empty. The `AggregateError` of a
 * host with two addresses has no message.
 */
export function errorDetail(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message === '' ? (errorCode(error) ?? error.name) : error.message
}
