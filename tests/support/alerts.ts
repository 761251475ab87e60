import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'

import { type AlertsDeps, openAlerts } from '#server/alerts/alerts-module.ts'
import { newPushKeys } from '#server/alerts/push.ts'
import { createApp } from '#server/app.ts'
import type { Database, Engine } from '#server/database/connection.ts'
import { openDelivery } from '#server/delivery/delivery.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import type { MarketEvent } from '#server/market/batch.ts'
import { ALERT_PATHS } from '#src/adapters/http/contract/paths.ts'
import { err, ok } from '#src/domain/result.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'
import { temporaryDatabase, temporaryFolder } from '#tests/support/databases.ts'
import { IDLE_SCHEDULER, TEST_FACTOR_KEYS } from '#tests/support/identity.ts'
import { openTestMarket, type TestTime, testScheduler, testTime } from '#tests/support/market.ts'
import { defaultPortalConfig } from '#tests/support/portal-config.ts'
import { PRODUCTION_NEEDS, parseConfig } from '#tests/support/server.ts'

/** A Friday. */
export const ALERT_DAY = '2026-11-20'

const SILENT = pino({ level: 'silent' })

const ENV = {
  MARKET_SOURCE: 'ingest',
  DEMO_DATA: 'off',
  OPERATOR_KEY: 'a key of the operator, 32 characters',
  LOCAL_WEBHOOKS: 'on',
}

/** The name of the header that names the client of a request. */
export const CLIENT_HEADER = 'x-test-client-id'

export const PUSH_KEYS = newPushKeys()

const identifyClient = ({ headers }: FastifyRequest) => {
  const id = headers[CLIENT_HEADER]
  if (id === 'restricted') return err('Cambie su contraseña.')
  return ok(typeof id === 'string' ? { id, name: `Cliente ${id}` } : null)
}

export async function addClients(database: Database, ids: readonly string[]): Promise<void> {
  await database.db
    .insertInto('identity_clients')
    .values(
      ids.map((id) => ({
        ...{ id, username: id, username_key: id, name: `Cliente ${id}`, password_hash: '' },
        ...{ email: `${id}@nandu.example`, email_key: `${id}@nandu.example` },
        ...{ key_expired: 0, disabled: 0, expires_at: null, terms_accepted_at: null, created_at: 0, invited: 0 },
      })),
    )
    .execute()
}

/** Stores a browser with push messages for each client. */
export async function addPushBrowsers(database: Database, clientIds: readonly string[]): Promise<void> {
  const browser = {
    session_id: 'ended',
    endpoint: 'https://push.example/',
    public_key: 'x',
    secret: 'x',
    server_key: 'x',
  }
  await database.db
    .insertInto('alerts_push')
    .values(clientIds.map((id) => ({ id, client_id: id, ...browser, created_at: 0 })))
    .execute()
}

export interface AlertServerOptions {
  readonly engine?: Engine
  readonly database?: Database
  readonly time?: TestTime
  readonly deps?: Partial<AlertsDeps>
}

/** Opens a market whose deals the test reports, with the alerts of two clients, without timers. */
export async function openAlertServer(options: AlertServerOptions = {}) {
  const { engine = 'sqlite', time = testTime(toInstant(ALERT_DAY, '09:00')) } = options
  const database = options.database ?? (await temporaryDatabase(engine))
  if (options.database === undefined) await addClients(database, ['ana', 'luis'])
  const market = await openTestMarket({ database, time, env: ENV })
  const streams: { readonly request: FastifyRequest; readonly alerts: number[] }[] = []
  const config = parseConfig({ ...PRODUCTION_NEEDS, ...ENV, DATA_DIR: await temporaryFolder() })
  const delivery = openDelivery({ config, database, now: time.now, logger: SILENT, scheduler: IDLE_SCHEDULER })
  const alerts = openAlerts({
    config,
    database,
    market: {
      lines: market.lines,
      isWriter: market.isWriter,
      clockShift: market.clockShift,
      listLiveRequests: () => streams.map(({ request }) => request),
      sendAlert(belongsTo, id) {
        for (const stream of streams) if (belongsTo(stream.request)) stream.alerts.push(id)
      },
    },
    identifyClient,
    linkKey: 'a key of the links',
    // A test delivers when it wants to.
    delivery: { addCallHandler: delivery.addCallHandler, deliverSoon: () => {} },
    factorKeys: TEST_FACTOR_KEYS,
    pushKeys: PUSH_KEYS,
    findSessionId: ({ headers }) => `session of ${headers[CLIENT_HEADER]}`,
    publicUrl: () => 'https://portal.example',
    now: time.now,
    logger: SILENT,
    scheduler: testScheduler(),
    ...options.deps,
  })
  const app: FastifyInstance = await createApp({
    config,
    portalConfig: await defaultPortalConfig(),
    portal: null,
    modules: [{ access: { client: () => true } as const, register: (scope) => alerts.register(scope) }],
    clockShift: market.clockShift,
    logger: SILENT,
  })
  onTestFinished(async () => {
    await app.close()
    await alerts.close()
    await delivery.close()
    await market.close()
  })

  const call = async (method: 'GET' | 'POST', path: string, client: string | null, body?: object) => {
    const reply = await app.inject({
      method,
      url: path.startsWith('/api') ? path : `${MARKET_BASE}${path}`,
      headers: client === null ? {} : { [CLIENT_HEADER]: client },
      ...(body && { payload: body }),
    })
    const isJson = `${reply.headers['content-type']}`.startsWith('application/json')
    return { status: reply.statusCode, body: isJson ? reply.json() : reply.body }
  }

  let count = 0

  return {
    ...{ alerts, market, database, time, app, streams, call },
    deliver: delivery.deliver,

    /** Creates an alert of `ana`, or of another client; repeated by default. */
    async addAlert(change: object = {}, client = 'ana'): Promise<string> {
      const rule = { tipo: 'precio', mercado: 71, lado: 'sube', nivel: 4_000, pausa: 5, ...change }
      const { status, body } = await call('POST', ALERT_PATHS.alerts, client, rule)
      if (status !== 200) throw new Error(`alert: ${JSON.stringify(body)}`)
      return body.data.id
    },

    /** Reports a deal of the spot market, a minute after the last one; returns its id. */
    async deal(price: number, change: Partial<DealReport> = {}): Promise<string> {
      time.pass(MINUTE_MS)
      count += 1
      const id = `op-${count}-${time.now()}`
      const deal: DealReport = {
        ...{ id, market: 'spot', term: 0, sector: 1, origin: 'negotiated', time: time.now(), price, amount: 100_000 },
        ...change,
      }
      await this.append([{ kind: 'deal', deal }])
      return id
    },

    async append(events: readonly MarketEvent[]): Promise<void> {
      const result = await market.append(events)
      if (!result.ok) throw new Error(JSON.stringify(result.error))
    },

    annul: async function annul(id: string): Promise<void> {
      await this.append([{ kind: 'annulment', id, time: time.now() }])
    },

    /** The history of a client, the oldest first. */
    async firings(client = 'ana') {
      const { body } = await call('GET', ALERT_PATHS.firings, client)
      return [...body.data].reverse()
    },

    /** The queued mails. */
    async mails() {
      const rows = await database.db
        .selectFrom('records_outbox')
        .selectAll()
        .where('kind', '=', 'mail')
        .orderBy('id')
        .execute()
      return rows.map(({ content }) => JSON.parse(content ?? 'null'))
    },
  }
}
