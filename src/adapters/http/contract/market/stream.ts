import * as z from 'zod/mini'

import { amountFigures, closeAndAverageFigures, priceFigures } from '#src/adapters/http/contract/market/market.ts'
import {
  ANNUL_EVENT,
  CLOCK_EVENT,
  DEAL_EVENT,
  SNAPSHOT_EVENT,
} from '#src/adapters/http/contract/market/stream-fields.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { marketId, wholeNumber } from '#src/adapters/http/contract/values.ts'

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

/** The data schemas by event name. */
export const STREAM_EVENTS = {
  snapshot: snapshotEvent,
  deal: toReplySchema(DEAL_EVENT, {}),
  annul: toReplySchema(ANNUL_EVENT, {}),
  clock: clockEvent,
  heartbeat: z.object({}),
  closed: z.object({ message: z.string() }),
} as const
