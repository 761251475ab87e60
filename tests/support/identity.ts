import type { OutgoingHttpHeaders } from 'node:http'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'
import { onTestFinished } from 'vitest'

import { createApp, type ServerModule } from '#server/app.ts'
import { openBackups } from '#server/backup/create-backup.ts'
import type { ServerConfig } from '#server/config/config.ts'
import type { Database, Engine } from '#server/database/connection.ts'
import { openDelivery } from '#server/delivery/delivery.ts'
import type { DemoEntityId } from '#server/demo/entities.ts'
import { SANDBOX } from '#server/demo/payments/sandbox-routes.ts'
import { addDemoPeople } from '#server/demo/people.ts'
import { openDocuments } from '#server/documents/open-documents.ts'
import { noFeeds } from '#server/feeds/feeds.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import type { PortalConfig } from '#server/http/portal-config.ts'
import { payerAccounts } from '#server/identity/client-accounts-store.ts'
import { CHALLENGE_PATH, type IdentityOptions, openIdentity } from '#server/identity/identity-module.ts'
import { openEntityOperations } from '#server/imc/entity-operations.ts'
import { type ImcDeps, openImc } from '#server/imc/imc-module.ts'
import { type OperatorDeps, openOperator } from '#server/operator/operator-module.ts'
import { openPayments, type PaymentsDeps } from '#server/payments/payments-module.ts'
import { createFactorKeys } from '#server/security/factor-keys.ts'
import { HUMAN_CHECK_HEADER, IDENTITY_PATHS } from '#src/adapters/http/contract/paths.ts'
import { DEMO_PASSWORD } from '#src/simulator/demo-accounts.ts'
import { ANDINA } from '#src/simulator/entities/andina.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { temporaryDatabase, temporaryFolder } from '#tests/support/databases.ts'
import { type TestTime, testTime } from '#tests/support/market.ts'
import { cheapHashes } from '#tests/support/password-hashes.ts'
import { defaultPortalConfig } from '#tests/support/portal-config.ts'
import { call, type RawReply } from '#tests/support/raw-http.ts'
import { LOW_EFFORT, parseConfig } from '#tests/support/server.ts'

/** Start of the test clock. ALTCHA reads the machine's clock, which must show an earlier time. */
export const TEST_START = Date.UTC(2100, 0, 4, 15, 0, 0)

/** A scheduler that runs nothing; the test runs each task. */
export const IDLE_SCHEDULER = { every: () => () => undefined }

/** A live stream of the market; `closedWith` is the message of its close. */
export interface TestStream {
  readonly request: FastifyRequest
  closedWith: string | null
}

/** The path of the test streams. */
export const TEST_STREAM = '/api/market/corriente'

/**
 * Live streams that record the message with which they were closed. As a server module, opens a
 * stream for each request of `TEST_STREAM`; a test may also add streams to `opened`.
 */
export function createTestStreams() {
  const opened: TestStream[] = []
  const findOpen = () => opened.filter(({ closedWith }) => closedWith === null)
  return {
    /** All streams, also the closed ones. */
    opened,
    register(app: FastifyInstance) {
      app.get(
        TEST_STREAM,
        { config: { access: 'public' } },
        async (request) => void opened.push({ request, closedWith: null }),
      )
    },
    listLiveRequests: () => findOpen().map(({ request }) => request),
    closeStreams: (belongsTo: (request: FastifyRequest) => boolean, message: string) => {
      for (const stream of findOpen()) if (belongsTo(stream.request)) stream.closedWith = message
    },
  }
}

/** The keys of the second factor. */
export const TEST_FACTOR_KEYS = createFactorKeys('a secret of the tests, 32 characters')

/** The secret of the session cookies. */
export const TEST_COOKIE_KEY = 'a secret of the cookies of the tests'

/** Tables that are emptied before each server on the shared database of a test file. */
const TABLES = [
  'api_key_uses',
  'api_keys',
  'client_settings',
  'payment_transactions',
  'payment_orders',
  'identity_clients',
  'identity_sessions',
  'identity_recovery_tokens',
  'identity_recovery_requests',
  'identity_registrations',
  'identity_spent_challenges',
  'identity_tries',
  'identity_keys',
  'security_factors',
  'security_recovery_codes',
  'security_tickets',
  'security_challenges',
  'records_idempotency',
  'records_outbox',
] as const

const databases = new Map<Engine, Promise<Database>>()

/** Returns the database that all tests of a file share, without rows in `TABLES`. */
async function emptyDatabase(engine: Engine): Promise<Database> {
  const opening = databases.get(engine) ?? temporaryDatabase(engine)
  if (!databases.has(engine)) afterFile(() => databases.delete(engine))
  databases.set(engine, opening)
  const database = await opening
  for (const table of TABLES) await database.db.deleteFrom(table).execute()
  return database
}

export interface TestIdentityOptions extends IdentityOptions {
  readonly engine?: Engine
  readonly env?: Readonly<Record<string, string>>
  readonly time?: TestTime
  /** The database of another server; when absent, the shared database of the file, emptied. */
  readonly database?: Database
  readonly modules?: readonly ServerModule[]
  readonly portal?: Partial<PortalConfig>
  readonly streams?: ReturnType<typeof createTestStreams>
  /** True to add orders and payments; `fetch` replaces the calls to the provider. */
  readonly payments?: boolean | Pick<PaymentsDeps, 'fetch'>
  /** True to add the back-office of entities and the operator module. */
  readonly imc?: boolean
  /** The demo entities of the back-office; only the small one by default. */
  readonly demoEntities?: readonly DemoEntityId[]
}

/** The waiting deals of a server without a market. */
const NO_REVIEWS = {
  list: async () => [],
  createMail: async () => null,
  decide: async () => ({ deals: [], changed: 0, isIncomplete: false }),
  forwardWrites: () => {},
}

/** Opens the back-office of entities, its documents and the operator module. */
async function openEntities(
  { policies, monotonicNow }: TestIdentityOptions,
  shared: Omit<ImcDeps, 'documents' | 'humanCheck'> & { readonly config: ServerConfig },
  { clients, orders, humanCheck }: Pick<OperatorDeps, 'clients' | 'orders'> & Pick<ImcDeps, 'humanCheck'>,
) {
  const documents = await openDocuments(shared)
  const imc = openImc({
    ...shared,
    humanCheck,
    documents,
    ...(policies && { policies }),
    ...(monotonicNow && { monotonicNow }),
  })
  const operations = openEntityOperations(shared)
  const feeds = noFeeds(shared.config)
  const backups = openBackups({ ...shared, documents })
  return {
    imc,
    documents,
    operator: openOperator({ ...shared, documents, operations, clients, orders, feeds, backups, deals: NO_REVIEWS }),
  }
}

/** Starts a real server with identity and without a market, on a clock that the test moves. */
export async function startIdentity(options: TestIdentityOptions = {}) {
  const {
    engine = 'sqlite',
    env = {},
    time = testTime(TEST_START),
    modules = [],
    streams = createTestStreams(),
  } = options
  const lines: string[] = []
  const logger: Logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const database = options.database ?? (await emptyDatabase(engine))
  const config: ServerConfig = parseConfig({ DATA_DIR: await temporaryFolder(), ...env })
  const portalConfig = await defaultPortalConfig({
    demo: config.demoData,
    hasApplicationAccount: config.identity.applicationAccount !== null,
  })
  const delivery = openDelivery({ config, database, now: time.now, logger, scheduler: IDLE_SCHEDULER })
  const publicUrl = () => config.identity.publicUrl ?? 'http://localhost:3000'
  const { imc = false, demoEntities = [ANDINA] } = options
  const demo = await addDemoPeople({
    ...{ config, database, hashes: cheapHashes, now: time.now },
    demoEntities: imc ? demoEntities : [],
  })
  const identity = await openIdentity({
    effort: LOW_EFFORT,
    scheduler: IDLE_SCHEDULER,
    ...options,
    config,
    database,
    hashes: cheapHashes,
    factorKeys: TEST_FACTOR_KEYS,
    cookieKey: TEST_COOKIE_KEY,
    now: time.now,
    publicUrl,
    portal: { ...portalConfig, ...options.portal },
    streams,
    delivery,
    logger,
  })
  const shared = {
    ...{ config, database, now: time.now, publicUrl, delivery, logger },
    ...{ hashes: cheapHashes, factorKeys: TEST_FACTOR_KEYS, cookieKey: TEST_COOKIE_KEY, scheduler: IDLE_SCHEDULER },
  }
  let ownUrl = ''
  const payments = openPayments({
    ...shared,
    ...(typeof options.payments === 'object' && options.payments),
    portal: { ...portalConfig, ...options.portal },
    payerAccounts,
    identifyClient: identity.identifyClient,
    verifyHuman: identity.verifyHuman,
    ownUrl: () => ownUrl,
    sandbox: SANDBOX,
  })
  const operations = { clients: identity.operations, orders: payments.operations, humanCheck: identity.ownCheck }
  const entities = imc ? await openEntities(options, shared, operations) : null
  identity.start()
  const app = await createApp({
    config,
    portal: null,
    portalConfig,
    publicUrl: config.identity.publicUrl,
    modules: [
      identity,
      ...(options.payments ? [payments] : []),
      ...(entities ? [entities.imc, entities.operator] : []),
      ...modules,
    ],
    clockShift: () => 0,
    logger,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  ownUrl = url
  onTestFinished(async () => {
    await app.close()
    await entities?.operator.close()
    await entities?.imc.close()
    await identity.close()
    await delivery.close()
  })
  return { url, demo, identity, delivery, entities, database, config, time, streams, lines }
}

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>

/** Loads a challenge from the server and returns its solution, as the widget does. */
export async function solveServerCheck(url: string): Promise<string> {
  const challenge = JSON.parse((await call(url, CHALLENGE_PATH)).text)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** Solves the check that a login of an entity's user asks for, as the value of its header. */
export async function solveLoginCheck(reply: RawReply): Promise<string> {
  const { verificacion: challenge } = JSON.parse(reply.text)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

export const json = (reply: RawReply) => JSON.parse(reply.text)

/** Returns the status and the JSON body of a reply. */
export const statusAndBody = (reply: RawReply) => [reply.status, json(reply)]

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

/** Returns the cookies that a reply sets. A removed cookie has the value ''. */
const readSetCookies = ({ headers }: RawReply): readonly (readonly [name: string, value: string])[] =>
  (headers['set-cookie'] ?? []).flatMap((line) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })

/** Creates a browser that stores the cookies of replies and sends them with each request. */
export function createBrowser(url: string) {
  const cookies = new Map([['tema', 'oscuro']])

  /** Stores the cookies of a reply. */
  function storeCookies(reply: RawReply) {
    for (const [name, value] of readSetCookies(reply)) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return reply
  }

  /** Sends a request and does not store the cookies of its reply. */
  function sendOnly(method: string, path: string, headers: OutgoingHttpHeaders, body?: string) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return call(url, path, { method, headers: { cookie, ...headers }, ...(body !== undefined && { body }) })
  }

  const send = async (method: string, path: string, headers: OutgoingHttpHeaders, body?: string) =>
    storeCookies(await sendOnly(method, path, headers, body))

  const post = (path: string, body: unknown, headers: OutgoingHttpHeaders = {}) =>
    send('POST', path, { ...JSON_TYPE, ...headers }, JSON.stringify(body))

  return {
    /** The value of the session cookie; null without a session. */
    get cookie() {
      return cookies.get('md_cliente') ?? null
    },
    /** All cookies, as the header of a request. */
    cookies: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    /** Replaces all cookies by the session cookie of another browser. */
    copySession(other: { readonly cookie: string | null }) {
      cookies.clear()
      if (other.cookie !== null) cookies.set('md_cliente', other.cookie)
    },
    storeCookies,
    sendOnly,
    get: (path: string, headers: OutgoingHttpHeaders = {}) => send('GET', path, headers),
    post,
    /** Sends a POST with a form body. */
    submit: (path: string, fields: Readonly<Record<string, string>>, headers: OutgoingHttpHeaders = {}) =>
      send('POST', path, { ...FORM, ...headers }, String(new URLSearchParams(fields))),
    /** Sends a login with a solved challenge. */
    async logIn(usr: string, pwd: string = DEMO_PASSWORD, headers: OutgoingHttpHeaders = {}) {
      const check = await solveServerCheck(url)
      return post(`${MARKET_BASE}${IDENTITY_PATHS.login}`, { usr, pwd }, { [HUMAN_CHECK_HEADER]: check, ...headers })
    },
    takeOver(usr: string, pwd: string = DEMO_PASSWORD) {
      return this.logIn(usr, pwd, { 'X-Session-Takeover': '1' })
    },
    logOut: () => post(`${MARKET_BASE}${IDENTITY_PATHS.logout}`, {}),
    session: () => send('GET', `${MARKET_BASE}${IDENTITY_PATHS.session}`, {}),
  }
}

export type TestBrowser = ReturnType<typeof createBrowser>
