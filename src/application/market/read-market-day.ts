import type { DayValue, MarketQuery } from '#src/application/market/market-gateway.ts'
import type { Ports } from '#src/application/ports.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { Result } from '#src/domain/result.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices, Market } from '#src/domain/trading/market.ts'
import type { IntradaySeries } from '#src/domain/trading/series.ts'

/**
 * Loads figures of the reference date (D1); `delay` in minutes. The result contains the trading day
 * (D2).
 */
export type ReadMarketDay<T> = (
  market: Market,
  delay: number,
  signal?: AbortSignal,
) => Promise<Result<DayValue<T>, CallFailure>>

type Deps = Pick<Ports, 'market' | 'marketClock'>
type LoadDay<T> = (query: MarketQuery, signal?: AbortSignal) => ReturnType<ReadMarketDay<T>>

const createReadMarketDay =
  <T>(load: LoadDay<T>, { marketClock }: Deps): ReadMarketDay<T> =>
  (market, delay, signal) =>
    load({ date: referenceDate(marketClock.now()), market, delay }, signal)

export const createReadCloseAndAverage = (ports: Deps): ReadMarketDay<CloseAndAverage> =>
  createReadMarketDay(ports.market.closeAndAverage, ports)

export const createReadPrices = (ports: Deps): ReadMarketDay<DollarPrices> =>
  createReadMarketDay(ports.market.prices, ports)

export const createReadAmounts = (ports: Deps): ReadMarketDay<DollarAmounts> =>
  createReadMarketDay(ports.market.amounts, ports)

export const createReadIntraday = (ports: Deps): ReadMarketDay<IntradaySeries> =>
  createReadMarketDay(ports.market.intraday, ports)
