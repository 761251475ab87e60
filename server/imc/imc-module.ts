import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { ServerModule } from '#server/app.ts'
import type { ServerConfig } from '#server/config/config.ts'
import type { AuditEntry } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { deleteOldKeys } from '#server/database/idempotency.ts'
import type { Delivery } from '#server/delivery/delivery.ts'
import type { RequirementFile } from '#server/documents/document-store.ts'
import type { Documents } from '#server/documents/documents.ts'
import { forbidCaching } from '#server/http/headers.ts'
import { refuseInvalidKeys } from '#server/http/idempotency-key.ts'
import { IMC_BASE } from '#server/http/paths.ts'
import { callerKey, createRateLimit, type RateLimit, refuseCaller } from '#server/http/rate-limit.ts'
import { refusalReply } from '#server/http/route-schema.ts'
import type { HumanCheck } from '#server/identity/identity.ts'
import { registerAccessRoutes } from '#server/imc/access/access-routes.ts'
import { registerAuditRoute } from '#server/imc/audit/audit-routes.ts'
import { createEntityLists } from '#server/imc/entity-lists.ts'
import { registerExpiryRoutes } from '#server/imc/expiries/expiry-routes.ts'
import { runExpiries } from '#server/imc/expiries/expiry-service.ts'
import { registerGovernanceRoutes } from '#server/imc/governance/governance-routes.ts'
import { registerPackageRoutes } from '#server/imc/packages/package-routes.ts'
import { registerConfirmationRoutes } from '#server/imc/requests/confirmation-routes.ts'
import { registerDocumentRoutes } from '#server/imc/requests/document-routes.ts'
import { registerRequestRoutes } from '#server/imc/requests/request-routes.ts'
import { createRequestService } from '#server/imc/requests/request-service.ts'
import { continueApprovals } from '#server/imc/requests/settlement-service.ts'
import { registerReviewRoutes } from '#server/imc/reviews/review-routes.ts'
import { startReviews } from '#server/imc/reviews/review-service.ts'
import { runEach } from '#server/imc/run-each.ts'
import { registerScreenRoutes } from '#server/imc/screens/screen-routes.ts'
import { createEntityRealm } from '#server/imc/session/entity-realm.ts'
import { registerOpenSessionRoutes } from '#server/imc/session/open-session-routes.ts'
import { refuseForeignBodies, registerImcSessionRoutes } from '#server/imc/session/session-routes.ts'
import { endUserLoads } from '#server/imc/users/user-load-store.ts'
import { registerUserRoutes } from '#server/imc/users/user-routes.ts'
import { createUserService, type UserServiceParts } from '#server/imc/users/user-service.ts'
import { registerViewRoutes } from '#server/imc/views/view-routes.ts'
import { type Scheduler, timerScheduler } from '#server/scheduler.ts'
import { type AttemptPolicies, createAttemptLimits } from '#server/security/attempt-limits.ts'
import { createAttemptStore } from '#server/security/attempt-store.ts'
import type { FactorKeys } from '#server/security/factor-keys.ts'
import type { PasswordHashes } from '#server/security/password-hashes.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from '#src/domain/time/bogota.ts'

const READ_LIMIT = 'ENTITY_READS_PER_MINUTE por minuto y usuario, sin contar las respuestas 304'

/** Interval between two checks for what the rules of the entities make due. */
const RULES_CHECK_MS = MINUTE_MS

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/**
 * Limits the reads of each user in the routes of this scope. Only replies with content count:
 * polls of unchanged lists get 304 and cost little.
 */
function limitReads(scope: FastifyInstance, limit: RateLimit): void {
  scope.addHook('onRoute', (route) => {
    if (route.method !== 'GET') return
    const response = Object.assign({}, route.schema?.response, { 429: refusalReply })
    route.schema = { ...route.schema, 'x-limit': READ_LIMIT, response }
  })

  // After the access check: a caller without a session gets 401 and not 429.
  scope.addHook('preHandler', async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isRead(request)) return
    const result = limit.check(callerKey(request))
    if (!result.ok) return refuseCaller(request, reply, result.error)
  })

  scope.addHook('onSend', async (request, reply) => {
    if (isRead(request) && reply.statusCode === 200) limit.take(callerKey(request))
  })
}

export interface ImcDeps {
  readonly config: Pick<ServerConfig, 'identity' | 'limits'>
  readonly database: Database
  readonly hashes: PasswordHashes
  readonly factorKeys: FactorKeys
  /** The secret of the session cookies, which all processes share. */
  readonly cookieKey: string
  /** The portal's own human check, for the login after several failures. */
  readonly humanCheck: HumanCheck
  /** The real clock. */
  readonly now: () => Instant
  readonly delivery: Delivery
  readonly documents: Documents
  /** The portal's public URL, without a final slash. */
  readonly publicUrl: () => string
  readonly logger: Logger
  /** Called after the audit entry of a refused login is stored. */
  readonly onRecorded?: (entry: AuditEntry) => void
  readonly scheduler?: Scheduler
  readonly policies?: AttemptPolicies
  /** The clock of the cached sessions, in milliseconds; by default that of the process. */
  readonly monotonicNow?: () => number
}

/**
 * The back-office of entities, which are currency-market intermediaries (IMC): sessions, users,
 * packages, screens and requests.
 */
export interface ImcModule extends ServerModule {
  /** Expires screens and starts yearly reviews, as the entities chose (D108, D110). A timer calls it. */
  runRules(): Promise<void>
  /** Starts the timers. */
  start(): void
  close(): Promise<void>
}

/** Opens the back-office on its database. */
export function openImc(deps: ImcDeps): ImcModule {
  const { config, database, hashes, documents, now, publicUrl, logger, scheduler = timerScheduler } = deps
  const sessionNow = () => now() + config.identity.clockOffset
  const limits = createAttemptLimits(createAttemptStore(database), now, deps.policies)
  const { onRecorded } = deps
  const realm = createEntityRealm({
    database,
    hashes,
    limits,
    factorKeys: deps.factorKeys,
    cookieKey: deps.cookieKey,
    monotonicNow: deps.monotonicNow,
    publicUrl,
    realNow: now,
    now: sessionNow,
    onRecorded,
  })

  async function deleteOldRows() {
    await realm.deleteOldRows()
    await realm.factor.deleteOldRows()
    await deleteOldKeys(database.db, now())
    await documents.removeOldLeftovers()
  }

  const readLimit = createRateLimit(config.limits.entityReadsPerMinute, now)
  let deletion: Promise<void> = Promise.resolve()
  let rules: Promise<void> | null = null

  const applyRules = () =>
    runEach(
      [runExpiries, startReviews, continueApprovals, endUserLoads],
      ({ name }) => name,
      (rule) => rule({ database, publicUrl }, now()),
    )

  /** Concurrent calls share one run. */
  function runRules(): Promise<void> {
    rules ??= applyRules().finally(() => {
      rules = null
    })
    return rules
  }

  const reportRules = (error: unknown) =>
    logger.error({ err: error }, 'imc: the rules of the entities did not run; the next check retries')
  let timers: readonly (() => void)[] = []

  return {
    access: realm.access,
    addHooks(app) {
      realm.addHooks(app)
      refuseForeignBodies(app)
    },

    register(app) {
      app.register(
        async (scope: FastifyInstance) => {
          forbidCaching(scope)
          refuseInvalidKeys(scope)
          limitReads(scope, readLimit)
          registerImcSessionRoutes(scope, { realm, hashes, humanCheck: deps.humanCheck, now })
          registerOpenSessionRoutes(scope, { database, realm, now, sessionNow })
          const { listByRequest: listFiles } = documents
          registerAccessRoutes(scope, { database, hashes, publicUrl, now, sessionNow })
          registerImcRoutes(scope, { database, hashes, publicUrl, listFiles, now })
          await registerDocumentRoutes(scope, { database, documents, now })
        },
        { prefix: IMC_BASE },
      )
    },

    runRules,

    start() {
      if (timers.length > 0) return
      timers = [
        scheduler.every(RULES_CHECK_MS, () => void runRules().catch(reportRules)),
        scheduler.every(HOUR_MS, () => {
          deletion = deleteOldRows().catch((error: unknown) => logger.error({ err: error }, 'imc: deletion failed'))
        }),
      ]
    },

    async close() {
      for (const stop of timers) stop()
      await deletion
      await rules?.catch(reportRules)
    },
  }
}

interface ImcRoutesParts extends UserServiceParts {
  /** Lists the uploaded documents of a request. */
  readonly listFiles: (entityId: string, requestId: string) => Promise<readonly RequirementFile[]>
  /** The real clock. */
  readonly now: () => Instant
}

/** Adds the routes of users, packages, screens, requests and audit of the entity (§7.2). */
export function registerImcRoutes(app: FastifyInstance, parts: ImcRoutesParts): void {
  const { database, now, listFiles } = parts
  const sendList = createEntityLists(database)
  registerUserRoutes(app, { database, users: createUserService(parts), sendList, now })
  registerPackageRoutes(app, database, sendList)
  registerScreenRoutes(app, database, sendList)
  registerExpiryRoutes(app, { database, sendList, now })
  const requests = createRequestService(database, parts.publicUrl)
  registerRequestRoutes(app, { database, requests, listFiles, sendList, now })
  registerConfirmationRoutes(app, { requests, now })
  registerReviewRoutes(app, { database, requests, now })
  registerAuditRoute(app, database)
  registerViewRoutes(app, { database, now })
  registerGovernanceRoutes(app, { database, now })
}
