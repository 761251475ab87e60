import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { ServerConfig } from '#server/config/config.ts'
import type { AuditEntry } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { isUnavailable } from '#server/database/errors.ts'
import { DELIVERY_CHECK_MS, type Delivery } from '#server/delivery/delivery.ts'
import type { AccessChecks, GetAudience } from '#server/http/access.ts'
import { forbidCaching } from '#server/http/headers.ts'
import { MARKET_BASE } from '#server/http/paths.ts'
import type { PortalConfig } from '#server/http/portal-config.ts'
import { createRateLimit, refuseIfLimited, subscriberNet } from '#server/http/rate-limit.ts'
import { replies, TAGS } from '#server/http/route-schema.ts'
import { createExpiryNotices, NOTICE_CHECK_MS } from '#server/identity/client-mails.ts'
import { type ClientOperations, createClientOperations } from '#server/identity/client-operations.ts'
import {
  type ClientRealmDeps,
  createClientRealm,
  toAudience,
  toIdentifiedClient,
} from '#server/identity/client-realm.ts'
import { type Client, createClientStore } from '#server/identity/client-store.ts'
import { createHumanCheck, createRemoteHumanCheck, type Effort, type HumanCheck } from '#server/identity/human-check.ts'
import { createHumanCheckStore, type HumanCheckStore } from '#server/identity/human-check-store.ts'
import { registerApplicationTokenRoute, registerIdentityRoutes } from '#server/identity/identity-routes.ts'
import { guardMarket } from '#server/identity/market-guard.ts'
import { registerPasswordRoutes } from '#server/identity/password-routes.ts'
import { createRecovery } from '#server/identity/recovery.ts'
import { createRecoveryStore } from '#server/identity/recovery-store.ts'
import {
  createRegistrationWebhook,
  registerRegistrationRoute,
  WEBHOOK_KIND,
} from '#server/identity/registration-routes.ts'
import { createRegistrationStore } from '#server/identity/registration-store.ts'
import {
  ACCESS_CHECK_MS,
  createSessionStreams,
  EXPIRY_CHECK_MS,
  type LiveStreamControl,
} from '#server/identity/session-streams.ts'
import { registerSettingRoutes } from '#server/identity/setting-routes.ts'
import { createSettingStore } from '#server/identity/setting-store.ts'
import { type Scheduler, timerScheduler } from '#server/scheduler.ts'
import { newSecret } from '#server/secrets.ts'
import { type AttemptPolicies, createAttemptLimits } from '#server/security/attempt-limits.ts'
import { createAttemptStore } from '#server/security/attempt-store.ts'
import { ATTEMPT_RETENTION_MS } from '#server/security/attempts.ts'
import type { FactorKeys } from '#server/security/factor-keys.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { challengeReply } from '#src/adapters/http/contract/identity/human-check.ts'
import type { Result } from '#src/domain/result.ts'
import { HOUR_MS, type Instant } from '#src/domain/time/bogota.ts'

/** Paths of the routes (D39, D61). */
const PASSWORD_BASE = '/api/password'
const APPLICATION_TOKEN_BASE = '/api/application-token'
export const REGISTRATION_PATH = '/api/registro'
export const CHALLENGE_PATH = '/api/human-check/challenge'

/** Options that only tests set. */
export interface IdentityOptions {
  readonly effort?: Effort
  readonly policies?: AttemptPolicies
  /** The clock of the cached sessions, in milliseconds; by default that of the process. */
  readonly monotonicNow?: () => number
  readonly scheduler?: Scheduler
  /** Runs what only one server may run; by default `scheduler`. */
  readonly writerScheduler?: Scheduler
  /** Sends requests to the external human check (D9) and to the registration webhook (D80). */
  readonly fetch?: typeof globalThis.fetch
}

interface IdentityDeps extends IdentityOptions {
  readonly config: Pick<ServerConfig, 'identity' | 'limits'>
  readonly database: Database
  readonly hashes: PasswordHashes
  readonly factorKeys: FactorKeys
  /** The secret of the session cookies, which all processes share. */
  readonly cookieKey: string
  /** The real clock. */
  readonly now: () => Instant
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
  readonly portal: Pick<PortalConfig, 'countries' | 'humanCheck' | 'terms'>
  readonly streams: LiveStreamControl
  readonly delivery: Delivery
  readonly logger: Logger
  /** Called after the audit entry of a refused login is written. */
  readonly onRecorded?: (entry: AuditEntry) => void
}

/** Login, sessions, passwords and registration. */
export interface IdentityModule {
  readonly getAudience: GetAudience
  /**
   * Identifies the client of a request; null for a visitor or an ended session. The error is the
   * message for a session without full access (D5, D6).
   */
  identifyClient(request: FastifyRequest): Result<Client | null, string>
  /** Finds the open session of a request; null without one. */
  findSessionId(request: FastifyRequest): string | null
  /** Verifies the solved human check of a request, once (D9). */
  readonly verifyHuman: HumanCheck['verify']
  readonly access: AccessChecks
  /** The portal's own human check, whatever check is configured for clients. */
  readonly ownCheck: HumanCheck
  /** The operator's operations on clients and registrations. */
  readonly operations: ClientOperations
  /** Mails the clients whose account ends soon; in production a timer calls it. */
  sendExpiryNotices(): Promise<void>
  /** Adds the hook that reads the session cookie of a request. */
  addHooks(app: FastifyInstance): void
  register(app: FastifyInstance): void
  /**
   * Starts the timers: session checks, mails, notices, deletion of old rows. Sends the due notices
   * at once.
   */
  start(): void
  /** Sends the due mails; in production a timer calls it. */
  deliver(): Promise<void>
  /** Closes the live streams of ended sessions; in production timers do it. */
  endStreams(): Promise<void>
  close(): Promise<void>
}

/**
 * Creates the configured human check. The key of ALTCHA is in the database, so that servers on the
 * same database accept each other's challenges.
 */
async function openHumanCheck(store: HumanCheckStore, deps: IdentityDeps) {
  const { config, portal, now, logger, effort, fetch = globalThis.fetch } = deps
  const secret = await store.findOrAddKey('human-check', newSecret())
  const altcha = createHumanCheck({ store, secret, now, ...(effort && { effort }) })
  const { provider } = portal.humanCheck
  if (provider === 'altcha') return { humanCheck: altcha, ownCheck: altcha }
  const report = (error: unknown) => logger.error({ err: error }, 'the human check cannot be verified')
  const { humanCheckSecret } = config.identity
  if (humanCheckSecret === null) throw new Error(`human check: ${provider} needs its secret`)
  const verify = createRemoteHumanCheck({ provider, secret: humanCheckSecret, store, now, fetch, report })
  return { humanCheck: { ...altcha, verify }, ownCheck: altcha }
}

/** Opens identity on a database. */
export async function openIdentity(deps: IdentityDeps): Promise<IdentityModule> {
  const { config, database, hashes, now, publicUrl, portal, streams, delivery, logger } = deps
  const { scheduler = timerScheduler, writerScheduler = scheduler } = deps
  const sessionNow = () => now() + config.identity.clockOffset
  const clients = createClientStore(database)
  const terms = portal.terms ? { version: portal.terms.version, since: Date.parse(portal.terms.since) } : null
  const humanCheckStore = createHumanCheckStore(database)
  const recoveryStore = createRecoveryStore(database)
  const attemptStore = createAttemptStore(database)
  const limits = createAttemptLimits(attemptStore, now, deps.policies)
  const { humanCheck, ownCheck } = await openHumanCheck(humanCheckStore, deps)
  const { onRecorded } = deps
  const onEnded: ClientRealmDeps['onEnded'] = (ended) => sessionStreams.onSessionsEnded(ended)
  const realm = createClientRealm({
    database,
    clients,
    hashes,
    limits,
    factorKeys: deps.factorKeys,
    cookieKey: deps.cookieKey,
    monotonicNow: deps.monotonicNow,
    publicUrl,
    realNow: now,
    now: sessionNow,
    terms,
    onEnded,
    onRecorded,
  })
  const sessionStreams = createSessionStreams(streams, realm, sessionNow)
  const recovery = createRecovery({
    store: recoveryStore,
    clients,
    realm,
    hashes,
    delivery,
    now,
    sessionNow,
    publicUrl,
  })
  const unusableHash = await hashes.hash(newSecret())
  const { notifyEnded } = realm
  const operations = createClientOperations({ database, sessionNow, publicUrl, notifyEnded, unusableHash })
  const webhook = createRegistrationWebhook({
    target: config.identity.registrationWebhook,
    fetch: deps.fetch ?? globalThis.fetch,
    now,
  })
  delivery.addCallHandler(WEBHOOK_KIND, webhook.send)
  const sendExpiryNotices = createExpiryNotices({ database, now, sessionNow, publicUrl })

  const pendingWork = new Set<Promise<void>>()

  /** Runs work in the background and logs its failure. The next run repeats the work. */
  function runInBackground(work: () => Promise<void>) {
    const promise = work().catch((error: unknown) => logger.error({ err: error }, 'identity: background work failed'))
    pendingWork.add(promise)
    void promise.finally(() => pendingWork.delete(promise))
  }

  async function endStreams() {
    sessionStreams.closeExpired()
    await sessionStreams.closeUnauthorized()
  }

  async function deleteOldRows() {
    await realm.deleteOldRows()
    await realm.factor.deleteOldRows()
    await recovery.deleteOldRows()
    await humanCheckStore.deleteBefore(now())
    await attemptStore.deleteBefore(now() - ATTEMPT_RETENTION_MS)
  }

  /** The usual effort while the database is unavailable: then no login is possible either. */
  const findEffort = (net: string) =>
    limits.findEffort(net).catch((error: unknown) => {
      if (isUnavailable(error)) return 1
      throw error
    })

  let timers: readonly (() => void)[] = []

  return {
    getAudience: (request) => toAudience(realm.findCaller(request)),
    identifyClient: (request) => toIdentifiedClient(realm.findCaller(request)),
    findSessionId(request) {
      const caller = realm.findCaller(request)
      return caller.kind === 'session' ? caller.session.id : null
    },
    verifyHuman: humanCheck.verify,
    access: realm.access,
    ownCheck,
    operations,
    sendExpiryNotices,
    addHooks: realm.addHooks,
    deliver: recovery.deliver,
    endStreams,

    start() {
      if (timers.length > 0) return
      timers = [
        scheduler.every(EXPIRY_CHECK_MS, sessionStreams.closeExpired),
        scheduler.every(EXPIRY_CHECK_MS, () => runInBackground(sessionStreams.closeEndedElsewhere)),
        scheduler.every(ACCESS_CHECK_MS, () => runInBackground(sessionStreams.closeUnauthorized)),
        scheduler.every(DELIVERY_CHECK_MS, () => runInBackground(recovery.deliver)),
        writerScheduler.every(HOUR_MS, () => runInBackground(deleteOldRows)),
        writerScheduler.every(NOTICE_CHECK_MS, () => runInBackground(sendExpiryNotices)),
      ]
      runInBackground(sendExpiryNotices)
    },

    register(app) {
      guardMarket(app, realm)
      app.register(async (scope) => {
        forbidCaching(scope)
        const deliver = () => runInBackground(recovery.deliver)
        const challengeLimit = createRateLimit(config.limits.challengesPerMinute, now)
        scope.withTypeProvider<ZodTypeProvider>().get(
          CHALLENGE_PATH,
          {
            config: { access: 'public' },
            schema: {
              tags: [TAGS.clients],
              summary: 'Un reto de la verificación humana',
              'x-limit': 'CHALLENGES_PER_MINUTE por minuto y cuenta o red',
              response: replies(challengeReply, 429),
            },
          },
          async (request, reply) =>
            refuseIfLimited(challengeLimit, request, reply)
              ? reply
              : humanCheck.issueChallenge(await findEffort(subscriberNet(request.ip))),
        )
        registerRegistrationRoute(scope, REGISTRATION_PATH, {
          store: createRegistrationStore(database),
          webhook,
          deliver,
          humanCheck,
          limits,
          countries: portal.countries,
          now,
        })
        scope.register(
          async (marketScope) => {
            registerIdentityRoutes(marketScope, { realm, clients, humanCheck, limits, terms, now, deliver })
            registerSettingRoutes(marketScope, { realm, settings: createSettingStore(database), now })
          },
          { prefix: MARKET_BASE },
        )
        scope.register(
          async (tokenScope) => registerApplicationTokenRoute(tokenScope, realm, config.identity.applicationAccount),
          { prefix: APPLICATION_TOKEN_BASE },
        )
        scope.register(
          (passwordScope) =>
            registerPasswordRoutes(passwordScope, {
              realm,
              hashes,
              recovery,
              recoveryStore,
              clients,
              humanCheck,
              limits,
              now,
              sessionNow,
              deliver,
            }),
          { prefix: PASSWORD_BASE },
        )
      })
    },

    async close() {
      for (const stop of timers) stop()
      await Promise.all(pendingWork)
    },
  }
}
