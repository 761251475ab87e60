import type { MarketQuery, OfSession } from '#src/application/market/market-gateway.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { Ports } from '#src/application/ports.ts'
import type { IntradaySeries } from '#src/domain/charting/series.ts'
import type { Result } from '#src/domain/result.ts'
import { referenceDate } from '#src/domain/time/calendar.ts'
import type { CloseAndAverage, DollarAmounts, DollarPrices, Market } from '#src/domain/trading/market.ts'

/** Reads something of the session of the reference date (D1), `delay` in minutes; says which session it was (D2). */
export type ReadSession<T> = (
  market: Market,
  delay: number,
  signal?: AbortSignal,
) => Promise<Result<OfSession<T>, GatewayFailure>>

type Needs = Pick<Ports, 'market' | 'marketClock'>
type Ask<T> = (query: MarketQuery, signal?: AbortSignal) => ReturnType<ReadSession<T>>

const createReadSession =
  <T>(ask: Ask<T>, { marketClock }: Needs): ReadSession<T> =>
  (market, delay, signal) =>
    ask({ date: referenceDate(marketClock.now()), market, delay }, signal)

export const createReadCloseAndAverage = (ports: Needs): ReadSession<CloseAndAverage> =>
  createReadSession(ports.market.closeAndAverage, ports)

export const createReadPrices = (ports: Needs): ReadSession<DollarPrices> =>
  createReadSession(ports.market.prices, ports)

export const createReadAmounts = (ports: Needs): ReadSession<DollarAmounts> =>
  createReadSession(ports.market.amounts, ports)

export const createReadIntraday = (ports: Needs): ReadSession<IntradaySeries> =>
  createReadSession(ports.market.intraday, ports)
