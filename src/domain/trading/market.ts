/** The dollar markets: `spot` settles on the same day, `nextday` one to three days later (§3). */
export const MARKETS = ['spot', 'nextday'] as const
export type Market = (typeof MARKETS)[number]

/** The number of each market in every call (§9). */
export const MARKET_IDS: Readonly<Record<Market, number>> = { spot: 71, nextday: 76 }

/** The market of an id, as a number or text; null for an unknown id. */
export const toMarket = (id: number | string): Market | null =>
  MARKETS.find((market) => MARKET_IDS[market] === Number(id)) ?? null

/** The currency pair of both markets. */
export const CURRENCY_PAIR = 'USD/COP'

/** The delay of the visitors' data, in minutes (§9, D17). */
export const VISITOR_DELAY_MINUTES = 15

/** 1 = between IMCs, 2 = IMCs with their clients (§2.4). */
export const SECTORS = [1, 2] as const
export type Sector = (typeof SECTORS)[number]

/** How a figure compares with an earlier one, for example of the previous trading day (D46). */
export type Direction = 'UP' | 'DOWN' | 'SAME'

/** A price in pesos per dollar and its direction; null before the first deal. */
export interface PriceFigure {
  readonly value: number | null
  /** The direction since the previous trading day. */
  readonly change: Direction
  /** The previous trading day's figure (D66); null when unknown. */
  readonly previous: number | null
}

/** The four reference prices of a trading day (§3), and the previous close. */
export interface DollarPrices {
  readonly trm: PriceFigure
  readonly open: PriceFigure
  readonly low: PriceFigure
  readonly high: PriceFigure
  /** Close of the market's previous trading day, in pesos (D66); null when unknown. */
  readonly previousClose: number | null
}

/** The names of the reference prices, in display order. */
export const PRICE_NAMES = ['trm', 'open', 'low', 'high'] as const satisfies readonly (keyof DollarPrices)[]
export type PriceName = (typeof PRICE_NAMES)[number]

/**
 * Amounts of a trading day in whole US$ (D47). Before the first deal only `sum` and `count` are
 * set.
 */
export interface DollarAmounts {
  readonly sum: number | null
  readonly last: number | null
  readonly average: number | null
  readonly low: number | null
  readonly high: number | null
  readonly count: number | null
}

/**
 * Price of the last deal and the average weighted by amount, in pesos; `time` is the last deal's
 * instant.
 */
export interface CloseAndAverage {
  readonly close: number | null
  readonly average: number | null
  readonly time: number | null
}
