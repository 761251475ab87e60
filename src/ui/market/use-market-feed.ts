import { useMemo } from 'react'

import type { MarketFeedState } from '#src/application/market/market-feed.ts'
import type { Pace } from '#src/domain/live/refresh-policy.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { useMarketStatus } from '#src/ui/market/use-market-status.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'
import { useView } from '#src/ui/shell/use-view.ts'

export interface MarketResources extends MarketFeedState {
  /** How often the panels are refreshed, in ms: the stream's heartbeat or the polling interval. */
  readonly interval: number
}

/** The feed of one market; another trading day is another feed, so that nothing of the day before stays. */
export function useMarketFeed(market: Market, { delay, panels, chart }: Pace): MarketResources {
  const { followMarket } = useUseCases()
  const { date } = useMarketStatus(market)
  const { feed } = useMemo(
    () => ({ date, feed: followMarket(market, { delay, panels, chart }) }),
    [followMarket, market, date, delay, panels, chart],
  )
  const state = useView(feed)
  return { ...state, interval: state.connection === 'stream' ? HEARTBEAT_MS : panels }
}
