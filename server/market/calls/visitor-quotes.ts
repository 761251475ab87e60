import { htmlReply } from '#server/http/route-schema.ts'
import {
  currenciesTable,
  type FeedsRouteParts,
  findVisibleDollar,
  refuseIfUnknown,
  securitiesTable,
  toFeedsReply,
  toIndexSeriesReply,
  toMinuteVersion,
  toNewsReply,
  toSecondVersion,
} from '#server/market/calls/quotes-routes.ts'
import { type AddVisitorRead, SLOW_S } from '#server/market/calls/visitor-reads.ts'
import type { MarketReader } from '#server/market/market-reader.ts'
import type { QuotesSource } from '#server/market/quotes-source.ts'
import { feedsReply, indexSeriesReply, newsReply, TABLE_COLUMNS } from '#src/adapters/http/contract/market/quotes.ts'
import { noQuery } from '#src/adapters/http/contract/market/visitors.ts'
import { MARKET_PATHS, NEWS_PATH } from '#src/adapters/http/contract/paths.ts'
import { AUDIENCE_DELAY_MS } from '#src/domain/trading/audience.ts'

export interface VisitorQuotesParts extends FeedsRouteParts {
  readonly reader: MarketReader
  readonly quotes: QuotesSource
}

/** Adds the visitors' reads of currencies, stocks, indices, news and feeds. */
export function addVisitorQuotes(add: AddVisitorRead, { reader, quotes, feeds, clockShift }: VisitorQuotesParts): void {
  add(MARKET_PATHS.currencies, {
    summary: 'Divisas',
    query: noQuery,
    reply: htmlReply('Una tabla: De, A, Valor, Variación'),
    seconds: SLOW_S,
    refusals: [503],
    find(_query, reply) {
      if (refuseIfUnknown(reply, quotes, 'currencies')) return null
      const now = reader.now()
      const version = `${reader.version('spot', AUDIENCE_DELAY_MS.delayed)} ${toSecondVersion(now)}`
      const make = () => currenciesTable(quotes.currencies(now, findVisibleDollar(reader, 'delayed')))
      return { key: '', version, make }
    },
  })

  for (const [kind, summary, description] of [
    ['stocks', 'Acciones', 'Una tabla: Nombre, Valor, Variación'],
    ['indices', 'Índices', 'Una tabla: Índice, Valor, Variación'],
  ] as const) {
    add(MARKET_PATHS[kind], {
      summary,
      query: noQuery,
      reply: htmlReply(description),
      seconds: SLOW_S,
      refusals: [503],
      find(_query, reply) {
        if (refuseIfUnknown(reply, quotes, kind)) return null
        const now = reader.now()
        const make = () => securitiesTable(TABLE_COLUMNS[kind], quotes[kind](now))
        return { key: '', version: toSecondVersion(now), make }
      },
    })
  }

  add(MARKET_PATHS.indexSeries, {
    summary: 'El índice durante el día',
    query: noQuery,
    reply: indexSeriesReply,
    seconds: SLOW_S,
    refusals: [503],
    find(_query, reply) {
      if (refuseIfUnknown(reply, quotes, 'indices')) return null
      const now = reader.now()
      return { key: '', version: toSecondVersion(now), make: () => toIndexSeriesReply(quotes.indexSeries(now), now) }
    },
  })

  add(NEWS_PATH, {
    summary: 'Noticias, la más reciente primero',
    query: noQuery,
    reply: newsReply,
    seconds: SLOW_S,
    refusals: [503],
    find(_query, reply) {
      if (refuseIfUnknown(reply, quotes, 'news')) return null
      const now = reader.now()
      return { key: '', version: toMinuteVersion(now), make: () => toNewsReply(quotes.news(now)) }
    },
  })

  add(MARKET_PATHS.feeds, {
    summary: 'Estado de las fuentes de datos',
    query: noQuery,
    reply: feedsReply,
    seconds: SLOW_S,
    find: () => ({
      key: '',
      version: toSecondVersion(reader.now()),
      make: () => toFeedsReply(feeds, clockShift()),
    }),
  })
}
