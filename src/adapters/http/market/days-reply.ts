import * as z from 'zod/mini'
import { DAY, DAY_FIGURES } from '#src/adapters/http/contract/market/days.ts'
import { parseItems } from '#src/adapters/http/decode/lenient.ts'
import { parseDay } from '#src/adapters/http/decode/parse-values.ts'
import { findList, findRecord, getField } from '#src/adapters/http/decode/records.ts'
import { decodeCorrections } from '#src/adapters/http/market/trm-replies.ts'
import type { Day, DayFigures, DayList } from '#src/domain/trading/days.ts'

const dayFigures = z.pipe(
  z.object(DAY_FIGURES),
  z.transform(
    ({ apertura, minimo, maximo, cierre, promedio, monto, operaciones }): DayFigures => ({
      open: apertura,
      low: minimo,
      high: maximo,
      close: cierre,
      average: promedio,
      amount: monto,
      count: operaciones,
    }),
  ),
)

const decodeFigures = (value: unknown): DayFigures | null => dayFigures.safeParse(value).data ?? null

const day = z.pipe(
  z.object(DAY),
  z.transform(({ fecha, trm, spot, nextday, correcciones }): Day => {
    const corrections = decodeCorrections(correcciones)
    return {
      date: fecha,
      trm,
      spot: decodeFigures(spot),
      nextday: decodeFigures(nextday),
      ...(corrections.length > 0 && { corrections }),
    }
  }),
)

/**
 * Decodes the days of a range and sorts them by date. A market with a missing or malformed figure is
 * null. Returns null without a list, and when the list has only invalid days.
 */
export function decodeDays(body: unknown): DayList | null {
  const list = findList(body)
  if (!list) return null
  const days = parseItems(day, list).toSorted((one, other) => (one.date < other.date ? -1 : 1))
  if (list.length > 0 && days.length === 0) return null
  const record = findRecord(body, (candidate) => Object.hasOwn(candidate, 'primera'))
  const first = record ? parseDay(getField(record, 'primera')) : null
  return { days, first: first ?? days[0]?.date ?? null }
}
