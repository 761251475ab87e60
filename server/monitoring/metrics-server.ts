import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

import { errorDetail } from '#server/database/errors.ts'
import type { Metrics } from '#server/monitoring/metrics.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

const METRICS_PATH = '/metrics'

/** Failure of a metrics server that cannot listen. */
export interface MetricsFailure {
  readonly kind: 'metrics-port'
  readonly host: string
  readonly port: number
  readonly detail: string
}

interface MetricsServer {
  readonly port: number
  close(): void
}

/** Serves the metrics on a separate port, which the proxy does not publish. */
export async function startMetricsServer(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
  report: (error: unknown) => void,
): Promise<Result<MetricsServer, MetricsFailure>> {
  const handle: RequestListener = async ({ method, url }, reply) => {
    if (method !== 'GET' || url !== METRICS_PATH) return void reply.writeHead(404).end()
    try {
      const text = await metrics.read()
      reply.writeHead(200, { 'content-type': metrics.contentType }).end(text)
    } catch (error) {
      report(error)
      reply.writeHead(503).end()
    }
  }
  const server = createServer((request, reply) => void handle(request, reply))
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    return err({ kind: 'metrics-port', host, port, detail: errorDetail(error) })
  }
  const address = server.address()
  return ok({
    port: typeof address === 'object' && address !== null ? address.port : port,
    close() {
      server.close()
      server.closeAllConnections()
    },
  })
}
