import type { AlertPorts } from '#src/application/alerts/ports.ts'
import { createExpiryNoticeView } from '#src/application/identity/expiry-notice.ts'
import { createLinkNotice } from '#src/application/identity/link-notice.ts'
import type { IdentityPorts, SessionPorts } from '#src/application/identity/ports.ts'
import { createReturnAfterLogin } from '#src/application/identity/return-after-login.ts'
import { runClientSession } from '#src/application/identity/session.ts'
import type { ImcPorts } from '#src/application/imc/ports.ts'
import { watchAlertSignals } from '#src/application/market/alert-signals.ts'
import { type FirstView, unexpiredFirstView } from '#src/application/market/first-view.ts'
import { createHomeView, createMarketAsideView } from '#src/application/market/home.ts'
import { createMarketStatusView, createReadMarketDelay } from '#src/application/market/market-status.ts'
import type { MarketPorts, VisitorPorts } from '#src/application/market/ports.ts'
import { createPriceTitleView, type PriceTitleOptions } from '#src/application/market/tab-title.ts'
import { createHasVisitorDrawings } from '#src/application/market/visitor-drawings.ts'
import type { PaymentPorts } from '#src/application/payment/ports.ts'
import { createHeldClock } from '#src/application/platform/clocks.ts'
import { createLoadCode, fetchOnce } from '#src/application/platform/load-code.ts'
import { createAnnouncer, createOutage, createStaleSections, createToasts } from '#src/application/platform/notices.ts'
import type { PagePorts, PlatformPorts } from '#src/application/platform/ports.ts'
import { VISITOR_PACE } from '#src/domain/live/refresh-policy.ts'
import type { Market } from '#src/domain/trading/market.ts'

/** The ports that the portal needs from its start. */
export interface Ports extends PlatformPorts, PagePorts, MarketPorts, SessionPorts, VisitorPorts {}

/** The ports of the areas whose use-cases are loaded with their first screen. */
export interface AreaPorts {
  readonly identity: IdentityPorts
  readonly imc: ImcPorts
  readonly payment: PaymentPorts
  readonly alerts: AlertPorts
}

interface PortalOptions {
  /** Returns the ports of an area. Their code may be loaded first; rejects after a failure. */
  readonly loadPorts: <Area extends keyof AreaPorts>(area: Area) => Promise<AreaPorts[Area]>
  /** The values that the server rendered into the page. */
  readonly first?: FirstView | null
}

/**
 * Creates the use-cases and views of every UI. The code of an area is loaded by its `load…`
 * function, once; after a rejection, the next call loads again. The client's session runs
 * until `close`.
 */
export function createPortal(startPorts: Ports, { loadPorts, first = null }: PortalOptions) {
  const heldClock = first && createHeldClock(startPorts.marketClock, first.marketTime)
  const { marketStream, signals: alertSignals } = watchAlertSignals(startPorts.marketStream)
  const ports: Ports = { ...startPorts, marketStream, marketClock: heldClock ?? startPorts.marketClock }
  const announcer = createAnnouncer(ports.timers)
  const toasts = createToasts()
  const readFirstView = () => unexpiredFirstView(first, ports.clock.now())

  const { clientSession, verifySession, signOut, close } = runClientSession(ports)

  const portalDeps = { ...ports, announcer, toasts, clientSession }
  const marketDeps = { ...portalDeps, verifySession, readFirstView }

  return {
    createHome: () => createHomeView(marketDeps, VISITOR_PACE, readFirstView()),
    createMarketStatus: (market: Market) => createMarketStatusView(ports, market),
    /** The market next to the login form. */
    createMarketAside: () => createMarketAsideView(marketDeps),
    /** The price in the title of the browser's tab (D76). */
    createPriceTitle: (options: PriceTitleOptions) => createPriceTitleView(marketDeps, options),
    hasVisitorDrawings: createHasVisitorDrawings(marketDeps),
    loadMarket: fetchOnce(async () => {
      const { createMarket } = await import('#src/application/market/market.ts')
      return createMarket(marketDeps)
    }),

    loadIdentity: fetchOnce(async () => {
      const [{ createIdentity }, identity] = await Promise.all([
        import('#src/application/identity/identity.ts'),
        loadPorts('identity'),
      ])
      return createIdentity({ ...portalDeps, ...identity })
    }),
    /** The client's session, which runs until `close` (D8). */
    clientSession,
    verifySession,
    signOut,
    /** The delay of the market data of this client or visitor, in minutes. */
    readMarketDelay: createReadMarketDelay({ clientSession }),
    createExpiryNotice: () => createExpiryNoticeView(portalDeps),
    linkNotice: createLinkNotice(),
    returnAfterLogin: createReturnAfterLogin(ports),

    loadImc: fetchOnce(async () => {
      const [{ createImc }, imc] = await Promise.all([import('#src/application/imc/imc.ts'), loadPorts('imc')])
      return createImc({ ...portalDeps, ...imc, endClientSession: signOut })
    }),

    loadPayment: fetchOnce(async () => {
      const [{ createPayment }, payment, { humanCheck }] = await Promise.all([
        import('#src/application/payment/payment.ts'),
        loadPorts('payment'),
        loadPorts('identity'),
      ])
      return createPayment({ ...portalDeps, ...payment, humanCheck })
    }),

    /** The alerts of the client (D125). */
    loadAlerts: fetchOnce(async () => {
      const [{ createAlerts }, alerts] = await Promise.all([
        import('#src/application/alerts/alerts.ts'),
        loadPorts('alerts'),
      ])
      // Their own stream is not one of the page's: it ends when the page follows a market.
      return createAlerts({ ...marketDeps, ...alerts, alertSignals, marketStream: startPorts.marketStream })
    }),

    page: ports.page,
    scroll: ports.scroll,
    theme: ports.theme,
    clipboard: ports.clipboard,
    logError: ports.log.error,
    announcer,
    toasts,
    outage: createOutage(announcer.announce),
    staleSections: createStaleSections(),
    /** Loads other code of the portal. */
    loadCode: createLoadCode(ports),
    /** The real clock, epoch ms. */
    now: ports.clock.now,
    /** The market's clock, epoch ms. */
    marketNow: ports.marketClock.now,
    /** Starts the market clock. In a rendered page, it is paused at the page's instant before. */
    releaseClock: () => heldClock?.release(),

    /**
     * Stops the client's session, without a sign-out, after a running sign-out has ended. Each view
     * stops with its last subscriber.
     */
    close,
  }
}

export type Portal = ReturnType<typeof createPortal>
