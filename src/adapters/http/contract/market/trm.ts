import * as z from 'zod/mini'

import { delayMinutes } from '#src/adapters/http/contract/market/market.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { calendarDay, requestedDay } from '#src/adapters/http/contract/values.ts'
import { customField, dayField, figureField, numberField, textField } from '#src/adapters/http/decode/lenient.ts'
import { addDays, type BogotaDate, parseDate } from '#src/domain/time/bogota.ts'
import type { Correction } from '#src/domain/trading/corrections.ts'
import { MAX_TRM_DAYS, type TrmRange } from '#src/domain/trading/trm-periods.ts'

/** A TRM in pesos, and its first and last calendar day in force (D67). */
export const TRM_PERIOD = {
  valor: numberField,
  desde: dayField,
  hasta: dayField,
  /** The previous TRM. */
  valor_anterior: figureField,
}

/** The TRM after the TRM in force. It is an estimate until the deals of its day are complete. */
export const NEXT_TRM = { ...TRM_PERIOD, estimada: customField }

/** A change of published figures (D119): `hora` and `corregida` are instants. */
export const CORRECTION = {
  tipo: textField,
  fecha: dayField,
  hora: textField,
  precio: numberField,
  monto: numberField,
  corregida: textField,
}

export const CORRECTION_WORDS: Readonly<Record<Correction['kind'], string>> = { annulled: 'anulada', late: 'tardia' }

/** Requests the TRM in force; `delay` in minutes, by default 0. */
export const trmNowRequest = z.object({ delay: z.optional(delayMinutes) })

/** Requests the TRMs of a range, both days included; by default the longest range. */
export const trmHistoryRequest = z.object({ desde: z.optional(requestedDay), hasta: z.optional(requestedDay) })

/**
 * Maps a request to the domain; null for a reversed range or more than ten years. By default the
 * range ends at `lastDay` and has ten years.
 */
export function toTrmRange({ desde, hasta }: z.infer<typeof trmHistoryRequest>, lastDay: BogotaDate): TrmRange | null {
  const until = parseDate(hasta ?? lastDay) ?? lastDay
  const earliest = addDays(until, 1 - MAX_TRM_DAYS)
  const from = parseDate(desde ?? earliest) ?? earliest
  return from > until || from < earliest ? null : { from, until }
}

/** A correction in a reply of this server. */
export const correctionReply = toReplySchema(CORRECTION, {})

const trmPeriod = toReplySchema(TRM_PERIOD, {})

/** The TRM in force today, and the next one. */
export const trmNowReply = z.object({
  data: z.object({
    vigente: z.nullable(trmPeriod),
    siguiente: z.nullable(toReplySchema(NEXT_TRM, { estimada: z.boolean() })),
    correcciones: z.optional(z.array(correctionReply)),
  }),
})
export type TrmNowReply = z.infer<typeof trmNowReply>

/** The TRMs of a range by date. `primera`, `ultima`: the first and last day with a fixed TRM. */
export const trmHistoryReply = z.object({
  data: z.array(trmPeriod),
  primera: z.nullable(calendarDay),
  ultima: z.nullable(calendarDay),
})
export type TrmHistoryReply = z.infer<typeof trmHistoryReply>
