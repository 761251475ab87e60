import { SESSION_EXPIRED, sessionRefusedText } from '#src/application/identity/session.ts'
import { createLiveMarketView, type LiveMarketDeps, type LiveMarketState } from '#src/application/market/dashboard.ts'
import type { ReadMarketDelay } from '#src/application/market/market-status.ts'
import { createRefreshable, type Readable } from '#src/application/platform/readable.ts'
import type { ClientSession } from '#src/domain/identity/session-machine.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** The states of both markets and their delay (D17). */
export interface ClientMarketsState extends Readonly<Record<Market, LiveMarketState>> {
  /** Minutes. */
  readonly delay: number
  /** Why the client session ended; null for an active session and for visitors. */
  readonly notice: string | null
}

export type ClientMarketsDeps = LiveMarketDeps & { readonly readMarketDelay: ReadMarketDelay }

function findNotice(clientSession: ClientSession): string | null {
  const { value, context } = clientSession.getSnapshot()
  if (context.refusal !== null) return sessionRefusedText(context.refusal)
  return value === 'expired' ? SESSION_EXPIRED : null
}

/**
 * Creates the view of both markets. The start or end of a session changes the delay, which replaces
 * both market views.
 */
export function createClientMarketsView(deps: ClientMarketsDeps): Readable<ClientMarketsState> {
  const { clientSession, readMarketDelay } = deps

  function createMarkets() {
    const delay = readMarketDelay()
    // Delayed markets refresh as often as the home.
    const screen = delay > 0 ? 'home' : 'market'
    const createMarket = (market: Market) => createLiveMarketView(deps, { screen, market, delay })
    return { delay, spot: createMarket('spot'), nextday: createMarket('nextday') }
  }

  let markets = createMarkets()

  function subscribeMarkets() {
    const unsubscribes = [markets.spot, markets.nextday].map(
      (market) => market.subscribe(() => view.refresh()).unsubscribe,
    )
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }

  const view = createRefreshable<ClientMarketsState>(
    () => {
      const { delay, spot, nextday } = markets
      return { delay, notice: findNotice(clientSession), spot: spot.getSnapshot(), nextday: nextday.getSnapshot() }
    },
    () => {
      if (readMarketDelay() !== markets.delay) markets = createMarkets()
      let unsubscribeMarkets = subscribeMarkets()
      const sessionSubscription = clientSession.subscribe(() => {
        if (readMarketDelay() !== markets.delay) {
          unsubscribeMarkets()
          markets = createMarkets()
          unsubscribeMarkets = subscribeMarkets()
        }
        view.refresh()
      })
      return () => {
        sessionSubscription.unsubscribe()
        unsubscribeMarkets()
      }
    },
  )
  return view
}
