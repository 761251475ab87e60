import * as z from 'zod/mini'

import { STATISTICS_ROW } from '#src/adapters/http/contract/market/market-fields.ts'
import { parseItems, requiredField } from '#src/adapters/http/decode/lenient.ts'
import { findList } from '#src/adapters/http/decode/records.ts'
import { CURRENCY_PAIR, MARKETS, type Market, toMarket } from '#src/domain/trading/market.ts'
import { compareRows, type StatisticsRow } from '#src/domain/trading/statistics.ts'

const NAME_PREFIXES: Readonly<Record<Market, string>> = { spot: 'SPOT', nextday: 'NEXT' }

/** Parses an id such as `71`, or a name that starts with `SPOT` or `NEXT` in any case. */
function parseMarket(value: unknown): Market | null {
  if (typeof value !== 'string') return typeof value === 'number' ? toMarket(value) : null
  const name = value.trim().toUpperCase()
  return MARKETS.find((market) => name.startsWith(NAME_PREFIXES[market])) ?? toMarket(name)
}

/** True for USD/COP and for a row without a pair. */
const isDollarPair = (pair: unknown) => typeof pair !== 'string' || pair.trim().toUpperCase() === CURRENCY_PAIR

/**
 * A row requires market, term and day; the figures may be missing (D4). Prices are in pesos,
 * amounts in whole US$.
 */
const statisticsRow = z.pipe(
  z.object({
    ...STATISTICS_ROW,
    mercado: requiredField(parseMarket),
    moneda: z.optional(z.unknown()).check(z.refine(isDollarPair)),
  }),
  z.transform(
    (row): StatisticsRow => ({
      market: row.mercado,
      term: row.plazo,
      date: row.fecha,
      sum: row.monto_acumulado,
      open: row.apertura,
      close: row.cierre,
      count: row.transacciones,
      average: row.promedio,
      low: row.precio_minimo,
      high: row.precio_maximo,
      averageAmount: row.monto_promedio,
      lowAmount: row.monto_minimo,
      highAmount: row.monto_maximo,
      lastAmount: row.monto_ultimo,
    }),
  ),
)

/** Returns one row per market, term and day: the last one in the reply. */
const removeDuplicates = (rows: readonly StatisticsRow[]): StatisticsRow[] => [
  ...new Map(rows.map((row) => [`${row.market} ${row.term} ${row.date}`, row])).values(),
]

/**
 * Decodes the rows and sorts them by market, spot first, then by term. Returns null without a list,
 * and when the list has only invalid rows.
 */
export function decodeStatistics(body: unknown): readonly StatisticsRow[] | null {
  const list = findList(body)
  if (!list) return null
  const rows = parseItems(statisticsRow, list)
  return list.length > 0 && rows.length === 0 ? null : removeDuplicates(rows).sort(compareRows)
}
