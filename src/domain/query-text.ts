/**
 * A query without its question mark and without the values of these names; the others stay as they
 * are written.
 */
export const omitQueryValues = (query: string, names: readonly string[]): string =>
  query
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && !names.includes(part.split('=', 1)[0] ?? ''))
    .join('&')

/** Joins the parts of a query that are not empty. */
export const joinQuery = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('&')
