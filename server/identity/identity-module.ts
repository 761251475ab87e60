import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'

import type { ServerConfig } from '#server/config.ts'
import type { Database } from '#server/database/connection.ts'
import { createFileMailer, createSmtpMailer, type Mailer } from '#server/delivery/mail.ts'
import type { PortalConfig } from '#server/http/portal-config.ts'
import { type AttemptPolicies, createAttemptLimits } from '#server/identity/attempt-limits.ts'
import { createCallers } from '#server/identity/callers.ts'
import { type ClientStore, createClientStore } from '#server/identity/client-store.ts'
import { DEMO_CLIENTS, DEMO_PASSWORD } from '#server/identity/demo-clients.ts'
import { createHumanCheck, type Effort, type HumanCheck } from '#server/identity/human-check.ts'
import { createHumanCheckStore, type HumanCheckStore } from '#server/identity/human-check-store.ts'
import { registerApplicationTokenRoute, registerIdentityRoutes } from '#server/identity/identity-routes.ts'
import { createLogin } from '#server/identity/login.ts'
import { guardMarket } from '#server/identity/market-guard.ts'
import { createPasswordHashes, type PasswordHashes } from '#server/identity/password-hashes.ts'
import { registerPasswordRoutes } from '#server/identity/password-routes.ts'
import { createRecovery } from '#server/identity/recovery.ts'
import { createRecoveryStore } from '#server/identity/recovery-store.ts'
import { registerRegistrationRoute } from '#server/identity/registration-routes.ts'
import { createRegistrationStore } from '#server/identity/registration-store.ts'
import { createRemoteHumanCheck } from '#server/identity/remote-human-check.ts'
import { newSecret } from '#server/identity/secrets.ts'
import { createSessionStore } from '#server/identity/session-store.ts'
import { createSessions } from '#server/identity/sessions.ts'
import {
  createStreamKeeper,
  EXPIRY_CHECK_MS,
  type LiveStreams,
  STANDING_CHECK_MS,
} from '#server/identity/stream-keeper.ts'
import { FORGOTTEN_AFTER_MS } from '#server/identity/tries.ts'
import { createTriesStore } from '#server/identity/tries-store.ts'
import type { AudienceOf } from '#server/market/market-replies.ts'
import { MARKET_BASE } from '#server/market/market-routes.ts'
import { type Scheduler, timerScheduler } from '#server/market/scheduler.ts'
import { HOUR_MS, type Instant } from '#src/domain/time/bogota.ts'

/** Bases and addresses of the calls (D39, D61). */
export const PASSWORD_BASE = '/api/password'
export const APPLICATION_TOKEN_BASE = '/api/application-token'
export const REGISTRATION_PATH = '/api/registro'
export const CHALLENGE_PATH = '/api/human-check/challenge'

/** Below DATA_DIR, where messages go without a mail server. */
export const MAIL_FOLDER = 'correo'

/** How often mails that could not be sent yet are looked for. */
export const DELIVERY_CHECK_MS = 5_000

/** What tests set otherwise. */
export interface IdentityOptions {
  readonly effort?: Effort
  readonly policies?: AttemptPolicies
  readonly scheduler?: Scheduler
  /** Asks the services that check people (D9). */
  readonly fetch?: typeof globalThis.fetch
}

export interface IdentityParts extends IdentityOptions {
  readonly config: Pick<ServerConfig, 'dataDir' | 'demoData' | 'identity'>
  readonly database: Database
  /** The real clock. */
  readonly now: () => Instant
  /** Where the portal is for whoever reads a mail, without a last slash. */
  readonly publicUrl: () => string
  readonly portal: Pick<PortalConfig, 'countries' | 'humanCheck'>
  readonly streams: LiveStreams
  readonly logger: Logger
}

/** Clients coming in, staying in and getting out. */
export interface IdentityModule {
  readonly audienceOf: AudienceOf
  /** Whether the demo's accounts are there. */
  readonly hasDemoClients: boolean
  /** Adds the calls of identity, and looks at the cookies of all others. */
  register(app: FastifyInstance): void
  /** Starts the timers: session checks, mail delivery, cleaning up. */
  start(): void
  /** Sends the mails that are due. Production does so by itself. */
  deliver(): Promise<void>
  /** Ends the live streams of sessions that are over. Production does so by itself. */
  endStreams(): Promise<void>
  close(): Promise<void>
}

function mailerOf({ config, now, logger }: IdentityParts): Mailer {
  const { smtpUrl, mailFrom: from } = config.identity
  if (smtpUrl !== null) return createSmtpMailer(smtpUrl, from)
  const onWritten = (file: string) => logger.warn({ file }, 'no SMTP_URL: the message is in this file')
  return createFileMailer({ folder: join(config.dataDir, MAIL_FOLDER), from, now, onWritten })
}

/** ALTCHA is signed with a key of the database, so that every server on it takes the challenges of the others. */
async function humanCheckOf(store: HumanCheckStore, parts: IdentityParts): Promise<HumanCheck> {
  const { config, portal, now, logger, effort, fetch = globalThis.fetch } = parts
  const secret = await store.key('human-check', newSecret())
  const altcha = createHumanCheck({ store, secret, now, ...(effort && { effort }) })
  const { provider } = portal.humanCheck
  if (provider === 'altcha') return altcha
  const report = (error: unknown) => logger.error({ err: error }, 'the human check cannot be verified')
  const { humanCheckSecret } = config.identity
  if (humanCheckSecret === null) throw new Error(`human check: ${provider} needs its secret`)
  return {
    ...altcha,
    accepts: createRemoteHumanCheck({ provider, secret: humanCheckSecret, store, now, fetch, report }),
  }
}

/** Adds the demo's accounts where they are missing; by itself only where there are no others (D43). */
async function addDemoClients(
  clients: ClientStore,
  hashes: PasswordHashes,
  { config, now }: Pick<IdentityParts, 'config' | 'now'>,
): Promise<boolean> {
  if (!config.demoData) return false
  const ids = DEMO_CLIENTS.map(({ id }) => id)
  if (!config.identity.demoAsked && (await clients.countOthers(ids)) > 0) return false
  const passwordHash = await hashes.hash(DEMO_PASSWORD)
  await clients.add(
    DEMO_CLIENTS.map((client) => ({ ...client, passwordHash })),
    now(),
  )
  return true
}

/** Opens identity on its database; without demo data it begins with nobody. */
export async function openIdentity(parts: IdentityParts): Promise<IdentityModule> {
  const { config, database, now, publicUrl, portal, streams, logger, scheduler = timerScheduler } = parts
  const sessionNow = () => now() + config.identity.clockOffset
  const clients = createClientStore(database)
  const humanChecks = createHumanCheckStore(database)
  const passwords = createRecoveryStore(database)
  const tries = createTriesStore(database)
  const hashes = await createPasswordHashes(newSecret())
  const limits = createAttemptLimits(tries, now, parts.policies)
  const humanCheck = await humanCheckOf(humanChecks, parts)
  const sessions = createSessions(createSessionStore(database), sessionNow, (ended) => keeper.ended(ended))
  const callers = createCallers(sessions)
  const keeper = createStreamKeeper(streams, callers, sessions, sessionNow)
  const login = createLogin({ clients, sessions, hashes, limits, now: sessionNow })
  const mailer = mailerOf(parts)
  const report = (error: unknown) => logger.error({ err: error }, 'the mail could not be sent; it is tried again')
  const { send } = mailer
  const recovery = createRecovery({
    store: passwords,
    clients,
    sessions,
    hashes,
    send,
    now: sessionNow,
    publicUrl,
    report,
  })
  const hasDemoClients = await addDemoClients(clients, hashes, parts)

  const pending = new Set<Promise<void>>()

  /** Runs what nobody waits for; what goes wrong is in the log, and the next time tries again. */
  function inBackground(work: () => Promise<void>) {
    const running = work().catch((error: unknown) => logger.error({ err: error }, 'identity: background work failed'))
    pending.add(running)
    void running.finally(() => pending.delete(running))
  }

  async function endStreams() {
    keeper.endExpired()
    await keeper.endOthers()
  }

  async function forgetOld() {
    await sessions.forgetOld()
    await recovery.forgetOld()
    await humanChecks.forget(now())
    await tries.forget(now() - FORGOTTEN_AFTER_MS)
  }

  let timers: readonly (() => void)[] = []

  return {
    audienceOf: callers.audienceOf,
    hasDemoClients,
    deliver: recovery.deliver,
    endStreams,

    start() {
      if (timers.length > 0) return
      timers = [
        scheduler.every(EXPIRY_CHECK_MS, keeper.endExpired),
        scheduler.every(STANDING_CHECK_MS, () => inBackground(keeper.endOthers)),
        scheduler.every(DELIVERY_CHECK_MS, () => inBackground(recovery.deliver)),
        scheduler.every(HOUR_MS, () => inBackground(forgetOld)),
      ]
    },

    register(app) {
      callers.watch(app)
      guardMarket(app, callers)
      app.register(async (scope) => {
        scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'))
        scope.get(CHALLENGE_PATH, () => humanCheck.challenge())
        registerRegistrationRoute(scope, REGISTRATION_PATH, {
          store: createRegistrationStore(database),
          humanCheck,
          limits,
          countries: portal.countries,
          now,
        })
        scope.register(
          async (market) => registerIdentityRoutes(market, { callers, sessions, clients, login, humanCheck, now }),
          { prefix: MARKET_BASE },
        )
        scope.register(
          async (host) => registerApplicationTokenRoute(host, callers, config.identity.applicationAccount),
          { prefix: APPLICATION_TOKEN_BASE },
        )
        const deliver = () => inBackground(recovery.deliver)
        scope.register(
          (service) =>
            registerPasswordRoutes(service, {
              callers,
              sessions,
              hashes,
              recovery,
              passwords,
              humanCheck,
              limits,
              now: sessionNow,
              deliver,
            }),
          { prefix: PASSWORD_BASE },
        )
      })
    },

    async close() {
      for (const stop of timers) stop()
      await Promise.all(pending)
      mailer.close()
    },
  }
}
