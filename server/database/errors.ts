const UNIQUE_CODES = new Set<unknown>(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'])

/** The engine's own code of an error, null when it has none. */
export function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('code' in error)) return null
  return typeof error.code === 'string' ? error.code : null
}

/**
 * Whether a unique index refused a row. Inside a transaction of PostgreSQL nothing more can be done after it: there prefer
 * `on conflict do nothing` and count the rows.
 */
export const isUniqueViolation = (error: unknown): boolean => UNIQUE_CODES.has(codeOf(error))

/** What an error says of itself; one that gathers others, as a host with two addresses gives, says nothing but its code. */
export function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message === '' ? (codeOf(error) ?? error.name) : error.message
}
