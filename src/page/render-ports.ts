import type { IdentityPorts } from '#src/application/identity/ports.ts'
import type { Clock, MarketClock, Theme } from '#src/application/platform/ports.ts'
import { createState } from '#src/application/platform/readable.ts'
import type { AreaPorts, Ports } from '#src/application/portal.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

const ignore = () => {}
const subscribe = () => ignore

/** A port that a rendering never calls: the request has the values, and effects do not run. */
const UNCALLED = {} as never

const IDENTITY: IdentityPorts = {
  humanCheck: { kind: 'proof-of-work', solve: UNCALLED },
  applicationToken: { requiresCopy: false, request: UNCALLED },
  rememberedUsername: { read: () => null, write: ignore },
  secondFactor: UNCALLED,
  apiKeys: UNCALLED,
  passkeyDevice: { isSupported: () => false, create: UNCALLED, sign: UNCALLED },
  passwords: UNCALLED,
  registrations: UNCALLED,
}

/** Returns the ports of a rendering: a visitor's, at the instant of the request. */
export function createRenderPorts(renderedAt: Instant, marketTime: Instant): Ports & AreaPorts {
  const clock: Clock = { now: () => renderedAt }
  const marketClock: MarketClock = { now: () => marketTime, frozenSince: () => null, subscribe }
  return {
    clock,
    marketClock,
    timers: { setTimeout: ignore, clearTimeout: ignore },
    page: {
      ...createState({ visible: true, online: true }),
      busy: () => false,
      reload: ignore,
      openWindow: () => false,
    },
    session: {
      read: () => ({ kind: 'none' }),
      write: UNCALLED,
      writeApplicationToken: ignore,
      wipe: ignore,
      subscribe,
    },
    sessionRefusals: { subscribe, subscribeSuspectedExpiry: subscribe },
    theme: { ...createState<{ readonly theme: Theme }>({ theme: 'system' }), write: ignore },
    market: UNCALLED,
    marketStream: UNCALLED,
    quotes: UNCALLED,
    settings: UNCALLED,
    visitorSettings: UNCALLED,
    news: UNCALLED,
    holidays: UNCALLED,
    frames: UNCALLED,
    log: UNCALLED,
    downloads: UNCALLED,
    clipboard: UNCALLED,
    scroll: UNCALLED,
    reloadMark: UNCALLED,
    returnAddress: UNCALLED,
    auth: UNCALLED,
    identity: IDENTITY,
    imc: UNCALLED,
    payment: UNCALLED,
    alerts: UNCALLED,
  }
}
