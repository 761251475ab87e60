import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { AuditEntry } from '#server/database/audit-store.ts'
import type { Database } from '#server/database/connection.ts'
import { errorDetail } from '#server/database/errors.ts'
import { countUndelivered } from '#server/database/outbox.ts'
import { countReviews } from '#server/market/store/review-store.ts'
import type { HealthSources, SourceHealth } from '#server/monitoring/health.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { SECOND_MS } from '#src/domain/time/bogota.ts'

/** Upper bounds of the histogram buckets, in seconds; most requests end within 10 s. */
const LATENCY_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Label of requests without a route: pages and files of the portal, unknown paths. */
const PORTAL = 'portal'

/** The figures of a running server, in the text format of Prometheus. */
interface Metrics {
  readonly contentType: string
  read(): Promise<string>
  /** Measures the requests of an app. Call it before the routes are added. */
  addHooks(app: FastifyInstance): void
  /** Counts an audit entry if it is a refused sign-in. */
  countIfRefusedSignIn(entry: Pick<AuditEntry, 'action' | 'realm'>): void
}

const isStream = ({ url }: FastifyRequest['routeOptions']) => url?.endsWith('/stream') === true

function measureRequests(registry: Registry, app: FastifyInstance) {
  const latency = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request to the end of its reply, by route; streams are not counted.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: LATENCY_BUCKETS,
    registers: [registry],
  })
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    if (!isStream(routeOptions))
      latency.observe({ method, route: routeOptions.url ?? PORTAL, status: statusCode }, elapsedTime / SECOND_MS)
    done()
  })
}

/**
 * Adds a gauge. `read` runs at each scrape and returns one value for each label value, or only one
 * value if the gauge has no label.
 */
function addGauge<Label extends string>(
  registry: Registry,
  { name, help, label }: { readonly name: string; readonly help: string; readonly label?: Label },
  read: () => Promise<readonly (readonly [label: string, value: number])[]>,
) {
  const gauge: Gauge<string> = new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [registry],
    async collect() {
      gauge.reset()
      for (const [labelValue, value] of await read())
        gauge.set(label === undefined ? {} : { [label]: labelValue }, value)
    },
  })
}

/** Creates the metrics of a server. */
export function createMetrics({ database, market, feeds }: HealthSources & { readonly database: Database }): Metrics {
  const registry = new Registry()
  // The default metrics include the delay of the event loop, memory and garbage collection.
  collectDefaultMetrics({ register: registry })

  addGauge(registry, { name: 'market_streams', help: 'Open streams, by audience.', label: 'audience' }, async () =>
    Object.entries(market().streams),
  )
  addGauge(
    registry,
    { name: 'market_tape_lag_seconds', help: 'Market time minus the time up to which the tape is complete.' },
    async () => [['', market().tapeLagMs / SECOND_MS]],
  )
  addGauge(registry, { name: 'market_step_age_seconds', help: 'Time since the last step of the market.' }, async () => [
    ['', market().stepAgeMs / SECOND_MS],
  ])
  const addSourceGauge = (name: string, help: string, toValue: (source: SourceHealth) => number | null) =>
    addGauge(registry, { name, help: `${help}, by market.`, label: 'market' }, async () =>
      Object.entries(market().sources).flatMap(([name, source]) => {
        const value = toValue(source)
        return value === null ? [] : [[name, value] as const]
      }),
    )
  addSourceGauge('market_source_age_seconds', 'Time since the last batch of the source', ({ ageMs }) =>
    ageMs === null ? null : ageMs / SECOND_MS,
  )
  addSourceGauge('market_last_deal_age_seconds', 'Time since the last deal', ({ lastDealAgeMs }) =>
    lastDealAgeMs === null ? null : lastDealAgeMs / SECOND_MS,
  )
  addSourceGauge('market_source_frozen', '1 while the source is silent in market hours, else 0', ({ frozenSince }) =>
    frozenSince === null ? 0 : 1,
  )
  addGauge(
    registry,
    {
      name: 'market_deal_reviews',
      help: 'Reported deals that wait or waited for the operator, by status.',
      label: 'status',
    },
    async () => Object.entries(await countReviews(database.db)),
  )
  addGauge(
    registry,
    { name: 'outbox_messages', help: 'Messages that wait or could not be sent, by status.', label: 'status' },
    async () => Object.entries(await countUndelivered(database.db)),
  )
  addGauge(
    registry,
    { name: 'feed_lag_seconds', help: 'Time since the last success of a feed, by feed.', label: 'feed' },
    async () => feeds().flatMap(({ name, lagMs }) => (lagMs === null ? [] : [[name, lagMs / SECOND_MS] as const])),
  )
  addGauge(registry, { name: 'feed_late', help: '1 for a late feed, else 0, by feed.', label: 'feed' }, async () =>
    feeds().map(({ name, late }) => [name, late ? 1 : 0] as const),
  )
  const refusedSignIns = new Counter({
    name: 'refused_sign_ins_total',
    help: 'Refused sign-ins since the start, by realm.',
    labelNames: ['realm'] as const,
    registers: [registry],
  })
  for (const realm of ['client', 'imc']) refusedSignIns.inc({ realm }, 0)

  return {
    contentType: registry.contentType,
    read: () => registry.metrics(),
    addHooks: (app) => measureRequests(registry, app),
    countIfRefusedSignIn({ action, realm }) {
      if (action === 'sign-in-refused') refusedSignIns.inc({ realm })
    },
  }
}

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
