import {
  createSignOut,
  createVerifySession,
  startClientSession,
  type VerifySession,
  watchSuspectedExpiry,
} from '#src/application/identity/session.ts'
import { createTokenNotice } from '#src/application/identity/store-session.ts'
import {
  createReadAmounts,
  createReadCloseAndAverage,
  createReadHolidayNotice,
  createReadIntraday,
  createReadPrices,
  type MarketReads,
  type ReadHolidayNotice,
} from '#src/application/market/day-resources.ts'
import { type FirstView, type FirstViewSource, unexpiredFirstView } from '#src/application/market/first-view.ts'
import { createHomeView } from '#src/application/market/home.ts'
import {
  createMarketStatusView,
  createReadMarketDelay,
  type ReadMarketDelay,
} from '#src/application/market/market-status.ts'
import { createHeldClock, createTimerFrames } from '#src/application/platform/clocks.ts'
import { fetchOnce } from '#src/application/platform/load-code.ts'
import type { Frames } from '#src/application/platform/ports.ts'
import type { CorePorts } from '#src/application/ports.ts'
import type { ClientSession } from '#src/domain/identity/session-machine.ts'
import { VISITOR_PACE } from '#src/domain/live/refresh-policy.ts'
import type { Market } from '#src/domain/trading/market.ts'

export interface CoreOptions {
  /** Schedules the publication of streamed values; timers by default. */
  readonly frames?: Frames
  /** The values that the server rendered into the page. */
  readonly first?: FirstView | null
}

/** The dependencies that the core adds to its ports for a view. */
export interface CoreDeps extends MarketReads, FirstViewSource {
  readonly readHolidayNotice: ReadHolidayNotice
  readonly frames: Frames
  readonly clientSession: ClientSession
  readonly verifySession: VerifySession
  readonly readMarketDelay: ReadMarketDelay
}

/**
 * Creates the use-cases and views for every UI. The machine of the client's session runs until
 * `close`.
 */
export function createCore<P extends CorePorts>(
  corePorts: P,
  { frames = createTimerFrames(corePorts.timers), first = null }: CoreOptions = {},
) {
  const heldClock = first && createHeldClock(corePorts.marketClock, first.marketTime)
  const ports = { ...corePorts, marketClock: heldClock ?? corePorts.marketClock }
  const readFirstView = () => unexpiredFirstView(first, ports.clock.now())
  const { clientSession, stop: stopSession } = startClientSession(ports)
  const verifySession = createVerifySession({ ...ports, clientSession })
  const stopWatchingExpiry = watchSuspectedExpiry({ ...ports, verifySession })
  const tokenNotice = createTokenNotice()
  const loadIdentity = fetchOnce(async () => {
    const [{ createIdentity }, identityPorts] = await Promise.all([
      import('#src/application/identity/identity.ts'),
      ports.identity(),
    ])
    return createIdentity({ ...ports, ...identityPorts, clientSession, tokenNotice })
  })
  const marketReads = {
    readCloseAndAverage: createReadCloseAndAverage(ports),
    readPrices: createReadPrices(ports),
    readAmounts: createReadAmounts(ports),
    readIntraday: createReadIntraday(ports),
    readHolidayNotice: createReadHolidayNotice(ports),
  }
  const readMarketDelay = createReadMarketDelay({ clientSession })
  const deps = { ...ports, ...marketReads, frames, clientSession, verifySession, readMarketDelay, readFirstView }
  const { signOut, stop: stopSignOut } = createSignOut({ ...ports, clientSession })

  return {
    ...marketReads,
    createMarketStatus: (market: Market) => createMarketStatusView(ports, market),
    createHome: () => createHomeView(deps, VISITOR_PACE, readFirstView()),
    /** Creates a view; the page loads the view's code and passes `create`. */
    createView: <Args extends readonly unknown[], V>(
      create: (deps: P & CoreDeps, ...args: Args) => V,
      ...args: Args
    ): V => create(deps, ...args),
    /** Starts the market clock. In a rendered page, it is paused at the page's instant before. */
    releaseClock: () => heldClock?.release(),
    /** The real clock, epoch ms. */
    now: ports.clock.now,
    /** The market's clock, epoch ms. */
    marketNow: ports.marketClock.now,
    page: ports.page,
    logError: ports.log.error,
    /** The running machine of the client's session (D8). */
    clientSession,
    readMarketDelay,
    verifySession,
    signOut,
    /**
     * Calls the listener after the application token was copied to the clipboard (D10). The
     * returned function unsubscribes.
     */
    watchTokenCopied: tokenNotice.subscribe,
    /** Loads the code of the identity pages once; after a rejection, the next call loads again. */
    loadIdentity,
    /**
     * Stops the machine of the client's session, without a sign-out, and the retry of a failed
     * sign-out. Each view stops with its last subscriber.
     */
    close() {
      stopWatchingExpiry()
      stopSignOut()
      stopSession()
    },
  }
}

export type Core = ReturnType<typeof createCore>
