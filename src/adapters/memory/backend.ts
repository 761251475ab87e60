import { startAcceptances } from '#src/adapters/memory/acceptances.ts'
import { startAlertEvaluation } from '#src/adapters/memory/alert-evaluation.ts'
import { startAlertMails } from '#src/adapters/memory/alert-mails.ts'
import { type AlertStops, createAlertStops, createMemoryAlerts, NO_PUSH } from '#src/adapters/memory/alerts.ts'
import { type BackendState, openBackendState, type TextStore } from '#src/adapters/memory/backend-state.ts'
import { findSessionClient } from '#src/adapters/memory/caller.ts'
import type { HumanCheckMode } from '#src/adapters/memory/human-check.ts'
import { createMemoryIdentity } from '#src/adapters/memory/identity.ts'
import { startApprovals } from '#src/adapters/memory/imc/approvals.ts'
import { startExpiries } from '#src/adapters/memory/imc/expiry-tasks.ts'
import { createMemoryBackOffice } from '#src/adapters/memory/imc/imc.ts'
import { createLiveDays } from '#src/adapters/memory/live-days.ts'
import { createLiveStream, findLastSequence } from '#src/adapters/memory/live-stream.ts'
import { createMemoryMailbox, type MemoryMail } from '#src/adapters/memory/mailbox.ts'
import {
  createMemoryHolidays,
  createMemoryMarket,
  createMemoryQuotes,
  createSimulatedNews,
} from '#src/adapters/memory/market.ts'
import { createMemoryNetwork, type MemoryNetwork, type NetworkStatus } from '#src/adapters/memory/network.ts'
import { createMemoryPayment } from '#src/adapters/memory/payment.ts'
import { createMemoryMarketClock } from '#src/adapters/memory/platform.ts'
import { type CardPage, createMemorySandbox } from '#src/adapters/memory/sandbox.ts'
import {
  createMemoryReturnAddress,
  createMemorySessionRefusals,
  createMemorySessionStorage,
} from '#src/adapters/memory/session.ts'
import { createMemorySettings } from '#src/adapters/memory/settings.ts'
import type { SessionPorts } from '#src/application/identity/ports.ts'
import type { MarketPorts } from '#src/application/market/ports.ts'
import type { Clock, Log, PlatformPorts, Timers } from '#src/application/platform/ports.ts'
import type { Readable } from '#src/application/platform/readable.ts'
import type { AreaPorts } from '#src/application/portal.ts'
import { toAccountAccess } from '#src/domain/identity/account.ts'
import type { Settlement } from '#src/domain/imc/requests/requests.ts'
import type { Instant } from '#src/domain/time/bogota.ts'
import type { Audience } from '#src/domain/trading/audience.ts'
import type { ScriptDay, ScriptedDay } from '#src/domain/trading/scripted-days.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { createSimulatedDays } from '#src/simulator/simulated-days.ts'

/**
 * What a face can do beyond the portal: it plays operator, network, time and the provider of
 * payments. The bar of the demo uses the network, the mails with their links, the storage and the reset, and its card
 * page `cardPage`. It sets the market time by a new load of the page.
 */
export interface MemoryControl {
  /**
   * Sets the market time, from which the market runs on. Any date, also when it is closed. For tests
   * and other faces.
   */
  setMarketTime(at: Instant): void
  /** With `down` every call fails as unreachable and every stream is lost, until `up`. */
  setNetwork(status: NetworkStatus): void
  readonly network: Readable<{ readonly status: NetworkStatus }>
  /** Sets how the next human checks end. For tests and other faces. */
  setHumanCheck(mode: HumanCheckMode): void
  /** The mails to all people of the demo, the newest first. */
  readonly mails: Readable<readonly MemoryMail[]>
  /** What the link of an alert's mail does. */
  readonly alertStops: AlertStops
  /** The sandbox's card page, which the UI draws. */
  readonly cardPage: CardPage
  /**
   * Settles a request of an entity as the operator does (D31). Returns false if its status forbids
   * this. For tests and other faces: a complete request is approved by itself after some time.
   */
  settle(requestId: string, settlement: Settlement, reason?: string): boolean
  /**
   * Accepts the newest registration of an address (D79); false if this is impossible. For tests and
   * other faces: each registration is accepted by itself after some time.
   */
  acceptRegistration(email: string): boolean
  /** Stops the source of the deals, as when its program ends, or starts it again (D114). */
  setSourceStopped(isStopped: boolean): void
  /** Whether the last change is stored. A full storage loses changes at the next reload. */
  readonly storage: Readable<{ readonly isFull: boolean }>
  /** Forgets all changes. The caller then loads the page again. */
  reset(): void
}

/** The ports of a simulated service for one browser. The page's own ports are not among them. */
export type MemoryBackendPorts = MarketPorts &
  SessionPorts &
  AreaPorts &
  Pick<PlatformPorts, 'clock' | 'timers' | 'marketClock'>

export interface MemoryBackend {
  readonly ports: MemoryBackendPorts
  readonly control: MemoryControl
}

export interface MemoryBackendDeps {
  /** The real clock. */
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  /** The market time at the first start. */
  readonly startsAt: Instant
  readonly seed: number
  /** Creates an idempotency key. */
  readonly newKey: () => string
  /** Stores the changes of this tab. Default: they are lost at the next load of the page. */
  readonly store?: TextStore | null
}

/** Days per market whose simulation is in memory: today and the days around it. */
const SCRIPTS_IN_MEMORY = 4

/** Simulates each day once, as long as it is in memory: the same day is the same object. */
function createScript(seed: number): ScriptDay {
  const scripts = new Map<string, ScriptedDay>()
  return (market, date) => {
    const key = `${market} ${date}`
    const script = scripts.get(key) ?? simulateDay({ seed, market, date })
    scripts.delete(key)
    scripts.set(key, script)
    for (const oldest of scripts.keys()) if (scripts.size > SCRIPTS_IN_MEMORY) scripts.delete(oldest)
    return script
  }
}

const SESSION_ENDED = 'Su sesión terminó. Inicie sesión de nuevo.'

/**
 * Creates a whole service in the page: it answers every call as the reference server does, with the
 * data of the demo, and its market runs at real speed from `startsAt`.
 */
export function createMemoryBackend(deps: MemoryBackendDeps): MemoryBackend {
  const { clock, timers, log, startsAt, seed, newKey, store = null } = deps
  const state: BackendState = openBackendState(store, log)
  const network: MemoryNetwork = createMemoryNetwork()
  const marketClock = createMemoryMarketClock({ clock, startsAt })

  const mailbox = createMemoryMailbox(clock, state.mails)
  const identity = createMemoryIdentity({ clock, network, mailbox, state })
  const { cookie } = state
  const browser = identity.browser({ cookie })
  const findClient = () => findSessionClient({ accounts: identity.accounts, cookie })
  const session = createMemorySessionStorage().openTab()
  const sessionRefusals = createMemorySessionRefusals()

  /** Only clients with full access get live figures (D17). */
  function readAudience(): Audience {
    const client = findClient()
    return client !== null && toAccountAccess(client, clock.now()) === 'full' ? 'live' : 'delayed'
  }

  const days = createSimulatedDays(seed)
  const liveDays = createLiveDays({ script: createScript(seed), days, now: marketClock.now })
  const marketStream = createLiveStream({
    days: liveDays,
    marketClock,
    sourceNow: marketClock.sourceNow,
    timers,
    network,
    readAudience,
  })
  const market = createMemoryMarket({
    // A source that is stopped has sent the deals of before.
    marketClock: { ...marketClock, now: marketClock.sourceNow },
    days: liveDays,
    network,
    audience: {
      read: readAudience,
      lastSequence: ({ market, date, now }) =>
        findLastSequence(liveDays, { market, date, audience: readAudience(), now }),
      // The portal verifies its session, if it has one (D17).
      onDelayed: sessionRefusals.suspectExpiry,
    },
  })
  function closeEndedStreams() {
    if (readAudience() === 'delayed') marketStream.closeLive(SESSION_ENDED)
  }
  cookie.subscribe(closeEndedStreams)
  state.accounts.subscribe(closeEndedStreams)

  const payment = createMemoryPayment({
    accounts: identity.accounts,
    humanCheck: identity.humanCheck,
    clock,
    network,
    state: state.orders,
  }).browser(findClient)
  const { checkout, cardPage } = createMemorySandbox(payment)
  const office = createMemoryBackOffice({ clock, network, mailbox, state })
  const alertMails = startAlertMails({
    state: state.alerts,
    findClient: identity.accounts.findById,
    mailbox,
    clock,
    timers,
  })
  startAlertEvaluation({
    state: state.alerts,
    days: liveDays,
    marketClock,
    timers,
    onFiring(id) {
      marketStream.sendAlert(id)
      alertMails.announce(id)
    },
  })
  startApprovals({ imc: office.imc, entities: state.entities, clock, timers })
  startExpiries({ entities: office.imc.entities, sources: state.entities, clock, timers, mailbox })
  startAcceptances({
    registrations: browser.registrations,
    records: state.registrations,
    accounts: identity.accounts,
    clock,
    timers,
  })

  return {
    ports: {
      clock,
      timers,
      marketClock,
      market,
      marketStream,
      quotes: createMemoryQuotes({ seed, marketClock, network }),
      settings: createMemorySettings({ findClient, network, state: state.settings }),
      news: createSimulatedNews({ seed, marketClock, days, network }),
      holidays: createMemoryHolidays(network),
      session,
      sessionRefusals,
      returnAddress: createMemoryReturnAddress(),
      auth: browser.auth,
      identity: browser,
      imc: { ...office.browser({ onClear: session.wipe, cookie: state.imcCookie }), newKey },
      payment: { payments: payment.payments, checkout, newKey },
      alerts: { alerts: createMemoryAlerts({ findClient, marketClock, network, state: state.alerts }), push: NO_PUSH },
    },
    control: {
      setMarketTime: marketClock.set,
      setSourceStopped: marketClock.freeze,
      setNetwork: network.set,
      network,
      setHumanCheck: browser.humanCheck.setMode,
      mails: mailbox,
      alertStops: createAlertStops({ marketClock, state: state.alerts }),
      cardPage,
      settle: office.imc.settle,
      acceptRegistration: browser.registrations.accept,
      storage: state.storage,
      reset: state.reset,
    },
  }
}
