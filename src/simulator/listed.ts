import { DEFAULT_TICKERS } from '#src/domain/quotes/quotes.ts'

/**
 * A currency pair: the middle of its simulated path and the standard deviation of a day's change
 * (assumptions).
 */
interface ListedPair {
  readonly from: string
  readonly to: string
  readonly center: number
  readonly deviation: number
}

export const PAIRS: readonly ListedPair[] = [
  { from: 'EUR', to: 'USD', center: 1.0842, deviation: 0.0045 },
  { from: 'USD', to: 'JPY', center: 154.38, deviation: 0.0055 },
  { from: 'GBP', to: 'USD', center: 1.2671, deviation: 0.005 },
  { from: 'USD', to: 'BRL', center: 5.4126, deviation: 0.0075 },
  { from: 'USD', to: 'MXN', center: 18.734, deviation: 0.0065 },
  { from: 'USD', to: 'CLP', center: 941.2, deviation: 0.006 },
]

/**
 * A listed stock: the middle of its path in pesos, its sensitivity to the market, and the standard
 * deviation of its own daily change.
 */
export interface ListedStock {
  readonly name: string
  readonly center: number
  readonly beta: number
  readonly deviation: number
  /** Relative weight in MSCI COLCAP and in COLIR (assumptions). */
  readonly colcap: number
  readonly colir: number
}

const STOCK_FACTS: Readonly<Record<(typeof DEFAULT_TICKERS)[number] | 'GRUPOARGOS', Omit<ListedStock, 'name'>>> = {
  ECOPETROL: { center: 1_845, beta: 1.2, deviation: 0.012, colcap: 16, colir: 17 },
  ISA: { center: 19_380, beta: 1, deviation: 0.009, colcap: 15, colir: 14 },
  GEB: { center: 2_790, beta: 0.8, deviation: 0.008, colcap: 9, colir: 10 },
  GRUPOSURA: { center: 41_220, beta: 0.9, deviation: 0.011, colcap: 12, colir: 12 },
  CEMARGOS: { center: 10_640, beta: 1, deviation: 0.012, colcap: 8, colir: 9 },
  PFDAVVNDA: { center: 24_900, beta: 1.1, deviation: 0.011, colcap: 6, colir: 8 },
  GRUPOARGOS: { center: 17_560, beta: 1, deviation: 0.01, colcap: 8, colir: 8 },
}

/**
 * The tickers of the portal (D62) and one more stock, so that the tables of stocks and currencies
 * have the same number of rows.
 */
export const STOCKS: readonly ListedStock[] = ([...DEFAULT_TICKERS, 'GRUPOARGOS'] as const).map((name) => ({
  name,
  ...STOCK_FACTS[name],
}))

/**
 * An index: its points when every stock is at the middle of its path, and the weight of each stock.
 */
export interface ListedIndex {
  readonly name: string
  readonly base: number
  readonly getWeight: (stock: ListedStock) => number
}

/** The portal draws the first index. */
export const INDICES = [
  { name: 'MSCI COLCAP', base: 1_396.4, getWeight: ({ colcap }: ListedStock) => colcap },
  { name: 'COLIR', base: 1_012.77, getWeight: ({ colir }: ListedStock) => colir },
  { name: 'COLEQTY', base: 968.05, getWeight: () => 1 },
] as const satisfies readonly ListedIndex[]

/** The tick of a stock at a price, in pesos (assumption). */
export function stockTick(price: number): number {
  if (price < 1_000) return 1
  if (price < 5_000) return 5
  return price < 10_000 ? 10 : 20
}
