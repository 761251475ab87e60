import { createReadable, type Readable } from '#src/application/platform/readable.ts'
import type { Ports } from '#src/application/ports.ts'
import { toDashboardAccess } from '#src/domain/identity/session.ts'
import type { ClientSession } from '#src/domain/identity/session-machine.ts'
import { addDays, type BogotaDate, type Instant, MINUTE_MS, toDate, toInstant } from '#src/domain/time/bogota.ts'
import { referenceDate } from '#src/domain/trading/calendar.ts'
import { type Market, VISITOR_DELAY_MINUTES } from '#src/domain/trading/market.ts'
import { type MarketPhase, marketPhase, tradingBounds } from '#src/domain/trading/trading-hours.ts'

export interface MarketStatus {
  readonly phase: MarketPhase
  /** The reference date of queries (D1). */
  readonly date: BogotaDate
  /** The current date of the market's clock (D52). */
  readonly today: BogotaDate
}

export type MarketStatusDeps = Pick<Ports, 'marketClock' | 'timers' | 'page'>

export const marketStatusAt = (market: Market, now: Instant): MarketStatus => ({
  phase: marketPhase(market, now),
  date: referenceDate(now),
  today: toDate(now),
})

/** Returns when the status may change next: the market opens or closes, or the day ends. */
export function nextStatusChange(market: Market, now: Instant): Instant {
  const today = toDate(now)
  const { opensAt, closesAt } = tradingBounds(market, today)
  const midnight = toInstant(addDays(today, 1), '00:00')
  return [opensAt, closesAt].find((instant) => instant > now) ?? midnight
}

/**
 * The status of a market. It changes when the market opens or closes, at midnight, and when the
 * clock is set. The view also reads it every minute and when the page is shown, because a suspended
 * device delays timers.
 */
export function createMarketStatusView(deps: MarketStatusDeps, market: Market): Readable<MarketStatus> {
  const { marketClock, timers, page } = deps
  return createReadable(
    () => marketStatusAt(market, marketClock.now()),
    (changed) => {
      let timer: unknown = null

      function scheduleChange() {
        timers.clearTimeout(timer)
        const now = marketClock.now()
        timer = timers.setTimeout(onChange, Math.min(MINUTE_MS, nextStatusChange(market, now) - now))
      }

      function onChange() {
        scheduleChange()
        changed()
      }

      scheduleChange()
      const stopFollowingClock = marketClock.subscribe(onChange)
      const stopFollowingPage = page.subscribe(() => page.visible() && onChange())
      return () => {
        stopFollowingClock()
        stopFollowingPage()
        timers.clearTimeout(timer)
      }
    },
  )
}

/** Minutes of delay for market requests: 0 with access to the dashboard (D6), else 15 (D17). */
export type ReadMarketDelay = () => number

export const createReadMarketDelay =
  ({ clientSession }: { readonly clientSession: ClientSession }): ReadMarketDelay =>
  () =>
    toDashboardAccess(clientSession.getSnapshot().context.status) === 'granted' ? 0 : VISITOR_DELAY_MINUTES
