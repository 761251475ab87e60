/** Route prefixes (D39, D61). The news are directly under `/api`. */
export const MARKET_BASE = '/api/market'
export const IMC_BASE = '/api/imc'
export const NEWS_BASE = '/api'

/** Whether an address is below `/api`, in any case. */
export const isApiPath = (path: string): boolean => /^\/api(?:[/?]|$)/i.test(path)
