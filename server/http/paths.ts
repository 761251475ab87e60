/** Base paths of the routes (D39, D61). */
export const MARKET_BASE = '/api/market'
export const NEWS_BASE = '/api'
