import * as z from 'zod/mini'

import { amountFigures, closeAndAverageFigures, priceFigures } from '#src/adapters/http/contract/market.ts'
import { calendarDay, marketId, wholeNumber } from '#src/adapters/http/contract/values.ts'

/** `desde` is the `secuencia` of a chart: the first event wanted is the next one (D22, D51). */
export const streamRequest = z.object({ mercado: marketId, desde: z.optional(wholeNumber(0, 999_999_999)) })
export type StreamRequest = z.infer<typeof streamRequest>

/** The state that the following events build on. */
export const snapshotEvent = z.object({
  mercado: z.number(),
  fecha: calendarDay,
  delay: z.number(),
  precioMercado: priceFigures,
  montoMercado: amountFigures,
  promedioCierre: closeAndAverageFigures,
})
export type SnapshotEvent = z.infer<typeof snapshotEvent>

/** `time` in epoch milliseconds, `price` in pesos, `amount` in thousands of US$. */
export const dealEvent = z.object({ id: z.string(), time: z.number(), price: z.number(), amount: z.number() })
export type DealEvent = z.infer<typeof dealEvent>

export const annulEvent = z.object({ id: z.string() })
export type AnnulEvent = z.infer<typeof annulEvent>

/**
 * Epoch milliseconds of the market's now, and how many minutes behind it this reader is told (D17). It follows every beginning,
 * so that a reader who goes on from a place, and is sent no snapshot, knows the delay as well; another server may leave it out.
 */
export const clockEvent = z.object({ now: z.number(), delay: z.optional(z.number()) })
export type ClockEvent = z.infer<typeof clockEvent>

export const heartbeatEvent = z.object({})

export const closedEvent = z.object({ message: z.string() })
export type ClosedEvent = z.infer<typeof closedEvent>

/** Event names and the shape of their data. */
export const STREAM_EVENTS = {
  snapshot: snapshotEvent,
  deal: dealEvent,
  annul: annulEvent,
  clock: clockEvent,
  heartbeat: heartbeatEvent,
  closed: closedEvent,
} as const
