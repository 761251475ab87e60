import type { OutgoingHttpHeaders } from 'node:http'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { FastifyRequest } from 'fastify'
import { type Logger, pino } from 'pino'
import { onTestFinished, vi } from 'vitest'

import { createApp, type ServerModule } from '#server/app.ts'
import type { ServerConfig } from '#server/config.ts'
import type { Database, Engine } from '#server/database/connection.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import { type PortalConfig, readPortalConfig } from '#server/http/portal-config.ts'
import { CHALLENGE_PATH, type IdentityOptions, openIdentity } from '#server/identity/identity-module.ts'
import { HUMAN_CHECK_HEADER, IDENTITY_PATHS } from '#src/adapters/http/contract/paths.ts'
import { DEMO_PASSWORD } from '#src/domain/identity/demo-accounts.ts'
import { temporaryDatabase, temporaryFolder } from '#tests/support/databases.ts'
import { type TestTime, testTime } from '#tests/support/market.ts'
import { call, type RawReply } from '#tests/support/raw-http.ts'
import { parseConfig } from '#tests/support/server.ts'

// Passwords are slow to hash by design, and slower beside other test files.
vi.setConfig({ testTimeout: 20_000 })

/** Far ahead: ALTCHA looks at the machine's own clock too, which must not be later. */
export const A_MORNING = Date.UTC(2100, 0, 4, 15, 0, 0)

/** Challenges that are solved at once. */
export const NO_EFFORT = { least: 1, most: 2 }

/** Nothing happens by itself: tests do it. */
export const NEVER = { every: () => () => undefined }

/** A live stream as the market would hold it. */
export interface OpenStream {
  readonly request: FastifyRequest
  closedWith: string | null
}

/** Streams that only remember what became of them; `/api/market/corriente` opens one for whoever reads live. */
export function createTestStreams() {
  const open: OpenStream[] = []
  const living = () => open.filter(({ closedWith }) => closedWith === null)
  return {
    open,
    liveCallers: () => living().map(({ request }) => request),
    closeStreams: (belongsTo: (request: FastifyRequest) => boolean, message: string) => {
      for (const stream of living()) if (belongsTo(stream.request)) stream.closedWith = message
    },
  }
}

const TABLES = [
  'identity_clients',
  'identity_sessions',
  'identity_recovery_tokens',
  'identity_recovery_requests',
  'identity_registrations',
  'identity_spent_challenges',
  'identity_tries',
  'identity_keys',
] as const

const databases = new Map<Engine, Promise<Database>>()

/** One database for all tests of a file, emptied for each. */
async function emptyDatabase(engine: Engine): Promise<Database> {
  const opening = databases.get(engine) ?? temporaryDatabase(engine)
  databases.set(engine, opening)
  const database = await opening
  for (const table of TABLES) await database.db.deleteFrom(table).execute()
  return database
}

export interface TestIdentityOptions extends IdentityOptions {
  readonly engine?: Engine
  readonly env?: Readonly<Record<string, string>>
  readonly time?: TestTime
  /** Another server on the same database. */
  readonly database?: Database
  readonly modules?: readonly ServerModule[]
  readonly portal?: Partial<PortalConfig>
  readonly streams?: ReturnType<typeof createTestStreams>
}

/** Identity on a real server of its own, without a market, on a clock that the test moves. */
export async function startIdentity(options: TestIdentityOptions = {}) {
  const {
    engine = 'sqlite',
    env = {},
    time = testTime(A_MORNING),
    modules = [],
    streams = createTestStreams(),
  } = options
  const lines: string[] = []
  const logger: Logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  const database = options.database ?? (await emptyDatabase(engine))
  const config: ServerConfig = parseConfig({ DATA_DIR: await temporaryFolder(), ...env })
  const portalConfig = await readPortalConfig(null, {
    demo: config.demoData,
    hasApplicationAccount: config.identity.applicationAccount !== null,
  })
  if (!portalConfig.ok) throw new Error('the configuration of the portal is not there')
  const identity = await openIdentity({
    effort: NO_EFFORT,
    scheduler: NEVER,
    ...options,
    config,
    database,
    now: time.now,
    publicUrl: () => config.identity.publicUrl ?? 'http://localhost:3000',
    portal: { ...portalConfig.value, ...options.portal },
    streams,
    logger,
  })
  identity.start()
  const app = await createApp({
    config,
    portal: null,
    portalConfig: portalConfig.value,
    modules: [identity, ...modules],
    clockShift: () => 0,
    logger,
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await app.close()
    await identity.close()
  })
  return { url, identity, database, config, time, streams, lines }
}

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>

/** Solves a challenge of the server, as the widget does. */
export async function solvedChallenge(url: string): Promise<string> {
  const challenge = JSON.parse((await call(url, CHALLENGE_PATH)).text)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

export const json = (answer: RawReply) => JSON.parse(answer.text)

/** Status and body of an answer of JSON. */
export const told = (answer: RawReply) => [answer.status, json(answer)]

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_TYPE = { 'content-type': 'application/json' }

/** The cookies that an answer sets; '' for one that it takes away. */
const cookiesSetBy = ({ headers }: RawReply): readonly (readonly [name: string, value: string])[] =>
  (headers['set-cookie'] ?? []).flatMap((line) => {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, value] as const]
  })

/** A browser: it keeps the cookies it is given and sends them along. */
export function createBrowser(url: string) {
  const kept = new Map([['tema', 'oscuro']])

  /** Keeps the cookies of an answer. */
  function take(answer: RawReply) {
    for (const [name, value] of cookiesSetBy(answer)) {
      if (value === '') kept.delete(name)
      else kept.set(name, value)
    }
    return answer
  }

  /** Sends a call; the cookies of its answer are kept when it comes in. */
  function ask(method: string, path: string, headers: OutgoingHttpHeaders, body?: string) {
    const cookie = [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    return call(url, path, { method, headers: { cookie, ...headers }, ...(body !== undefined && { body }) })
  }

  const send = async (method: string, path: string, headers: OutgoingHttpHeaders, body?: string) =>
    take(await ask(method, path, headers, body))

  const post = (path: string, body: unknown, headers: OutgoingHttpHeaders = {}) =>
    send('POST', path, { ...JSON_TYPE, ...headers }, JSON.stringify(body))

  return {
    get cookie() {
      return kept.get('md_cliente') ?? null
    },
    /** Another browser that got hold of the same session cookie, and of nothing else. */
    copyFrom(other: { readonly cookie: string | null }) {
      kept.clear()
      if (other.cookie !== null) kept.set('md_cliente', other.cookie)
    },
    take,
    ask,
    get: (path: string, headers: OutgoingHttpHeaders = {}) => send('GET', path, headers),
    post,
    /** As forms are sent. */
    submit: (path: string, fields: Readonly<Record<string, string>>, headers: OutgoingHttpHeaders = {}) =>
      send('POST', path, { ...FORM, ...headers }, String(new URLSearchParams(fields))),
    /** With a challenge solved for it. */
    async logIn(usr: string, pwd: string = DEMO_PASSWORD, headers: OutgoingHttpHeaders = {}) {
      const check = await solvedChallenge(url)
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
