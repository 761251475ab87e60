import type * as z from 'zod/mini'

import { figureChart } from '#src/adapters/http/contract/market/charts.ts'

/** Columns of the HTML tables with currencies, stocks and indices; each row is a quote. */
export const TABLE_COLUMNS = {
  currencies: ['De', 'A', 'Valor', 'Variación'],
  stocks: ['Nombre', 'Valor', 'Variación'],
  indices: ['Índice', 'Valor', 'Variación'],
} as const

/** The stock index of a trading day: labels `HH:MM:SS`, and a dataset with the index's name. */
export const indexSeriesReply = figureChart
export type IndexSeriesReply = z.infer<typeof indexSeriesReply>
