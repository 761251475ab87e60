import * as z from 'zod/mini'

import { amountFigures, closeAndAverageFigures, priceFigures } from '#src/adapters/http/contract/market.ts'
import { calendarDay, marketId, wholeNumber } from '#src/adapters/http/contract/values.ts'

/** Opens a stream after the event `desde`, for example the `secuencia` of a chart (D22, D51). */
export const streamRequest = z.object({ mercado: marketId, desde: z.optional(wholeNumber(0, 999_999_999)) })

/** The state that the next events change. */
const snapshotEvent = z.object({
  mercado: z.number(),
  fecha: calendarDay,
  delay: z.number(),
  precioMercado: priceFigures,
  montoMercado: amountFigures,
  promedioCierre: closeAndAverageFigures,
})
export type SnapshotEvent = z.infer<typeof snapshotEvent>

/** `time` in epoch ms, `price` in pesos, `amount` in thousands of US$. */
const dealEvent = z.object({ id: z.string(), time: z.number(), price: z.number(), amount: z.number() })

const annulEvent = z.object({ id: z.string() })

/**
 * The market time in epoch ms, and the delay of this subscriber in minutes (D17). The server sends
 * it after the stream opens, because a resumed stream begins without a snapshot. Other servers may
 * omit the delay.
 */
const clockEvent = z.object({ now: z.number(), delay: z.optional(z.number()) })
export type ClockEvent = z.infer<typeof clockEvent>

/** The schema of the data of each event name. */
export const STREAM_EVENTS = {
  snapshot: snapshotEvent,
  deal: dealEvent,
  annul: annulEvent,
  clock: clockEvent,
  heartbeat: z.object({}),
  closed: z.object({ message: z.string() }),
} as const
