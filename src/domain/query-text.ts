/** Removes the question mark, empty parts and the named values from a query. */
export const omitQueryValues = (query: string, names: readonly string[]): string =>
  query
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && !names.includes(part.split('=', 1)[0] ?? ''))
    .join('&')

/** Joins the non-empty parts of a query. */
export const joinQuery = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('&')
