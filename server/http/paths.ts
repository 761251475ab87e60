/** Route prefixes (D39, D61). The news are directly under `/api`. */
export const MARKET_BASE = '/api/market'
export const IMC_BASE = '/api/imc'
export const NEWS_BASE = '/api'

/** The path of a route: the ids of a contract path as parameter names, `:id`. */
export const toRoutePath = (path: string): string => decodeURIComponent(path)

/** Whether an address is below `/api`, in any case. */
export const isApiPath = (path: string): boolean => /^\/api(?:[/?]|$)/i.test(path)
