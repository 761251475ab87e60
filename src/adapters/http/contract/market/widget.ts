import * as z from 'zod/mini'

import { calendarDay, figure, isoInstant } from '#src/adapters/http/contract/values.ts'
import { MARKETS } from '#src/domain/trading/market.ts'

/** The path parameter of the widget's call. */
export const widgetRequest = z.object({ mercado: z.enum(MARKETS) })

/**
 * The delayed price of a market for pages of other sites. Prices in pesos; `corte` is the instant
 * of the figures, `retraso` their delay in minutes.
 */
export const widgetReply = z.object({
  mercado: z.enum(MARKETS),
  fase: z.enum(['before', 'open', 'closed', 'no-trading-day']),
  fecha: calendarDay,
  cierre: figure,
  cierre_anterior: figure,
  hora: z.nullable(isoInstant),
  corte: isoInstant,
  retraso: z.number(),
  fuente: z.enum(['simulado', 'real']),
})
export type WidgetReply = z.infer<typeof widgetReply>
