import type { FastifyInstance } from 'fastify'

import type { ServerConfig } from '#server/config/config.ts'
import { errorCode } from '#server/database/errors.ts'
import type { MetricsFailure } from '#server/monitoring/metrics.ts'
import type { Monitoring } from '#server/monitoring/monitoring.ts'
import type { ListenFailure } from '#server/start/start-failure.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Time for running requests to finish when the server closes. */
export const CLOSING_GRACE_MS = 5_000

const LISTEN_FAILURES: Readonly<Record<string, ListenFailure['kind']>> = {
  EADDRINUSE: 'port-taken',
  EACCES: 'port-forbidden',
  EADDRNOTAVAIL: 'unknown-host',
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
}

async function listenForRequests(
  app: FastifyInstance,
  { host, port }: ServerConfig,
): Promise<Result<number, ListenFailure>> {
  try {
    await app.listen({ host, port })
    const address = app.server.address()
    return ok(typeof address === 'object' && address !== null ? address.port : port)
  } catch (error) {
    const kind = LISTEN_FAILURES[errorCode(error) ?? '']
    if (kind === undefined) throw error
    return err({ kind, host, port })
  }
}

interface OpenPorts {
  readonly port: number
  /** Null without METRICS_PORT. */
  readonly metricsPort: number | null
}

/** Listens for requests. Serves the metrics on a separate port if they are enabled. */
export async function listen(
  app: FastifyInstance,
  config: ServerConfig,
  monitoring: Monitoring,
): Promise<Result<OpenPorts, ListenFailure | MetricsFailure>> {
  const port = await listenForRequests(app, config)
  if (!port.ok) return port
  const metricsPort = await monitoring.start()
  return metricsPort.ok ? ok({ port: port.value, metricsPort: metricsPort.value }) : metricsPort
}

/**
 * Stops listening and waits for running requests; closes their connections after the grace time.
 */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const deadline = setTimeout(() => app.server.closeAllConnections(), CLOSING_GRACE_MS)
  await app.close()
  clearTimeout(deadline)
}
