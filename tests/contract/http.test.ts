import { Window } from 'happy-dom'
import { beforeAll, expect, test } from 'vitest'

import { readConfig } from '#server/config/config.ts'
import { openMarket } from '#server/market/market-module.ts'
import { startServer } from '#server/server.ts'
import { createInertParser } from '#src/adapters/browser/inert-document.ts'
import { createHttpClient, type HttpClient } from '#src/adapters/http/client.ts'
import { loadConfiguration } from '#src/adapters/http/configuration.ts'
import { createHolidayApi } from '#src/adapters/http/market/holiday-api.ts'
import { createMarketApi } from '#src/adapters/http/market/market-api.ts'
import { createMarketClock } from '#src/adapters/http/market/market-clock.ts'
import { createNewsApi } from '#src/adapters/http/market/news-api.ts'
import { createQuotesApi } from '#src/adapters/http/market/quotes-api.ts'
import { type Instant, toIso } from '#src/domain/time/bogota.ts'
import { daysContract } from '#tests/contract/days.ts'
import { holidayGatewayContract } from '#tests/contract/holiday-gateway.ts'
import { marketChartsContract } from '#tests/contract/market-charts.ts'
import {
  AFTER_SPOT,
  type CreateMarket,
  JUST_OPENED,
  marketGatewayContract,
  ON_SUNDAY,
} from '#tests/contract/market-gateway.ts'
import { newsGatewayContract } from '#tests/contract/news-gateway.ts'
import { quotesGatewayContract } from '#tests/contract/quotes-gateway.ts'
import { trmContract } from '#tests/contract/trm.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { historyEnv } from '#tests/support/market-history.ts'

/** The stopped real clock, which makes the market time constant. */
const REAL_NOW = Date.parse('2026-11-27T09:00:00-05:00')

const MOMENTS: readonly Instant[] = [AFTER_SPOT, JUST_OPENED, ON_SUNDAY]

/** Starts a server with this market time and creates its HTTP adapters. */
async function startServerAt(instant: Instant) {
  const config = readConfig({
    ...(await historyEnv(toIso(instant))),
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
  })
  if (!config.ok) throw new Error(JSON.stringify(config.error))
  const server = await startServer(config.value, {
    ...{ now: () => REAL_NOW, portalFolder: null, openMarket },
    demoEntities: [],
  })
  if (!server.ok) throw new Error(JSON.stringify(server.error))
  const { url, close } = server.value
  afterFile(close)

  const configuration = await loadConfiguration({ fetch, origin: url })
  if (!configuration.ok) throw new Error(JSON.stringify(configuration.error))
  const { marketApi, newsApi, publicApi, clockShiftMs } = configuration.value
  const marketClock = createMarketClock({ clock: { now: () => REAL_NOW }, shiftMs: clockShiftMs })
  const http = createHttpClient({ base: url + marketApi, fetch, onMarketTime: marketClock.sync })
  const visitorHttp = createHttpClient({ base: url + publicApi, fetch, onMarketTime: marketClock.advance })
  const { DOMParser } = new Window() as unknown as typeof globalThis
  const parseHtml = createInertParser({ window: { DOMParser } })

  const newsHttp = createHttpClient({ base: url + newsApi, fetch })
  const createApis = (findVisitorClient?: () => HttpClient | null) => ({
    market: createMarketApi({ http, findVisitorClient }),
    quotes: createQuotesApi({ http, findVisitorClient, parseHtml, marketClock }),
    holidays: createHolidayApi({ http, findVisitorClient }),
    news: createNewsApi({ http: newsHttp, findVisitorClient }),
  })
  return { marketClock, clockShiftMs, ...createApis(), visitors: createApis(() => visitorHttp) }
}

const servers = new Map<Instant, Awaited<ReturnType<typeof startServerAt>>>()

beforeAll(async () => {
  for (const instant of MOMENTS) servers.set(instant, await startServerAt(instant))
})

function getServer(instant: Instant) {
  const server = servers.get(instant)
  if (!server) throw new Error(`no server at ${toIso(instant)}`)
  return server
}

/** The documented calls, and the reads of visitors. */
for (const [name, choose] of [
  ['HTTP', (server: ReturnType<typeof getServer>) => server],
  ['HTTP of visitors', ({ visitors }: ReturnType<typeof getServer>) => visitors],
] as const) {
  const createMarket: CreateMarket = async (instant) => {
    const server = getServer(instant)
    return { market: choose(server).market, marketNow: server.marketClock.now }
  }

  marketGatewayContract(name, createMarket)

  marketChartsContract(name, createMarket)

  trmContract(name, createMarket)

  daysContract(name, createMarket)

  quotesGatewayContract(name, async () => {
    const server = getServer(AFTER_SPOT)
    return { quotes: choose(server).quotes, marketNow: server.marketClock.now }
  })

  newsGatewayContract(name, async () => choose(getServer(AFTER_SPOT)).news)

  holidayGatewayContract(name, async () => choose(getServer(AFTER_SPOT)).holidays)
}

test.each([
  ['after the close of the spot market', AFTER_SPOT],
  ['just after the opening', JUST_OPENED],
  ['on a Sunday', ON_SUNDAY],
])('HTTP: the configuration and a reply have the same market time %s', async (_when, instant) => {
  const { market, marketClock, clockShiftMs } = getServer(instant)
  expect(REAL_NOW + clockShiftMs).toBe(instant)
  await market.prices({ date: '2026-11-20', market: 'spot', delay: 15 })
  expect(marketClock.now()).toBe(instant)
})

test('HTTP: the chart of today contains the stream cursor', async () => {
  const result = await getServer(AFTER_SPOT).market.intraday({ date: '2026-11-20', market: 'spot', delay: 15 })
  expect(result.ok && result.value.value.sequence).toBeGreaterThan(0)
})
