import type { Logger } from 'pino'

import type { ServerModule } from '#server/app.ts'
import type { ServerConfig } from '#server/config/config.ts'
import type { AuditEntry } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { type HealthSources, registerHealthRoutes } from '#server/monitoring/health.ts'
import { createMetrics, type MetricsFailure, startMetricsServer } from '#server/monitoring/metrics.ts'
import { ok, type Result } from '#src/domain/result.ts'

interface MonitoringDeps extends HealthSources {
  readonly config: Pick<ServerConfig, 'monitoring'>
  readonly database: Database
  readonly logger: Pick<Logger, 'error'>
}

/**
 * Health checks, and metrics when METRICS_PORT is set. It must be the first module of the app, so
 * that it measures the requests of all others.
 */
export interface Monitoring extends ServerModule {
  /** Counts an audit entry if it is a refused sign-in. */
  onRecorded(entry: AuditEntry): void
  /** Serves the metrics. Returns their port, null without METRICS_PORT. */
  start(): Promise<Result<number | null, MetricsFailure>>
  close(): void
}

export function openMonitoring({ config, logger, ...sources }: MonitoringDeps): Monitoring {
  const { metrics: address } = config.monitoring
  const metrics = address === null ? null : createMetrics(sources)
  let close = () => {}

  return {
    onRecorded: (entry) => metrics?.countIfRefusedSignIn(entry),
    addHooks: (app) => metrics?.addHooks(app),
    register: (app) => registerHealthRoutes(app, sources),

    async start() {
      if (metrics === null || address === null) return ok(null)
      const report = (error: unknown) => logger.error({ err: error }, 'the metrics cannot be read')
      const result = await startMetricsServer(metrics, address, report)
      if (!result.ok) return result
      close = result.value.close
      return ok(result.value.port)
    },

    close: () => close(),
  }
}
