import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { ServerModule } from '#server/app.ts'
import type { ServerConfig } from '#server/config/config.ts'
import { forbidCaching } from '#server/http/headers.ts'
import { registerAdministrators } from '#server/operator/administrator-routes.ts'
import { registerAuditExport } from '#server/operator/audit-routes.ts'
import { registerCatalogue } from '#server/operator/catalogue-routes.ts'
import { registerClients, registerRegistrations } from '#server/operator/client-routes.ts'
import { registerDealReviews } from '#server/operator/deal-review-routes.ts'
import { registerGovernance } from '#server/operator/governance-routes.ts'
import { registerKeys } from '#server/operator/keys/key-routes.ts'
import { findKey } from '#server/operator/keys/key-store.ts'
import { createOperatorCheck } from '#server/operator/operator-access.ts'
import type { OperatorRoutesDeps } from '#server/operator/operator-route.ts'
import { registerOrders } from '#server/operator/order-routes.ts'
import { registerRequests } from '#server/operator/request-routes.ts'
import { registerScreenUses } from '#server/operator/screen-use-routes.ts'
import { registerBackup, registerFeeds, registerMessages } from '#server/operator/upkeep-routes.ts'
import { type Scheduler, timerScheduler } from '#server/scheduler.ts'
import { OPERATOR_BASE } from '#src/adapters/http/contract/operator/operator.ts'
import { DAY_MS } from '#src/domain/time/bogota.ts'

type RegisterRoutes = (app: FastifyInstance, deps: OperatorRoutesDeps) => void

/** The routes of the operator by subject. A new group of routes is added here. */
const ROUTE_GROUPS: readonly RegisterRoutes[] = [
  registerRequests,
  registerCatalogue,
  registerGovernance,
  registerAdministrators,
  registerScreenUses,
  registerClients,
  registerRegistrations,
  registerOrders,
  registerDealReviews,
  registerMessages,
  registerFeeds,
  registerBackup,
  registerKeys,
  registerAuditExport,
]

/** Adds the routes of the operator. Each route requires the operator key. */
function registerOperatorRoutes(app: FastifyInstance, deps: OperatorRoutesDeps): void {
  for (const register of ROUTE_GROUPS) register(app, deps)
}

/** Interval between two checks for requests to approve (D31). */
const APPROVAL_CHECK_MS = 1_000

export interface OperatorDeps extends OperatorRoutesDeps {
  readonly config: Pick<ServerConfig, 'operatorKey' | 'autoApproveAfter'>
  readonly logger: Pick<Logger, 'error'>
  readonly scheduler?: Scheduler
}

/**
 * The routes of the operator, and the automatic approval of requests. A server that starts late
 * does not approve requests that were due more than a day ago. They wait for the operator.
 */
export interface OperatorModule extends ServerModule {
  /** Approves the requests that are due. A timer calls this function. */
  approveDue(): Promise<void>
  start(): void
  close(): Promise<void>
}

export function openOperator(deps: OperatorDeps): OperatorModule {
  const { config, operations, now, logger, scheduler = timerScheduler } = deps
  const { autoApproveAfter: approvalDelay } = config
  let approval: Promise<void> | null = null
  let stop = () => {}

  async function approve(delay: number) {
    const until = now() - delay
    await operations.approveDue({ from: until - DAY_MS, until }, { at: now(), origin: null })
  }

  /** Concurrent calls share one run. */
  function approveDue(): Promise<void> {
    if (approvalDelay === null) return Promise.resolve()
    approval ??= approve(approvalDelay).finally(() => {
      approval = null
    })
    return approval
  }

  const report = (error: unknown) => logger.error({ err: error }, 'requests cannot be approved; the next check retries')

  return {
    access: {
      operator: createOperatorCheck({
        key: config.operatorKey,
        findKey: (key, at) => findKey(deps.database.db, key, at),
        now,
      }),
    },
    approveDue,

    register(app) {
      app.register(
        async (scope) => {
          forbidCaching(scope)
          registerOperatorRoutes(scope, deps)
        },
        { prefix: OPERATOR_BASE },
      )
    },

    start() {
      if (approvalDelay !== null) stop = scheduler.every(APPROVAL_CHECK_MS, () => void approveDue().catch(report))
    },

    async close() {
      stop()
      await approval?.catch(report)
    },
  }
}
