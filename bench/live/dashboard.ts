import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Browser, Page } from 'playwright-core'

import { DIST, requireBuild } from '#bench/require-build.ts'
import { readConfig } from '#server/config/config.ts'
import { type MarketModule, openMarket } from '#server/market/market-module.ts'
import { type RunningServer, startServer } from '#server/server.ts'
import type { DealReport } from '#src/domain/trading/deal.ts'

const PORTAL = join(DIST, 'portal')

/** Creates a random number generator. Equal seeds return equal numbers. */
export function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

export type BenchServer = RunningServer<MarketModule>

/** Starts a server without deals. Every reader gets live data without a login. */
async function openServer(folder: string, maxStreams: number): Promise<BenchServer> {
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: folder,
    MARKET_CLOCK: '2026-11-20T10:00:00-05:00',
    MARKET_SOURCE: 'ingest',
    OPERATOR_KEY: 'clave-de-la-medida',
    STREAMS_PER_ADDRESS: String(maxStreams),
  })
  if (!config.ok) throw new Error(JSON.stringify(config.error))
  const server = await startServer(config.value, {
    now: Date.now,
    portalFolder: PORTAL,
    openMarket,
    getAudience: () => 'live',
    logger: pino({ level: 'silent' }),
  })
  if (!server.ok) throw new Error(JSON.stringify(server.error))
  return server.value
}

/** Creates a function that commits deals at the market's time. */
export function createSubmitter({ market }: BenchServer) {
  let row = 0
  /** Submits one deal per price at the current time. Resolves after the commit. */
  return async (prices: readonly number[]) => {
    const time = market.reader.now()
    const deals = prices.map((price): { readonly kind: 'deal'; readonly deal: DealReport } => {
      row += 1
      const amount = 50_000 + row
      const id = `op-${row}`
      return {
        kind: 'deal',
        deal: { id, market: 'spot', term: 0, sector: 1, origin: 'negotiated', time, price, amount },
      }
    })
    const appended = await market.append(deals)
    if (!appended.ok) throw new Error(appended.error.kind)
  }
}

const USER = {
  id: 'cli-demo',
  name: 'Camila Restrepo',
  email: 'demo@mercadodolar.example',
  key_expired: false,
  token: 'tok',
  fecha_confirmacion: '2026-03-02T09:15:00-05:00',
}

/** Opens the spot screen of a signed-in client. The session request gets a fixed reply. */
export async function openDashboard(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'es-CO', viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.route('**/users/session', (route) => route.fulfill({ json: { user: USER } }))
  // tsx adds calls of `__name` to functions, also to those that run in the page.
  await page.addInitScript({ content: 'globalThis.__name = (named) => named' })
  await page.addInitScript((user) => {
    const fields = {
      sesiones: '1',
      user: JSON.stringify(user),
      username: 'demo',
      user_id: user.id,
      email: user.email,
      token: user.token,
      time_token: String(Date.now()),
      key_expired: 'false',
    }
    for (const [key, value] of Object.entries(fields)) localStorage.setItem(key, value)
  }, USER)
  const streamResponse = page.waitForResponse((response) => response.url().includes('/api/market/stream'))
  await page.goto(`${url}/dashboard/spot/`)
  await streamResponse
  await page.getByRole('slider', { name: 'Punto de la gráfica' }).waitFor()
  return page
}

/** Starts the built portal on a server with a new data folder. */
export async function startBenchServer(maxStreams: number) {
  requireBuild()
  const folder = mkdtempSync(join(tmpdir(), 'mercado-dolar-'))
  const server = await openServer(folder, maxStreams)
  return {
    server,
    async stop() {
      await server.close()
      rmSync(folder, { recursive: true })
    },
  }
}
