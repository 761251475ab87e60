import type { MarketModule } from '#server/market/market-module.ts'
import type { RunningServer } from '#server/server.ts'
import type { ServerParts } from '#server/start/server-parts.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import { historyEnv, openStoppedMarket } from '#tests/support/market-history.ts'
import { startTestServer } from '#tests/support/server.ts'

/** A server with a year of history whose clock and market the test moves. */
export interface StoppedServer {
  readonly url: string
  readonly server: RunningServer<MarketModule>
  /** Moves real and market time and runs one step of the market. */
  pass(milliseconds: number): Promise<void>
}

/**
 * Starts a server whose clock is stopped. `marketClock` is the market's time, such as
 * `2026-11-20T12:43:15-05:00`.
 */
export async function startStoppedServer(
  marketClock: string,
  { env = {}, ...parts }: Partial<ServerParts<MarketModule>> & { readonly env?: Readonly<Record<string, string>> } = {},
): Promise<StoppedServer> {
  let now: Instant = Date.now()
  const server = await startTestServer(
    { ...(await historyEnv(marketClock)), ...env },
    {
      now: () => now,
      openMarket: openStoppedMarket,
      ...parts,
    },
  )
  return {
    url: server.url,
    server,
    async pass(milliseconds) {
      now += milliseconds
      await server.market.tick()
    },
  }
}
