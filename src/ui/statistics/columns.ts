import { MARKET_CODES } from '#src/application/market/statistics-messages.ts'
import { copTotal, count, pricePesos } from '#src/domain/money.ts'
import { CURRENCY_PAIR } from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import type { StatisticsColumn } from '#src/domain/trading/statistics-columns.ts'

/** How a column's cells are drawn, and their text. Prices have 2 decimals, amounts none, both in the style of pesos (D47). */
export interface ColumnLook {
  readonly className: string
  readonly textOf: (row: StatisticsRow) => string
}

export const COLUMN_LOOKS: Readonly<Record<StatisticsColumn, ColumnLook>> = {
  market: { className: 'market', textOf: ({ market }) => MARKET_CODES[market] },
  pair: { className: 'pair', textOf: () => CURRENCY_PAIR },
  term: { className: 'term', textOf: ({ term }) => `${term}` },
  sum: { className: 'num total', textOf: ({ sum }) => copTotal(sum) },
  open: { className: 'num price', textOf: ({ open }) => pricePesos(open) },
  close: { className: 'num price strong', textOf: ({ close }) => pricePesos(close) },
  count: { className: 'num count', textOf: (row) => count(row.count) },
  average: { className: 'num price strong', textOf: ({ average }) => pricePesos(average) },
  low: { className: 'num extreme', textOf: ({ low }) => pricePesos(low) },
  high: { className: 'num extreme', textOf: ({ high }) => pricePesos(high) },
  averageAmount: { className: 'num average', textOf: ({ averageAmount }) => copTotal(averageAmount) },
  lowAmount: { className: 'num amount', textOf: ({ lowAmount }) => copTotal(lowAmount) },
  highAmount: { className: 'num amount', textOf: ({ highAmount }) => copTotal(highAmount) },
  lastAmount: { className: 'num amount', textOf: ({ lastAmount }) => copTotal(lastAmount) },
  date: { className: 'date', textOf: ({ date }) => date },
}
