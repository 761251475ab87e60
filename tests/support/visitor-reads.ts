import type { FastifyInstance } from 'fastify'
import { VISITOR_BASE } from '#server/http/paths.ts'
import { MARKET_PATHS, NEWS_PATH, toVisitorPath, toVisitorUrl } from '#src/adapters/http/contract/paths.ts'

const DAY = { fecha: '2026-11-20', mercado: 71 }

/** A query of each visitor's read. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
  [MARKET_PATHS.closeAndAverage]: DAY,
  [MARKET_PATHS.prices]: DAY,
  [MARKET_PATHS.amounts]: DAY,
  [MARKET_PATHS.intraday]: DAY,
  [MARKET_PATHS.statistics]: { moneda: 'USD/COP', sector: 1 },
  [MARKET_PATHS.trmNow]: {},
  [MARKET_PATHS.trmHistory]: { desde: '2026-11-01', hasta: '2026-11-20' },
  [MARKET_PATHS.days]: { desde: '2026-11-01', hasta: '2026-11-20' },
  [MARKET_PATHS.currencies]: {},
  [MARKET_PATHS.stocks]: {},
  [MARKET_PATHS.indices]: {},
  [MARKET_PATHS.indexSeries]: {},
  [MARKET_PATHS.feeds]: {},
  [MARKET_PATHS.holiday]: { fecha: '2026-11-20' },
  [NEWS_PATH]: {},
}

/** The address of each visitor's read by its path. */
export const VISITOR_URLS: ReadonlyMap<string, string> = new Map(
  Object.entries(QUERIES).map(([callPath, query]) => {
    const path = `${VISITOR_BASE}${toVisitorPath(callPath)}`
    return [path, toVisitorUrl(path, query)]
  }),
)

/**
 * Returns the address of every visitor's read that a server has; throws for one without a query
 * above, so that tests over all reads include a new one.
 */
export const listVisitorUrls = (app: FastifyInstance): readonly string[] =>
  app.declaredRoutes
    .filter(({ method, access }) => method === 'GET' && access === 'visitor')
    .map(({ url }) => {
      const address = VISITOR_URLS.get(url)
      if (address === undefined) throw new Error(`tests/support/visitor-reads.ts has no query of ${url}`)
      return address
    })
