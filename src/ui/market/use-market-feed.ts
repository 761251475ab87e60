import { useMemo, useSyncExternalStore } from 'react'
import { type FollowedView, type FollowPace, followMarket } from '#src/application/market/follow-market.ts'
import type { GatewayFailure } from '#src/application/platform/failure.ts'
import type { Kept } from '#src/domain/live/keeper.ts'
import type { Connection } from '#src/domain/live/live-machine.ts'
import { HEARTBEAT_MS } from '#src/domain/live/stream-event.ts'
import type { BogotaDate } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'
import { useAnsweredAt } from '#src/ui/market/use-answered-at.ts'
import { useMarketStatus } from '#src/ui/market/use-market-status.ts'
import type { Resource } from '#src/ui/market/use-resource.ts'
import { useUseCases } from '#src/ui/shell/use-cases-context.tsx'

type ValueOf<Part> = Part extends Kept<infer T, GatewayFailure> ? T : never
type FeedResource<Part extends keyof FollowedView> = Resource<ValueOf<FollowedView[Part]>>

export interface MarketResources {
  readonly close: FeedResource<'close'>
  readonly prices: FeedResource<'prices'>
  readonly amounts: FeedResource<'amounts'>
  readonly intraday: FeedResource<'intraday'>
  readonly connection: Connection
  /** How often the panels are told that they are fresh, in ms, for `useFreshness`: by the stream's heartbeat or by asking. */
  readonly interval: number
}

/** A followed market of one day: another day is another one, so that nothing of the day before stays. */
function useFollowed(market: Market, date: BogotaDate, { delay, panels, chart }: FollowPace) {
  const useCases = useUseCases()
  return useMemo(
    () => ({ date, followed: followMarket(useCases, market, { delay, panels, chart }) }),
    [useCases, market, date, delay, panels, chart],
  ).followed
}

/**
 * The four things of a market that a client sees live, by the stream or by asking (D22). Values that came by the stream are
 * drawn once a frame.
 */
export function useMarketFeed(market: Market, pace: FollowPace): MarketResources {
  const { date, now } = useMarketStatus(market)
  const followed = useFollowed(market, date, pace)
  const view = useSyncExternalStore(followed.subscribe, followed.read)
  const answeredAt = {
    close: useAnsweredAt(view.close.updatedAt, now),
    prices: useAnsweredAt(view.prices.updatedAt, now),
    amounts: useAnsweredAt(view.amounts.updatedAt, now),
    intraday: useAnsweredAt(view.intraday.updatedAt, now),
  }
  const { connection, close, prices, amounts, intraday } = view
  return {
    close: { ...close, answeredAt: answeredAt.close, retry: () => followed.retry('close') },
    prices: { ...prices, answeredAt: answeredAt.prices, retry: () => followed.retry('prices') },
    amounts: { ...amounts, answeredAt: answeredAt.amounts, retry: () => followed.retry('amounts') },
    intraday: { ...intraday, answeredAt: answeredAt.intraday, retry: () => followed.retry('intraday') },
    connection,
    interval: connection === 'stream' ? HEARTBEAT_MS : pace.panels,
  }
}
