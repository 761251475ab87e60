import * as z from 'zod/mini'
import { figureChart } from '#src/adapters/http/contract/market/charts.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import {
  customField,
  flagField,
  instantField,
  looseTextField,
  nullableTextField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'
import type { FeedName, FeedSource } from '#src/domain/quotes/feeds.ts'

/** A news item with plain texts; `link` is an http(s) URL or null. */
export const NEWS_ROW = {
  id: looseTextField,
  headline: customField,
  body: looseTextField,
  link: nullableTextField,
  fecha: instantField,
}

/** The status of a feed (D53); `actualizado` is the time of the last success. */
export const FEED_ROW = {
  fuente: textField,
  origen: textField,
  actualizado: instantField,
  atrasada: flagField,
}

/** The names of the feeds on the wire. */
export const FEED_WORDS: Readonly<Record<FeedName, string>> = {
  trm: 'trm',
  currencies: 'divisas',
  stocks: 'acciones',
  indices: 'indices',
  news: 'noticias',
}

/** The names of the feeds' sources on the wire. */
export const FEED_SOURCE_WORDS: Readonly<Record<FeedSource, string>> = {
  provider: 'proveedor',
  simulator: 'simulado',
  deals: 'operaciones',
  none: 'ninguno',
}

/** The statuses of the feeds: the source and the age of their data. */
export const feedsReply = z.object({ data: z.array(toReplySchema(FEED_ROW, {})) })
export type FeedsReply = z.infer<typeof feedsReply>

const newsRow = toReplySchema(NEWS_ROW, { headline: z.string() })

/** News, the newest first. */
export const newsReply = z.array(newsRow)
export type NewsReply = z.infer<typeof newsReply>

/** Columns of the HTML tables with currencies, stocks and indices; each row is a quote. */
export const TABLE_COLUMNS = {
  currencies: ['De', 'A', 'Valor', 'Variación'],
  stocks: ['Nombre', 'Valor', 'Variación'],
  indices: ['Índice', 'Valor', 'Variación'],
} as const

/** The stock index of a trading day: labels `HH:MM:SS`, and a dataset with the index's name. */
export const indexSeriesReply = figureChart
export type IndexSeriesReply = z.infer<typeof indexSeriesReply>
