import { type Bind, ContainerModule } from 'inversify'

import type { AreaPorts, Ports } from '#src/application/portal.ts'
import { type Tokens, token } from '#src/composition/provide.ts'

/** The ports that the portal needs from its start. */
export const PORTS: Tokens<Ports> = {
  market: token('market'),
  marketStream: token('marketStream'),
  quotes: token('quotes'),
  settings: token('settings'),
  visitorSettings: token('visitorSettings'),
  news: token('news'),
  holidays: token('holidays'),
  clock: token('clock'),
  timers: token('timers'),
  marketClock: token('marketClock'),
  page: token('page'),
  scroll: token('scroll'),
  reloadMark: token('reloadMark'),
  frames: token('frames'),
  log: token('log'),
  downloads: token('downloads'),
  clipboard: token('clipboard'),
  theme: token('theme'),
  auth: token('auth'),
  session: token('session'),
  sessionRefusals: token('sessionRefusals'),
  returnAddress: token('returnAddress'),
}

/** The ports of the areas whose use-cases are loaded with their first screen. */
export const AREA_PORTS: { readonly [Area in keyof AreaPorts]: Tokens<AreaPorts[Area]> } = {
  identity: {
    secondFactor: token('secondFactor'),
    apiKeys: token('apiKeys'),
    passkeyDevice: token('passkeyDevice'),
    passwords: token('passwords'),
    registrations: token('registrations'),
    humanCheck: token('humanCheck'),
    applicationToken: token('applicationToken'),
    rememberedUsername: token('rememberedUsername'),
  },
  imc: {
    imcSession: token('imcSession'),
    imcAuth: token('imcAuth'),
    imcRefusals: token('imcRefusals'),
    imcFactor: token('imcFactor'),
    passkeyDevice: token('imcPasskeyDevice'),
    users: token('users'),
    packages: token('packages'),
    screens: token('screens'),
    requests: token('requests'),
    audit: token('audit'),
    sessions: token('sessions'),
    access: token('access'),
    governance: token('governance'),
    reviews: token('reviews'),
    csv: token('csv'),
    views: token('views'),
    pageSizes: token('pageSizes'),
    newKey: token('imcNewKey'),
  },
  payment: {
    payments: token('payments'),
    checkout: token('checkout'),
    newKey: token('paymentNewKey'),
  },
  alerts: { alerts: token('alerts'), push: token('push') },
}

function bindValues<Values extends object>(bind: Bind, tokens: Tokens<Values>, values: Partial<Values>): void {
  for (const [name, id] of Object.entries<symbol>(tokens)) {
    const value: unknown = values[name as keyof Values]
    if (value !== undefined) bind(id).toConstantValue(value)
  }
}

/** Ports that exist already. */
export type GivenPorts = Partial<Ports> & { readonly [Area in keyof AreaPorts]?: Partial<AreaPorts[Area]> }

/** Binds ports that exist already, such as those of a terminal or those in memory. */
export const givenPorts = (ports: GivenPorts) =>
  new ContainerModule(({ bind }) => {
    bindValues(bind, PORTS, ports)
    bindValues(bind, AREA_PORTS.identity, ports.identity ?? {})
    bindValues(bind, AREA_PORTS.imc, ports.imc ?? {})
    bindValues(bind, AREA_PORTS.payment, ports.payment ?? {})
    bindValues(bind, AREA_PORTS.alerts, ports.alerts ?? {})
  })
