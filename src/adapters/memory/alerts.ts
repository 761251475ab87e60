import type { MemoryClient } from '#src/adapters/memory/accounts.ts'
import { createMemoryNetwork, type MemoryNetwork } from '#src/adapters/memory/network.ts'
import { rejectWith } from '#src/adapters/memory/replies.ts'
import type { AlertsGateway, BrowserPush } from '#src/application/alerts/ports.ts'
import type { MarketClock } from '#src/application/platform/ports.ts'
import { createState, type State } from '#src/application/platform/readable.ts'
import {
  type Alert,
  type AlertChannels,
  type AlertFiring,
  type AlertRule,
  checkLevel,
  hasEnded,
  MAX_ALERTS,
  MAX_SHOWN_FIRINGS,
  NEW_STATE,
} from '#src/domain/alerts/alert.ts'
import type { BookAlert } from '#src/domain/alerts/alert-book.ts'
import { parseWebhookAddress } from '#src/domain/alerts/webhook.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

export interface MemoryFiring extends AlertFiring {
  readonly clientId: string
  readonly dealId: string | null
  /** The end of the quiet hours that hold its mail back, on the real clock. */
  readonly heldUntil?: Instant | undefined
}

/** The alerts of all clients of a simulated service. */
export interface AlertsState {
  readonly alerts: readonly (BookAlert & { readonly clientId: string })[]
  readonly firings: readonly MemoryFiring[]
  readonly channels: readonly (AlertChannels & { readonly clientId: string })[]
}

export const NO_ALERTS_STATE: AlertsState = { alerts: [], firings: [], channels: [] }

interface MemoryAlertsDeps {
  readonly findClient: () => Pick<MemoryClient, 'id'> | null
  readonly marketClock: Pick<MarketClock, 'now'>
  readonly network?: MemoryNetwork
  readonly state?: State<AlertsState>
}

const toAlert = ({ clientId: _client, afterLine: _line, state, ...rule }: AlertsState['alerts'][number]): Alert => ({
  ...rule,
  status: state.status,
  firedAt: state.firedAt,
})

export const DEFAULT_CHANNELS: AlertChannels = { mail: true, quiet: null, webhook: null }

/** A page cannot call other servers. */
const NO_CALLS = 'Esta demostración no tiene servidor y no llama a otros. En el portal, aquí se envía una prueba.'

/** What the link of a mail can do without a session (D125). */
export interface AlertStops {
  /** The rule of an alert; null if it is no longer there. */
  findRule(alertId: string): AlertRule | null
  stop(alertId: string): void
}

const toStopped = ({ state }: BookAlert): Pick<BookAlert, 'state'> => ({ state: { ...state, status: 'stopped' } })

export const createAlertStops = ({
  marketClock,
  state,
}: Required<Pick<MemoryAlertsDeps, 'marketClock' | 'state'>>): AlertStops => ({
  findRule: (alertId) => state.getSnapshot().alerts.find(({ id }) => id === alertId) ?? null,
  stop(alertId) {
    const stopped = (alert: BookAlert) => ({ ...toStopped(alert), afterLine: marketClock.now() })
    const { alerts } = state.getSnapshot()
    state.set({
      ...state.getSnapshot(),
      alerts: alerts.map((alert) => (alert.id === alertId ? { ...alert, ...stopped(alert) } : alert)),
    })
  },
})

/** The alerts of a simulated service (D125). A line of its log is the instant of a change. */
export function createMemoryAlerts({
  findClient,
  marketClock,
  network = createMemoryNetwork(),
  state = createState(NO_ALERTS_STATE),
}: MemoryAlertsDeps): AlertsGateway {
  const read = state.getSnapshot
  const ofClient = <T extends { readonly clientId: string }>(rows: readonly T[], clientId: string) =>
    rows.filter((row) => row.clientId === clientId)

  const reply = <T>(signal: AbortSignal | undefined, run: (clientId: string) => Result<T, CallFailure>) =>
    network.replyWith(signal, () => {
      const client = findClient()
      return client === null ? rejectWith(401) : run(client.id)
    })

  const isValid = (rule: AlertRule) =>
    checkLevel(rule.kind, rule.level) === undefined && !hasEnded(rule, toDate(marketClock.now()))

  function update(
    id: string,
    clientId: string,
    change: (alert: BookAlert) => Partial<BookAlert>,
  ): Result<Alert, CallFailure> {
    const found = ofClient(read().alerts, clientId).find((alert) => alert.id === id)
    if (found === undefined) return rejectWith(404)
    const next = { ...found, ...change(found), afterLine: marketClock.now() }
    state.set({ ...read(), alerts: read().alerts.map((alert) => (alert === found ? next : alert)) })
    return ok(toAlert(next))
  }

  function findChannels(clientId: string): AlertChannels {
    const { mail, quiet, webhook } = ofClient(read().channels, clientId)[0] ?? DEFAULT_CHANNELS
    return { mail, quiet, webhook }
  }

  function changeChannels(clientId: string, change: Partial<AlertChannels>): AlertChannels {
    const channels = { ...findChannels(clientId), ...change }
    const others = read().channels.filter((row) => row.clientId !== clientId)
    state.set({ ...read(), channels: [...others, { ...channels, clientId }] })
    return channels
  }

  let secrets = 0
  /** Signs nothing: the secrets of a demo differ, and are not random. */
  function createSecret(): string {
    secrets += 1
    return `demostracion-${secrets}`
  }

  return {
    list: (signal) => reply(signal, (clientId) => ok(ofClient(read().alerts, clientId).map(toAlert))),

    add: (rule, signal) =>
      reply(signal, (clientId) => {
        if (!isValid(rule)) return rejectWith(400)
        const { alerts } = read()
        if (ofClient(alerts, clientId).length >= MAX_ALERTS) return rejectWith(409)
        const numbers = alerts.map(({ id }) => Number(id.replace(/\D/g, '')))
        const id = `alerta-${Math.max(0, ...numbers) + 1}`
        const alert = { ...rule, id, clientId, afterLine: marketClock.now(), state: NEW_STATE }
        state.set({ ...read(), alerts: [alert, ...alerts] })
        return ok(toAlert(alert))
      }),

    change: (id, rule, signal) =>
      reply(signal, (clientId) =>
        isValid(rule) ? update(id, clientId, () => ({ ...rule, state: NEW_STATE })) : rejectWith(400),
      ),

    setActive: (id, isActive, signal) =>
      reply(signal, (clientId) =>
        update(id, clientId, (alert) => (isActive ? { state: NEW_STATE } : toStopped(alert))),
      ),

    remove: (id, signal) =>
      reply(signal, (clientId) => {
        const { alerts } = read()
        const found = ofClient(alerts, clientId).find((alert) => alert.id === id)
        if (found === undefined) return rejectWith(404)
        state.set({ ...read(), alerts: alerts.filter((alert) => alert !== found) })
        return ok(null)
      }),

    listFirings: (after, signal) =>
      reply(signal, (clientId) => {
        const own = ofClient(read().firings, clientId).filter(({ id }) => id > after)
        return ok(
          own
            .toReversed()
            .slice(0, MAX_SHOWN_FIRINGS)
            .map(({ clientId: _client, dealId: _deal, heldUntil: _held, ...firing }) => firing),
        )
      }),

    readChannels: (signal) => reply(signal, (clientId) => ok(findChannels(clientId))),

    saveChannels: (channels, signal) => reply(signal, (clientId) => ok(changeChannels(clientId, channels))),

    saveWebhook: (address, signal) =>
      reply(signal, (clientId) => {
        const parsed = address === null ? ok(null) : parseWebhookAddress(address)
        if (!parsed.ok) return rejectWith(400)
        const isNew = parsed.value !== null && parsed.value !== findChannels(clientId).webhook
        const channels = changeChannels(clientId, { webhook: parsed.value })
        return ok({ channels, secret: isNew ? createSecret() : null })
      }),

    renewWebhookSecret: (signal) =>
      reply(signal, (clientId) => {
        const channels = findChannels(clientId)
        return channels.webhook === null ? rejectWith(409) : ok({ channels, secret: createSecret() })
      }),

    readPush: (_endpoint, signal) => reply(signal, () => ok({ key: '', isActive: false })),
    addPush: (_subscription, signal) => reply(signal, () => rejectWith(409)),
    removePush: (_endpoint, signal) => reply(signal, () => ok(true as const)),

    testWebhook: (signal) => reply(signal, () => err({ kind: 'rejected', status: 409, message: NO_CALLS })),
  }
}

/** The push messages of a service that sends none: a page without a server gets none when it is closed. */
export const NO_PUSH: BrowserPush = {
  read: async () => ({ availability: 'no-service', isAllowed: false, endpoint: null, key: null, registered: null }),
  subscribe: async () => 'unsupported',
  unsubscribe: async () => undefined,
  storeRegistered: () => undefined,
}
