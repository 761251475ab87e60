/** Route prefixes (D39, D61). The news are directly under `/api`. */
export const MARKET_BASE = '/api/market'
export const IMC_BASE = '/api/imc'
export const NEWS_BASE = '/api'
/** The reads of visitors, which caches may store (D115). */
export const VISITOR_BASE = '/api/publico'

/** Converts a contract path to a route path: decodes the `%3A` of its parameters, such as `:id`. */
export const toRoutePath = (path: string): string => decodeURIComponent(path)

/** Whether a path, with or without a query, is below `/api`, ignoring case. */
export const isApiPath = (path: string): boolean => /^\/api(?:[/?]|$)/i.test(path)
