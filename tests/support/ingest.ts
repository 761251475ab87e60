import type { FastifyInstance } from 'fastify'

import { MARKET_BASE } from '#server/http/paths.ts'
import type { MarketModule } from '#server/market/market-module.ts'
import { MARKET_PATHS, OPERATOR_KEY_HEADER } from '#src/adapters/http/contract/paths.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { MARKET_IDS } from '#src/domain/trading/market.ts'

export const INGEST_KEY = 'clave-de-operador-1'

/**
 * The environment of a market with MARKET_SOURCE=ingest, whose clock may pass hours without a batch, and
 * whose deals may have any price and amount.
 */
export const INGEST_ENV = {
  MARKET_CLOCK: 'real',
  MARKET_SOURCE: 'ingest',
  OPERATOR_KEY: INGEST_KEY,
  SOURCE_SILENCE: 'off',
  DEAL_BAND: 'off',
  DEAL_MAX_AMOUNT: '1000000000',
  DEAL_MAX_AHEAD: 'off',
}

/** Converts a deal to its form on the wire. */
export const toWireDeal = ({ id, market, term, sector, origin, time, price, amount }: DealReport) => ({
  id,
  mercado: MARKET_IDS[market],
  plazo: term,
  sector,
  origen: origin === 'negotiated' ? 'negociada' : 'registrada',
  hora: toIso(time),
  precio: price,
  monto: amount,
})

interface Batch {
  readonly deals?: readonly DealReport[]
  readonly annulled?: readonly { readonly id: string; readonly time: Instant }[]
  /** Other fields of the body. */
  readonly fields?: object
}

/** Posts a batch of deals to an app. */
export async function postDeals(
  app: FastifyInstance,
  { deals = [], annulled = [], fields = {} }: Batch,
  key = INGEST_KEY,
) {
  const reply = await app.inject({
    method: 'POST',
    url: MARKET_BASE + MARKET_PATHS.deals,
    headers: { [OPERATOR_KEY_HEADER]: key },
    payload: {
      operaciones: deals.map(toWireDeal),
      anuladas: annulled.map(({ id, time }) => ({ id, hora: toIso(time) })),
      ...fields,
    },
  })
  return { status: reply.statusCode, body: reply.json() }
}

/**
 * Returns the spot figures of a day, live and with a delay of 15 minutes, and its live chart. Adds
 * the current statistics of both sectors.
 */
export async function readDay({ reader }: MarketModule, date: string) {
  const live = { market: 'spot', date, delay: 0 } as const
  const delayed = { ...live, delay: 900_000 }
  const line = await reader.intraday(live)
  return {
    live: [reader.closeAndAverage(live), reader.amounts(live), reader.prices(live)],
    delayed: [reader.closeAndAverage(delayed), reader.amounts(delayed), reader.prices(delayed)],
    line: { times: [...line.times], prices: [...line.prices], amounts: [...line.amounts] },
    statistics: [reader.statistics(1, 0), reader.statistics(2, 0)],
  }
}
