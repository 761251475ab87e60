import * as z from 'zod/mini'
import { CORRECTION, CORRECTION_WORDS, NEXT_TRM, TRM_PERIOD } from '#src/adapters/http/contract/market/trm.ts'
import { parseItems } from '#src/adapters/http/decode/lenient.ts'
import { parseBoolean, parseDay } from '#src/adapters/http/decode/parse-values.ts'
import { findList, findRecord, getField } from '#src/adapters/http/decode/records.ts'
import type { Correction } from '#src/domain/trading/corrections.ts'
import type { NextTrm, TrmHistory, TrmNow, TrmPeriod } from '#src/domain/trading/trm-periods.ts'

const periodFields = z.object(TRM_PERIOD)

const toPeriod = ({ valor, desde, hasta, valor_anterior }: z.infer<typeof periodFields>): TrmPeriod => ({
  value: valor,
  from: desde,
  until: hasta,
  previous: valor_anterior,
})

const trmPeriod = z.pipe(periodFields, z.transform(toPeriod))

/** The next TRM is an estimate, unless the reply marks it as fixed. */
const nextTrm = z.pipe(
  z.object(NEXT_TRM),
  z.transform(
    ({ estimada, ...period }): NextTrm => ({ ...toPeriod(period), estimated: parseBoolean(estimada) ?? true }),
  ),
)

function toCorrection(fields: z.infer<typeof correctionFields>): Correction | null {
  const kind = (['annulled', 'late'] as const).find((name) => CORRECTION_WORDS[name] === fields.tipo)
  const [time, at] = [Date.parse(fields.hora), Date.parse(fields.corregida)]
  if (kind === undefined || !Number.isFinite(time) || !Number.isFinite(at)) return null
  return { kind, date: fields.fecha, time, price: fields.precio, amount: fields.monto, at }
}

const correctionFields = z.object(CORRECTION)
const correction = z.pipe(correctionFields, z.transform(toCorrection))

/** Decodes the valid corrections of a list; a missing or malformed list has none. */
export const decodeCorrections = (list: unknown): readonly Correction[] =>
  Array.isArray(list) ? parseItems(correction, list).flatMap((item) => item ?? []) : []

/**
 * Decodes the TRM in force and the next TRM; a missing or malformed one is null. Returns null for a
 * reply without the field `vigente`.
 */
export function decodeTrmNow(body: unknown): TrmNow | null {
  const record = findRecord(body, (candidate) => Object.hasOwn(candidate, 'vigente'))
  if (!record) return null
  const corrections = decodeCorrections(getField(record, 'correcciones'))
  return {
    inForce: trmPeriod.safeParse(getField(record, 'vigente')).data ?? null,
    next: nextTrm.safeParse(getField(record, 'siguiente')).data ?? null,
    ...(corrections.length > 0 && { corrections }),
  }
}

/**
 * Decodes the TRMs of a range and sorts them by date. Without `primera` and `ultima`, the known
 * days are those of the list. Returns null without a list, and when the list has only invalid TRMs.
 */
export function decodeTrmHistory(body: unknown): TrmHistory | null {
  const list = findList(body)
  if (!list) return null
  const periods = parseItems(trmPeriod, list).toSorted((one, other) => (one.from < other.from ? -1 : 1))
  if (list.length > 0 && periods.length === 0) return null
  const record = findRecord(body, (candidate) => Object.hasOwn(candidate, 'primera'))
  const first = record ? parseDay(getField(record, 'primera')) : null
  const last = record ? parseDay(getField(record, 'ultima')) : null
  const [from, until] = [first ?? periods[0]?.from, last ?? periods.at(-1)?.until]
  return { periods, known: from === undefined || until === undefined ? null : { from, until } }
}
