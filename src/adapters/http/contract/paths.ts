/** Paths below {market-api} (§7.1). The server accepts each path with and without a final slash. */
export const MARKET_PATHS = {
  /** Followed by `/{date}`. */
  holiday: '/users/feriados',
  closeAndAverage: '/estadisticas/estadisticasPromedioCierre/',
  prices: '/estadisticas/estadisticasPrecioMercado/',
  amounts: '/estadisticas/estadisticasMontoMercado/',
  statistics: '/estadisticas/estadisticasMercado',
  trmNow: '/trm/vigente',
  trmHistory: '/trm/historia',
  days: '/dias',
  intraday: '/graficos/graficoMoneda/',
  intradayLive: '/graficos/graficoMonedaRT/',
  priceChart: '/graficos/graficoPrecios',
  averageChart: '/graficos/graficoPromedios',
  bollingerChart: '/graficos/graficoBollinger',
  candleChart: '/graficos/graficoVelas',
  currencies: '/cma/monedas/',
  stocks: '/bvc/acciones/',
  indices: '/bvc/indices/',
  indexSeries: '/bvc/indiceIGBC/',
  feeds: '/fuentes',
  /** Followed by `/spot` or `/nextday`. Pages of other sites may call it. */
  widget: '/widget',
  stream: '/stream',
  deals: '/deals',
  dealsImport: '/deals/csv',
} as const

/** Paths of the client session below {market-api} (§7.1). */
export const IDENTITY_PATHS = {
  login: '/users/login',
  logout: '/users/logout',
  session: '/users/session',
  terms: '/user/terminos',
  /** Followed by `/{name}` (D127). */
  settings: '/users/ajustes',
} as const

/** Paths of orders below {market-api} (D78). One order has the path `/{reference}?acceso=`. */
export const PAYMENT_PATHS = {
  orders: '/pagos/ordenes',
  confirmation: '/pagos/confirmacion',
  term: '/pagos/vigencia',
} as const

/** Paths of the client's alerts below {market-api} (D125). */
export const ALERT_PATHS = {
  alerts: '/alertas',
  change: '/alertas/cambiar',
  status: '/alertas/estado',
  remove: '/alertas/quitar',
  firings: '/alertas/historial',
  channels: '/alertas/avisos',
  webhook: '/alertas/webhook',
  webhookSecret: '/alertas/webhook/secreto',
  webhookTest: '/alertas/webhook/probar',
  pushStatus: '/alertas/push/estado',
  push: '/alertas/push',
  pushRemove: '/alertas/push/quitar',
  stop: '/alertas/detener',
} as const

/** Paths below {password-service}. Requests are forms, replies plain text (§7.1). */
export const PASSWORD_PATHS = {
  recover: '/restPassword.php',
  verify: '/verifyTokens.php',
  change: '/ChangePassword.php',
  renew: '/RenewPassword.php',
} as const

/** Path below each host of the application token (D10, D61). */
export const APPLICATION_TOKEN_PATH = '/login'

/** Request header with the solved challenge; login, recovery and registration require it (D9). */
export const HUMAN_CHECK_HEADER = 'X-Human-Check'

/** Request header of a login: `1` ends the other session of the account (D5). */
export const TAKEOVER_HEADER = 'X-Session-Takeover'

/**
 * Request header with the idempotency key of a dialog (D28, D44). The server executes equal
 * requests with the same key once.
 */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key'

/** Path below the base of the news service (D61). */
export const NEWS_PATH = '/news/rss/'

/** Path below the origin of the portal (D39). */
export const CONFIG_PATH = '/config.json'

/** Header of every market reply with the market time, in epoch ms (D52). */
export const MARKET_TIME_HEADER = 'X-Market-Time'

/**
 * Header of replies with figures: their delay in whole minutes (D17). Other servers may omit it. A
 * delay above the requested delay means that the server did not recognize the session.
 */
export const MARKET_DELAY_HEADER = 'X-Market-Delay'

/**
 * Header of every market reply of a server whose source is watched (D114): by market, since when the
 * source has been silent, `71=1795196595000, 76=1795196595000`; `no` while it sends.
 */
export const FROZEN_SINCE_HEADER = 'X-Market-Frozen-Since'

/** Header of every market reply: `simulado` or `real`. */
export const DATA_SOURCE_HEADER = 'X-Data-Source'

/** Request header with the key that authorizes the operator's calls (D60). */
export const OPERATOR_KEY_HEADER = 'X-Operator-Key'

/** Path of a visitor's read below {public-api}: that of the documented call, without a final slash. */
export const toVisitorPath = (path: string): string => path.replace(/\/$/, '')

/** Writes the address of a visitor's read, in its only spelling. */
export function toVisitorUrl(path: string, fields: Readonly<Record<string, string | number>>): string {
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}
