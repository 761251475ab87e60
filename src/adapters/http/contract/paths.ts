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

/** Below the base of the news (D61). */
export const NEWS_PATH = '/news/rss/'

/** At the root of the portal's own origin (D39). */
export const CONFIG_PATH = '/config.json'

/** Epoch milliseconds of the market's now, on every market answer (D52). */
export const MARKET_TIME_HEADER = 'X-Market-Time'

/** `simulado` or `real`, on every market answer. */
export const DATA_SOURCE_HEADER = 'X-Data-Source'
