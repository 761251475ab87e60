import type * as z from 'zod/mini'

import { chart } from '#src/adapters/http/contract/charts.ts'

/** Currencies, stocks and indices travel as HTML tables (text/html), one row a quote. */
export const TABLE_COLUMNS = {
  currencies: ['De', 'A', 'Valor', 'Variación'],
  stocks: ['Nombre', 'Valor', 'Variación'],
  indices: ['Índice', 'Valor', 'Variación'],
} as const

/** The index during its session: labels `HH:MM:SS`, one dataset named after the index. */
export const indexSeriesReply = chart
export type IndexSeriesReply = z.infer<typeof indexSeriesReply>
