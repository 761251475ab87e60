import { type StatisticsReply, statisticsReply } from '#src/adapters/http/contract/market.ts'
import { fieldOf, isRecord, type LooseRecord, listIn } from '#src/adapters/http/decode/loose-records.ts'
import { dayOf, numberOf } from '#src/adapters/http/decode/loose-values.ts'
import { CURRENCY_PAIR, MARKETS, type Market, marketOfId } from '#src/domain/trading/market.ts'
import { compareRows, type StatisticsRow } from '#src/domain/trading/statistics.ts'

type WireRow = StatisticsReply['result'][number]

const NAMES: Readonly<Record<Market, WireRow['mercado']>> = { spot: 'SPOT', nextday: 'NEXT' }

/** `SPOT`, `next day`, `71`: by the name's beginning in any case, or by the number. */
function marketNamed(value: unknown): Market | null {
  if (typeof value !== 'string') return typeof value === 'number' ? marketOfId(value) : null
  const name = value.trim().toUpperCase()
  return MARKETS.find((market) => name.startsWith(NAMES[market])) ?? marketOfId(name)
}

const numberAt = (record: LooseRecord, name: string) => numberOf(fieldOf(record, name))

/** The figures by their names on the wire; null where one is missing or no number (D4). */
const figuresOf = (record: LooseRecord) => ({
  monto_acumulado: numberAt(record, 'monto_acumulado'),
  apertura: numberAt(record, 'apertura'),
  cierre: numberAt(record, 'cierre'),
  transacciones: numberAt(record, 'transacciones'),
  promedio: numberAt(record, 'promedio'),
  precio_minimo: numberAt(record, 'precio_minimo'),
  precio_maximo: numberAt(record, 'precio_maximo'),
  monto_promedio: numberAt(record, 'monto_promedio'),
  monto_minimo: numberAt(record, 'monto_minimo'),
  monto_maximo: numberAt(record, 'monto_maximo'),
  monto_ultimo: numberAt(record, 'monto_ultimo'),
})

/** Whether a row is of the one pair that is asked for; one that names none is. */
function isOfPair(record: LooseRecord): boolean {
  const pair = fieldOf(record, 'moneda')
  return typeof pair !== 'string' || pair.trim().toUpperCase() === CURRENCY_PAIR
}

/** A row that says its market, term and day; what says less is none. */
function cleanRow(value: unknown): readonly WireRow[] {
  if (!isRecord(value) || !isOfPair(value)) return []
  const market = marketNamed(fieldOf(value, 'mercado'))
  const term = numberAt(value, 'plazo')
  const day = dayOf(fieldOf(value, 'fecha'))
  if (market === null || term === null || day === null) return []
  return [{ mercado: NAMES[market], moneda: CURRENCY_PAIR, plazo: term, ...figuresOf(value), fecha: day }]
}

const rowOf = (row: WireRow): StatisticsRow => ({
  market: row.mercado === NAMES.spot ? 'spot' : 'nextday',
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
})

/** One row of each market, term and day: what is said twice counts as it is said last. */
const onceEach = (rows: readonly StatisticsRow[]): StatisticsRow[] => [
  ...new Map(rows.map((row) => [`${row.market} ${row.term} ${row.date}`, row])).values(),
]

/** The rows of a reply, spot first, then terms upwards; null when it has no list, or one of which nothing is a row. */
export function readStatistics(body: unknown): readonly StatisticsRow[] | null {
  const list = listIn(body)
  const parsed = statisticsReply.safeParse(list && { result: list.flatMap(cleanRow) })
  if (!parsed.success || (list?.length && parsed.data.result.length === 0)) return null
  return onceEach(parsed.data.result.map(rowOf)).sort(compareRows)
}
