import type * as z from 'zod/mini'

import { figureChart } from '#src/adapters/http/contract/charts.ts'

/**
 * Columns of the replies with currencies, stocks and indices: HTML tables with one row per quote.
 */
export const TABLE_COLUMNS = {
  currencies: ['De', 'A', 'Valor', 'Variación'],
  stocks: ['Nombre', 'Valor', 'Variación'],
  indices: ['Índice', 'Valor', 'Variación'],
} as const

/**
 * The index during its trading day: labels `HH:MM:SS` and one dataset with the name of the index.
 */
export const indexSeriesReply = figureChart
export type IndexSeriesReply = z.infer<typeof indexSeriesReply>
