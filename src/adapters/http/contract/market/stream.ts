import * as z from 'zod/mini'
import { amountFigures, closeAndAverageFigures, priceFigures } from '#src/adapters/http/contract/market/market.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { marketId, wholeNumber } from '#src/adapters/http/contract/values.ts'
import {
  customField,
  dayField,
  numberField,
  optionalNumberField,
  textField,
} from '#src/adapters/http/decode/lenient.ts'

/** `time` in epoch ms, `price` in pesos, `amount` in thousands of US$. */
export const DEAL_EVENT = { id: textField, time: numberField, price: numberField, amount: numberField }

export const ANNUL_EVENT = { id: textField }

/**
 * The market time in epoch ms, and the delay of this subscriber in minutes (D17). The server sends
 * this event after the stream opens, because a resumed stream begins without a snapshot. Other
 * servers may omit the delay. `frozenSince` is the market time since when the source of the market has
 * been silent; missing while it is not (D114).
 */
export const CLOCK_EVENT = { now: numberField, delay: optionalNumberField, frozenSince: optionalNumberField }

/** All figures at this point of the stream, to which the next events apply; `delay` in minutes. */
export const SNAPSHOT_EVENT = {
  mercado: numberField,
  fecha: dayField,
  delay: numberField,
  precioMercado: customField,
  montoMercado: customField,
  promedioCierre: customField,
}

/** Opens a stream after the event `desde`, such as the `secuencia` of a chart (D22, D51). */
export const streamRequest = z.object({ mercado: marketId, desde: z.optional(wholeNumber(0, 999_999_999)) })

const snapshotEvent = toReplySchema(SNAPSHOT_EVENT, {
  precioMercado: priceFigures,
  montoMercado: amountFigures,
  promedioCierre: closeAndAverageFigures,
})
export type SnapshotEvent = z.infer<typeof snapshotEvent>

const clockEvent = toReplySchema(CLOCK_EVENT, {})
export type ClockEvent = z.infer<typeof clockEvent>

/** An alert of the client of this stream has fired, or was corrected (D125). Only live streams have it. */
export const ALERT_EVENT = { id: numberField }

/** The data schemas by event name. */
export const STREAM_EVENTS = {
  snapshot: snapshotEvent,
  deal: toReplySchema(DEAL_EVENT, {}),
  annul: toReplySchema(ANNUL_EVENT, {}),
  clock: clockEvent,
  alert: toReplySchema(ALERT_EVENT, {}),
  heartbeat: z.object({}),
  closed: z.object({ message: z.string() }),
} as const
