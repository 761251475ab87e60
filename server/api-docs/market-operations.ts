import * as z from 'zod/mini'

import { htmlReply, type Operations, RARE_READS, toAreaOperations } from '#server/api-docs/operation.ts'
import { configReply } from '#src/adapters/http/contract/config.ts'
import { candlesReply, intradayReply, periodReply } from '#src/adapters/http/contract/market/charts.ts'
import { dealsImportReply, dealsReply } from '#src/adapters/http/contract/market/deals.ts'
import { feedsReply } from '#src/adapters/http/contract/market/feeds.ts'
import {
  amountsReply,
  closeAndAverageReply,
  holidayReply,
  pricesReply,
  statisticsReply,
} from '#src/adapters/http/contract/market/market.ts'
import { newsReply } from '#src/adapters/http/contract/market/news.ts'
import { indexSeriesReply } from '#src/adapters/http/contract/market/quotes.ts'
import { trmHistoryReply, trmNowReply } from '#src/adapters/http/contract/market/trm.ts'

const readyReply = z.looseObject({ status: z.enum(['ok', 'unavailable']), marketStepAge: z.number() })

const DELAY_LIMIT = `Con un delay distinto de 0 y 15: ${RARE_READS}`
const OLD_DAY_LIMIT = 'Días de hace más de una semana: OLD_DAYS_PER_MINUTE por minuto y red'

/** Operations of the server itself. */
const SERVER = toAreaOperations('server', {
  'GET /healthz': {
    summary: 'El proceso funciona',
    reply: z.object({ status: z.literal('ok') }),
  },
  'GET /readyz': {
    summary: 'El servidor puede atender: base de datos, mercado y fuentes',
    reply: readyReply,
    refusals: [503],
    refusalBodies: { 503: readyReply },
  },
  'GET /config.json': { summary: 'Configuración del portal', reply: configReply },
  'GET /api/docs': { summary: 'Esta página', reply: htmlReply('La página') },
  'GET /api/docs/openapi.json': {
    summary: 'Este documento, OpenAPI 3.1',
    reply: z.looseObject({ openapi: z.string() }),
  },
})

const MARKET = toAreaOperations('market', {
  'GET /api/market/users/feriados/:fecha': {
    summary: 'Si el día es festivo de la Reserva Federal',
    reply: holidayReply,
  },
  'POST /api/market/estadisticas/estadisticasPromedioCierre/': {
    summary: 'Cierre y promedio de un día',
    reply: closeAndAverageReply,
    refusals: [404, 429],
    limit: DELAY_LIMIT,
  },
  'POST /api/market/estadisticas/estadisticasPrecioMercado/': {
    summary: 'TRM, apertura, mínimo y máximo de un día',
    reply: pricesReply,
    refusals: [404, 429],
    limit: DELAY_LIMIT,
  },
  'POST /api/market/estadisticas/estadisticasMontoMercado/': {
    summary: 'Montos negociados de un día',
    reply: amountsReply,
    refusals: [404, 429],
    limit: DELAY_LIMIT,
  },
  'POST /api/market/estadisticas/estadisticasMercado': {
    summary: 'Estadísticas de un sector por mercado y plazo',
    reply: statisticsReply,
  },
  'GET /api/market/trm/vigente': {
    summary: 'TRM vigente y la siguiente',
    reply: trmNowReply,
    refusals: [429],
    limit: DELAY_LIMIT,
  },
  'GET /api/market/trm/historia': {
    summary: 'TRM de un rango de hasta diez años',
    reply: trmHistoryReply,
    refusals: [429],
    limit: `Con días distintos de los periodos de la pantalla: ${RARE_READS}`,
  },
  'GET /api/market/stream': {
    summary: 'Eventos del mercado: snapshot, deal, annul, clock, heartbeat, closed',
    reply: { type: 'text/event-stream', text: 'Eventos hasta que alguno cierre; se reanuda con Last-Event-ID o desde' },
    refusals: [429, 503],
    limit: 'STREAMS_PER_ADDRESS abiertos por red',
  },
  'GET /api/market/fuentes': { summary: 'Estado de las fuentes de datos', reply: feedsReply },
})

const periodChart = (summary: string, reply: z.ZodMiniType = periodReply) =>
  ({ summary, reply, refusals: [404] }) as const

const intradayChart = (summary: string) =>
  ({ summary, reply: intradayReply, refusals: [404, 429], limit: `${DELAY_LIMIT}. ${OLD_DAY_LIMIT}` }) as const

const CHARTS = toAreaOperations('charts', {
  'POST /api/market/graficos/graficoMoneda/': intradayChart('Operaciones de un día'),
  'POST /api/market/graficos/graficoMonedaRT/': intradayChart('Operaciones de un día, en tiempo real para clientes'),
  'POST /api/market/graficos/graficoPrecios': periodChart('Precios de un periodo'),
  'POST /api/market/graficos/graficoPromedios': periodChart('Promedios de un periodo'),
  'POST /api/market/graficos/graficoVelas': periodChart('Velas de un periodo', candlesReply),
  'POST /api/market/graficos/graficoBollinger': {
    ...periodChart('Bandas de Bollinger de un periodo'),
    refusals: [404, 429],
    limit: `Con otro ancho de las bandas: ${RARE_READS}`,
  },
})

const QUOTES = toAreaOperations('quotes', {
  'GET /api/market/cma/monedas/': {
    summary: 'Divisas',
    reply: htmlReply('Una tabla: De, A, Valor, Variación'),
    refusals: [503],
  },
  'GET /api/market/bvc/acciones/': {
    summary: 'Acciones',
    reply: htmlReply('Una tabla: Nombre, Valor, Variación'),
    refusals: [503],
  },
  'GET /api/market/bvc/indices/': {
    summary: 'Índices',
    reply: htmlReply('Una tabla: Índice, Valor, Variación'),
    refusals: [503],
  },
  'GET /api/market/bvc/indiceIGBC/': {
    summary: 'El índice durante el día',
    reply: indexSeriesReply,
    refusals: [503],
  },
  'GET /api/news/rss/': {
    summary: 'Noticias, la más reciente primero',
    reply: newsReply,
    refusals: [503],
  },
})

const DEALS = toAreaOperations('deals', {
  'POST /api/market/deals': {
    summary: 'Recibe operaciones y anulaciones: todas o ninguna',
    reply: dealsReply,
    refusals: [409],
    limit: 'Hasta 10.000 operaciones y 10.000 anulaciones por petición',
  },
  'POST /api/market/deals/csv': {
    summary: 'Carga un archivo CSV de operaciones',
    body: 'csv',
    reply: dealsImportReply,
    refusals: [409],
    refusalBodies: { 400: z.union([dealsImportReply, z.object({ message: z.string() })]) },
  },
})

/** Operations of the server, the market, the charts, the quotes and the deals. */
export const MARKET_OPERATIONS: Operations = { ...SERVER, ...MARKET, ...CHARTS, ...QUOTES, ...DEALS }
