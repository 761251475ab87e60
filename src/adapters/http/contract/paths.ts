/** Paths below {market-api} (§7.1), shared by portal and server; the server takes each with and without its last slash. */
export const MARKET_PATHS = {
  /** Completed by `/{date}`. */
  holiday: '/users/feriados',
  closeAndAverage: '/estadisticas/estadisticasPromedioCierre/',
  prices: '/estadisticas/estadisticasPrecioMercado/',
  amounts: '/estadisticas/estadisticasMontoMercado/',
  statistics: '/estadisticas/estadisticasMercado',
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
  stream: '/stream',
  deals: '/deals',
} as const

/** Paths below {market-api} of who is calling (§7.1). */
export const IDENTITY_PATHS = {
  login: '/users/login',
  logout: '/users/logout',
  session: '/users/session',
  terms: '/user/terminos',
} as const

/** Below {password-service}; form data in, text out (§7.1). */
export const PASSWORD_PATHS = {
  recover: '/restPassword.php',
  verify: '/verifyTokens.php',
  change: '/ChangePassword.php',
  renew: '/RenewPassword.php',
} as const

/** Below each host of the application token (D10, D61). */
export const APPLICATION_TOKEN_PATH = '/login'

/** The solved challenge, with login, recovery and registration (D9). */
export const HUMAN_CHECK_HEADER = 'X-Human-Check'

/** `1` ends the older session of the account (D5). */
export const TAKEOVER_HEADER = 'X-Session-Takeover'

/** Below the base of the news (D61). */
export const NEWS_PATH = '/news/rss/'

/** At the root of the portal's own origin (D39). */
export const CONFIG_PATH = '/config.json'

/** Epoch milliseconds of the market's now, on every market answer (D52). */
export const MARKET_TIME_HEADER = 'X-Market-Time'

/**
 * Whole minutes that the figures of an answer are behind the market's now, on every answer with statistics or a chart (D17). More
 * than was asked for means that the server took the call for a visitor's; other servers may leave it out.
 */
export const MARKET_DELAY_HEADER = 'X-Market-Delay'

/** `simulado` or `real`, on every market answer. */
export const DATA_SOURCE_HEADER = 'X-Data-Source'
