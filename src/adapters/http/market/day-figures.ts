import * as z from 'zod/mini'

import { AMOUNTS, CLOSE_AND_AVERAGE, PRICES } from '#src/adapters/http/contract/market/market.ts'
import { customField } from '#src/adapters/http/decode/lenient.ts'
import { parseInstant, parseNumber } from '#src/adapters/http/decode/parse-values.ts'
import { findRecord } from '#src/adapters/http/decode/records.ts'
import { decodeEffectiveDay } from '#src/adapters/http/market/chart.ts'
import type { DayValue } from '#src/application/market/ports.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices } from '#src/domain/trading/market.ts'

/**
 * Decodes the figures of a trading day; null for a malformed reply. Without a trading day in the
 * reply, the figures are of `requestedDay`.
 */
export type DayDecoder<T> = (body: unknown, requestedDay: BogotaDate) => DayValue<T> | null

/**
 * Creates a decoder. It finds the first record with one of the `fields` and converts the record.
 * `toValue` also receives the trading day, for times without a date.
 */
function createDecoder<Wire, T>(
  fields: readonly string[],
  schema: z.ZodMiniType<Wire>,
  toValue: (wire: Wire, tradingDay: BogotaDate) => T,
): DayDecoder<T> {
  return (body, requestedDay) => {
    const record = findRecord(body, (candidate) => fields.some((name) => Object.hasOwn(candidate, name)))
    const parsed = schema.safeParse(record)
    if (!record || !parsed.success) return null
    const tradingDay = decodeEffectiveDay(record, body) ?? requestedDay
    return { tradingDay, value: toValue(parsed.data, tradingDay) }
  }
}

/** Decodes close and average, in pesos; `time` may be missing. */
export const decodeCloseAndAverage: DayDecoder<CloseAndAverage> = createDecoder(
  ['close', 'avg'],
  z.object(CLOSE_AND_AVERAGE),
  ({ close, avg, time }, day) => ({ close, average: avg, time: parseInstant(time, day) }),
)

/**
 * Decodes TRM, open, low and high, in pesos, each with its direction (D46). A server may omit the
 * figures of the previous trading day (D66).
 */
export const decodePrices: DayDecoder<DollarPrices> = createDecoder(
  ['trm', 'open', 'low', 'high'],
  z.object(PRICES),
  (wire) => ({
    trm: { value: wire.trm, change: wire.trmchange, previous: wire.trm_anterior },
    open: { value: wire.open, change: wire.openchange, previous: wire.open_anterior },
    low: { value: wire.low, change: wire.lowchange, previous: wire.low_anterior },
    high: { value: wire.high, change: wire.highchange, previous: wire.high_anterior },
    previousClose: wire.close_anterior,
  }),
)

/**
 * Decodes traded amounts in whole US$, and the number of deals (D47). A server may send the last
 * amount as `open` instead of `close`.
 */
export const decodeAmounts: DayDecoder<DollarAmounts> = createDecoder(
  ['sum', 'count'],
  z.object({ ...AMOUNTS, open: customField }),
  ({ sum, close, open, avg, low, high, count }) => ({
    sum,
    last: parseNumber(close === undefined ? open : close),
    average: avg,
    low,
    high,
    count,
  }),
)
