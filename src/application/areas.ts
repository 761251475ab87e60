import { createDirectLogin } from '#src/application/identity/direct-login.ts'
import { createIdentity } from '#src/application/identity/identity.ts'
import type { IdentityPorts, SessionPorts } from '#src/application/identity/ports.ts'
import { type RunningClient, runClientSession } from '#src/application/identity/session.ts'
import { createImc } from '#src/application/imc/imc.ts'
import type { ImcPorts } from '#src/application/imc/ports.ts'
import { createHomeView } from '#src/application/market/home.ts'
import { createMarket } from '#src/application/market/market.ts'
import { createMarketStatusView, createReadMarketDelay } from '#src/application/market/market-status.ts'
import type { MarketPorts } from '#src/application/market/ports.ts'
import { createPayment } from '#src/application/payment/payment.ts'
import type { PaymentPorts } from '#src/application/payment/ports.ts'
import { createAnnouncer, createToasts } from '#src/application/platform/notices.ts'
import type { PagePorts, PlatformPorts } from '#src/application/platform/ports.ts'
import { createState, type Readable } from '#src/application/platform/readable.ts'
import type { ClientSessionState } from '#src/domain/identity/session.ts'
import { VISITOR_PACE } from '#src/domain/live/refresh-policy.ts'
import { ok } from '#src/domain/result.ts'
import type { Market } from '#src/domain/trading/market.ts'

// Each area alone, over its own ports, for a UI that does not need the whole portal.

/** The client whose figures an area shows. The area of identity is one. */
interface AreaClient {
  readonly clientSession: Readable<ClientSessionState>
  readonly verifySession: (reason: string | null) => Promise<void>
}

/** A visitor: no session, and delayed figures. */
const VISITOR: AreaClient = {
  clientSession: createState<ClientSessionState>({
    session: null,
    access: 'signed-out',
    end: 'none',
    refusal: null,
    isSigningOut: false,
    signOutFailure: null,
  }),
  verifySession: async () => {},
}

/** The texts that an area announces, and its short messages. */
const createNotices = ({ timers }: Pick<PlatformPorts, 'timers'>) => ({
  announcer: createAnnouncer(timers),
  toasts: createToasts(),
})

interface MarketAreaPorts extends PlatformPorts, MarketPorts, Pick<PagePorts, 'frames' | 'downloads'> {}

/** Creates the market: home, dashboard, statistics, TRM. Without `client`, for a visitor. */
export function createMarketArea(ports: MarketAreaPorts, client: AreaClient = VISITOR) {
  const notices = createNotices(ports)
  // A face without a page has no browser that stores a visitor's settings.
  const deps = { ...ports, visitorSettings: ports.settings, ...notices, ...client, readFirstView: () => null }
  return {
    ...notices,
    ...createMarket(deps),
    createHome: () => createHomeView(deps, VISITOR_PACE, null),
    createMarketStatus: (market: Market) => createMarketStatusView(ports, market),
    /** The delay of the figures of this client or visitor, in minutes. */
    readMarketDelay: createReadMarketDelay(client),
  }
}

interface IdentityAreaPorts
  extends PlatformPorts,
    IdentityPorts,
    Pick<PagePorts, 'downloads' | 'clipboard'>,
    Omit<SessionPorts, 'returnAddress'> {}

/**
 * Creates the area of clients: session, login, registration, passwords. The session runs until
 * `close`.
 */
export function createIdentityArea(ports: IdentityAreaPorts) {
  const notices = createNotices(ports)
  const client: RunningClient = runClientSession(ports)
  const identity = createIdentity({ ...ports, ...notices, ...client })
  const logIn = createDirectLogin({ ...ports, ...client, ...identity, now: ports.clock.now })
  return { ...notices, ...client, ...identity, /** Signs in without a form. */ logIn }
}

interface ImcAreaPorts extends PlatformPorts, ImcPorts, Pick<PagePorts, 'downloads'> {}

/** Creates the back-office of an entity. A sign-out also ends the session of `client`. */
export function createImcArea(ports: ImcAreaPorts, client?: Pick<RunningClient, 'signOut'>) {
  const notices = createNotices(ports)
  const endClientSession = client?.signOut ?? (async () => ok(undefined))
  return { ...notices, ...createImc({ ...ports, ...notices, endClientSession }) }
}

export type ImcArea = ReturnType<typeof createImcArea>

interface PaymentAreaPorts extends PlatformPorts, PaymentPorts, Pick<IdentityPorts, 'humanCheck'> {}

/** Creates plans and their payment. Without `client`, for a visitor. */
export function createPaymentArea(
  ports: PaymentAreaPorts,
  { clientSession }: Pick<AreaClient, 'clientSession'> = VISITOR,
) {
  const notices = createNotices(ports)
  return { ...notices, ...createPayment({ ...ports, ...notices, clientSession }) }
}
