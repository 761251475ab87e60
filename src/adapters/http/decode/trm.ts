import * as z from 'zod/mini'

import { TRM_PERIOD } from '#src/adapters/http/contract/market-fields.ts'
import { parseItems } from '#src/adapters/http/decode/lenient.ts'
import { parseBoolean, parseDay } from '#src/adapters/http/decode/parse-values.ts'
import { findList, findRecord, getField, isRecord } from '#src/adapters/http/decode/records.ts'
import type { NextTrm, TrmHistory, TrmNow, TrmPeriod } from '#src/domain/trading/trm-periods.ts'

const trmPeriod = z.pipe(
  z.object(TRM_PERIOD),
  z.transform(
    ({ valor, desde, hasta, valor_anterior }): TrmPeriod => ({
      value: valor,
      from: desde,
      until: hasta,
      previous: valor_anterior,
    }),
  ),
)

const decodePeriod = (value: unknown): TrmPeriod | null => trmPeriod.safeParse(value).data ?? null

/** A next TRM is an estimate unless the server says that it is not. */
function decodeNext(value: unknown): NextTrm | null {
  const period = decodePeriod(value)
  const estimated = isRecord(value) ? parseBoolean(getField(value, 'estimada')) : null
  return period && { ...period, estimated: estimated ?? true }
}

/** Decodes the TRM in force and the next one; null without either field. */
export function decodeTrmNow(body: unknown): TrmNow | null {
  const record = findRecord(body, (candidate) => Object.hasOwn(candidate, 'vigente'))
  if (!record) return null
  return { inForce: decodePeriod(getField(record, 'vigente')), next: decodeNext(getField(record, 'siguiente')) }
}

/**
 * Decodes the TRMs of a range in order of date; null without a list, or when no item of it is a
 * TRM.
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
