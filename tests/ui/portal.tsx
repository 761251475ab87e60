import { act, render, screen, within } from '@testing-library/react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'

import { createMemoryPorts, MEMORY_START, type MemoryPorts } from '#src/adapters/memory/ports.ts'
import type { MarketGateway, NewsGateway, QuotesGateway } from '#src/application/market/ports.ts'
import type { PortalConfig } from '#src/application/portal-config.ts'
import { openMemory } from '#src/composition/memory.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { ConfirmedUser } from '#src/domain/identity/account.ts'
import { ok, type Result } from '#src/domain/result.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { App } from '#src/ui/shell/app.tsx'
import { SPOT_ROW } from '#tests/support/statistics.ts'

export const CONFIG: PortalConfig = {
  simulated: [],
  links: {
    exchange: 'https://divisas.example/',
    contact: 'https://contacto.example/',
    contactMail: 'servicio@mercadodolar.example',
    phone: '(601) 555 01 40',
    city: 'Bogotá D. C., Colombia',
    privacy: 'https://legal.example/privacidad',
    dataTreatment: 'https://legal.example/datos',
    terms: 'https://legal.example/terminos',
  },
  tickers: ['ECOPETROL', 'ISA'],
  countries: null,
  hasServer: true,
  terms: null,
}

type GatewayValue<F> = F extends (...args: never) => Promise<Result<infer T, unknown>> ? T : never
type Values<G> = { readonly [Name in keyof G]: GatewayValue<G[Name]> }

/** The value that each call of the market, the quotes and the news returns. */
export type Replies = Values<MarketGateway> &
  Values<QuotesGateway> & { readonly news: GatewayValue<NewsGateway['latest']> }

const TRADING_DAY = '2026-11-20'
const withTradingDay = <T,>(value: T) => ({ value, tradingDay: TRADING_DAY })
const toTime = (time: string) => toInstant(TRADING_DAY, time)

const toDayFigures = (close: number) => ({
  open: 4091,
  low: 4085.2,
  high: 4118.9,
  close,
  average: 4101.62,
  amount: 1284650000,
  count: 2098,
})

/** The values of Friday 20 November 2026. */
export const REPLIES: Replies = {
  closeAndAverage: withTradingDay({ close: 4102.35, average: 4101.62, time: toTime('12:28:09') }),
  prices: withTradingDay({
    trm: { value: 4098.17, change: 'UP', previous: 4090.02 },
    open: { value: 4091, change: 'DOWN', previous: 4094.2 },
    low: { value: 4085.2, change: 'DOWN', previous: 4086.3 },
    high: { value: 4118.9, change: 'SAME', previous: 4118.9 },
    previousClose: 4096.4,
  }),
  amounts: withTradingDay({ sum: 1284650000, last: 500000, average: 612321, low: 50000, high: 5000000, count: 2098 }),
  intraday: withTradingDay({
    times: Float64Array.of(toTime('08:00:10'), toTime('10:48:00'), toTime('12:28:09')),
    prices: Float64Array.of(4091, 4118.9, 4102.35),
    amounts: Float64Array.of(250, 40729, 500),
    sequence: null,
  }),
  periodChart: withTradingDay({
    view: 'prices',
    starts: Float64Array.of(toTime('08:00:10'), toTime('10:48:00'), toTime('12:28:09')),
    closes: Float64Array.of(4091, 4118.9, 4102.35),
    amounts: Float64Array.of(250, 40729, 500),
  }),
  statistics: [SPOT_ROW],
  trmNow: {
    inForce: { value: 4098.17, from: '2026-11-20', until: '2026-11-20', previous: 4090.02 },
    next: { value: 4101.44, from: '2026-11-21', until: '2026-11-23', previous: 4098.17, estimated: true },
  },
  trmHistory: {
    periods: [
      { value: 4081.44, from: '2026-11-14', until: '2026-11-17', previous: 4085.02 },
      { value: 4085.6, from: '2026-11-18', until: '2026-11-18', previous: 4081.44 },
      { value: 4090.02, from: '2026-11-19', until: '2026-11-19', previous: 4085.6 },
      { value: 4098.17, from: '2026-11-20', until: '2026-11-20', previous: 4090.02 },
    ],
    known: { from: '2025-11-04', until: '2026-11-20' },
  },
  days: {
    days: [
      { date: '2026-11-19', trm: 4090.02, spot: toDayFigures(4096.4), nextday: toDayFigures(4097.1) },
      { date: '2026-11-20', trm: 4098.17, spot: toDayFigures(4102.35), nextday: toDayFigures(4103.2) },
    ],
    first: '2025-11-04',
  },
  currencies: [
    { from: 'EUR', to: 'USD', value: 1.0842, change: 0.0021 },
    { from: 'USD', to: 'JPY', value: 154.38, change: -0.62 },
    { from: 'USD', to: 'CLP', value: 941.2, change: 0 },
  ],
  stocks: [
    { name: 'ECOPETROL', value: 1845, change: 0.82 },
    { name: 'ISA', value: 19380, change: -0.41 },
  ],
  indices: [{ name: 'MSCI COLCAP', value: 1396.4, change: 0.74 }],
  feeds: {},
  indexSeries: {
    name: 'MSCI COLCAP',
    times: Float64Array.of(toTime('09:30'), toTime('12:43')),
    values: Float64Array.of(1386.9, 1396.4),
  },
  news: [
    {
      id: 'n1',
      headline: 'El dólar sube',
      body: `${'x'.repeat(199)}yz`,
      link: 'https://noticias.example/1',
      time: null,
    },
    { id: 'n2', headline: 'El peso cede', body: 'Un texto corto.', link: null, time: toTime('12:40') },
  ],
}

/** The signed-in client. */
export const CLIENT: ConfirmedUser = {
  id: '7',
  name: 'Camila Restrepo',
  email: 'camila@correo.example',
  token: 'x',
  passwordExpired: false,
  termsAcceptedAt: toTime('08:00'),
}

/** What the services return. */
interface Services {
  replies: Replies
  /** Failures that these calls return. */
  failures: Partial<Record<keyof Replies, CallFailure>>
  /** Calls that never resolve or reject. */
  pendingCalls: readonly (keyof Replies)[]
  /** Errors that these calls throw. */
  errors: Partial<Record<keyof Replies, Error>>
  holiday: Result<boolean, CallFailure>
}

interface Options extends Partial<Services> {
  /** The address to open, with its query. */
  readonly path?: string
  readonly isSignedIn?: boolean
  /** The first market time, epoch ms. */
  readonly now?: number
  readonly config?: Partial<PortalConfig>
  /** Replaces the payment of the memory ports. */
  readonly payment?: MemoryPorts['payment']
  /** Replaces the alerts of the memory ports. */
  readonly alerts?: MemoryPorts['alerts']
  /** Replaces the settings of the memory ports. */
  readonly settings?: MemoryPorts['settings']
  /** Replaces the identity of the memory ports. */
  readonly identity?: MemoryPorts['identity']
}

/** Runs the pending promise callbacks and the renders that they cause. */
const flush = () => act(async () => {})

/** Opens the portal with services that the test controls. */
export async function openPortal({
  path = '/',
  isSignedIn = false,
  now = MEMORY_START,
  config,
  payment,
  alerts,
  settings,
  identity,
  ...changes
}: Options = {}) {
  const services: Services = {
    replies: REPLIES,
    failures: {},
    pendingCalls: [],
    errors: {},
    holiday: ok(false),
    ...changes,
  }
  const calls: string[] = []
  const queries: { readonly name: keyof Replies; readonly query: unknown }[] = []

  const respond =
    <Name extends keyof Replies>(name: Name) =>
    async (query?: unknown): Promise<Result<Replies[Name], CallFailure>> => {
      calls.push(name)
      queries.push({ name, query })
      if (services.pendingCalls.includes(name)) return new Promise(() => {})
      const error = services.errors[name]
      if (error) throw error
      const failure = services.failures[name]
      return failure ? { ok: false, error: failure } : ok(services.replies[name])
    }

  const ports = createMemoryPorts({
    market: {
      closeAndAverage: respond('closeAndAverage'),
      prices: respond('prices'),
      amounts: respond('amounts'),
      intraday: respond('intraday'),
      periodChart: respond('periodChart'),
      statistics: respond('statistics'),
      trmNow: respond('trmNow'),
      trmHistory: respond('trmHistory'),
      days: respond('days'),
    },
    quotes: {
      currencies: respond('currencies'),
      stocks: respond('stocks'),
      indices: respond('indices'),
      indexSeries: respond('indexSeries'),
      feeds: respond('feeds'),
    },
    news: { latest: respond('news') },
    holidays: { isUsHoliday: async () => services.holiday },
    ...(payment && { payment }),
    ...(alerts && { alerts }),
    ...(settings && { settings }),
    ...(identity && { identity }),
  })
  ports.marketClock.set(now)
  if (isSignedIn) ports.session.write({ username: 'demo', user: CLIENT, startedAt: ports.clock.now() })
  const [pathname = '', search = ''] = path.split('?')
  const location = memoryLocation({ path: pathname, searchPath: search, record: true })
  const portal = openMemory(ports)
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <App portal={portal} config={{ ...CONFIG, ...config }} />
    </Router>,
  )
  await flush()

  return {
    ports,
    portal,
    services,
    /** The names of the gateway calls, in order. */
    calls,
    /** The gateway calls with their queries, in order. */
    queries,
    navigate: (to: string) => act(() => location.navigate(to)),
    history: () => location.history ?? [],
    /** Hides the page, advances the clock and shows the page, which runs the due loads. */
    async refresh(milliseconds = MINUTE_MS) {
      act(() => ports.page.setVisible(false))
      ports.clock.advance(milliseconds)
      act(() => ports.page.setVisible(true))
      await flush()
    },
    async setOnline(online: boolean) {
      act(() => ports.page.setOnline(online))
      await flush()
    },
    flush,
  }
}

export const getRegion = (name: string) => within(screen.getByRole('region', { name }))

/** Returns the text of a region with single spaces. */
export const readText = (name: string) =>
  (screen.getByRole('region', { name }).textContent ?? '').replaceAll(/\s+/g, ' ')
