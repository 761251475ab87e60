import { createMemoryMarketStream } from '#src/adapters/memory/market.ts'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import type { Market } from '#src/domain/trading/market.ts'

interface StreamedMarketOptions {
  readonly market?: Market
  /** False for a series without a cursor, which cannot be streamed. */
  readonly streaming?: boolean
}

/** Creates in-memory ports of a market whose deals the test publishes. */
export function createStreamedMarket({ market = 'spot', streaming = true }: StreamedMarketOptions = {}) {
  const marketStream = createMemoryMarketStream()
  const memory = createMemoryPorts()
  const ports = createMemoryPorts({
    marketStream,
    market: {
      ...memory.market,
      intraday: async (query, signal) => {
        const result = await memory.market.intraday(query, signal)
        if (!result.ok) return result
        const { tradingDay, value } = result.value
        return { ok: true, value: { tradingDay, value: { ...value, sequence: streaming ? 0 : null } } }
      },
    },
  })
  let sequence = 0
  return {
    ports,
    marketStream,
    /** Publishes a deal at the market's time; the page shows it in the next frame. */
    publishDeal(price: number, amount = 250_000) {
      sequence += 1
      const time = ports.marketClock.now()
      marketStream.publish(market, { kind: 'deal', sequence, id: `op-${sequence}`, time, price, amount })
    },
  }
}
