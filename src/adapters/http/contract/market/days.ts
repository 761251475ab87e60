import * as z from 'zod/mini'

import { correctionReply } from '#src/adapters/http/contract/market/trm.ts'
import { toReplySchema } from '#src/adapters/http/contract/reply-schema.ts'
import { calendarDay, requestedDay } from '#src/adapters/http/contract/values.ts'
import { customField, dayField, figureField, numberField } from '#src/adapters/http/decode/lenient.ts'
import { parseDate } from '#src/domain/time/bogota.ts'
import { type DayRange, isDayRange } from '#src/domain/trading/days.ts'

/** The figures of a market on one day: pesos, and whole US$. */
export const DAY_FIGURES = {
  apertura: numberField,
  minimo: numberField,
  maximo: numberField,
  cierre: numberField,
  promedio: numberField,
  monto: numberField,
  operaciones: numberField,
}

/** A calendar day (D123). The markets are null without deals. */
export const DAY = {
  fecha: dayField,
  trm: figureField,
  spot: customField,
  nextday: customField,
  correcciones: customField,
}

/** Requests the days of a range, both days included. */
export const daysRequest = z.object({ desde: requestedDay, hasta: requestedDay })

/** Maps a request to the domain; null for a reversed range or more than a year. */
export function toDayRange({ desde, hasta }: z.infer<typeof daysRequest>): DayRange | null {
  const range = { from: parseDate(desde) ?? desde, until: parseDate(hasta) ?? hasta }
  return isDayRange(range) ? range : null
}

const dayFigures = z.nullable(toReplySchema(DAY_FIGURES, {}))

/** The days of a range up to today, in order of date. `primera`: the first day of the history. */
export const daysReply = z.object({
  data: z.array(
    toReplySchema(DAY, {
      spot: dayFigures,
      nextday: dayFigures,
      correcciones: z.optional(z.array(correctionReply)),
    }),
  ),
  primera: z.nullable(calendarDay),
})
export type DaysReply = z.infer<typeof daysReply>
