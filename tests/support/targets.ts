import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'

import type { BogotaDate } from '#src/domain/time/bogota.ts'
import { createMarketDayReader } from '#src/domain/trading/market-day.ts'
import { createSimulatedDays } from '#src/simulator/simulated-days.ts'
import { afterFile } from '#tests/support/after-file.ts'
import { readLocalStorage, startIdentityPortal } from '#tests/support/identity-portal.ts'
import { startStaticServer } from '../../tools/static-server.mjs'

/** A running portal: that of the server, or the static demo. */
export interface TargetPortal {
  /** The address of the home without its last slash. */
  readonly url: string
  /** Returns the name of a client without a session. */
  addClient(): Promise<string>
  /** Returns the TRM of a day. */
  findTrm(date: BogotaDate): Promise<number>
}

interface Target {
  readonly name: string
  start(): Promise<TargetPortal>
  /** Returns what the portal has stored of the sessions in the browser. */
  readSession(page: Page): Promise<Readonly<Record<string, string>>>
}

interface HistoryReply {
  readonly data: readonly { readonly valor: number }[]
}

const SERVER: Target = {
  name: 'the server',
  async start() {
    const { url, addClient } = await startIdentityPortal()
    return {
      url,
      addClient: () => addClient('demo'),
      async findTrm(date) {
        const reply = await fetch(`${url}/api/market/trm/historia?desde=${date}&hasta=${date}`)
        const { data } = (await reply.json()) as HistoryReply
        return data[0]?.valor ?? 0
      },
    }
  },
  readSession: readLocalStorage,
}

const BUILT_DEMO = new URL('../../dist/demo', import.meta.url).pathname

/** Serves the built demo as a static host does. Returns its address without the last slash. */
export async function startDemo(mount = '/'): Promise<string> {
  if (!existsSync(BUILT_DEMO)) throw new Error('The demo is not built: run npm run build:demo first.')
  const { server, url } = await startStaticServer({ folder: BUILT_DEMO, mount })
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return url
}

/** The seed of the demo's market. */
const DEMO_SEED = 1

const DEMO_SESSION = 'demo.sesion.'

const STATIC_DEMO: Target = {
  name: 'the static demo',
  async start() {
    const reader = createMarketDayReader(createSimulatedDays(DEMO_SEED))
    return {
      url: await startDemo('/ventas/demo/'),
      // Each tab has its own service.
      addClient: async () => 'demo',
      findTrm: async (date) => reader.trmInForce(date) ?? 0,
    }
  },
  readSession: (page) =>
    page.evaluate((prefix) => {
      const entries = Object.entries(sessionStorage).filter(([key]) => key.startsWith(prefix))
      return Object.fromEntries(entries.map(([key, value]) => [key.slice(prefix.length), String(value)]))
    }, DEMO_SESSION),
}

/** The portals that the main flows run on. */
export const TARGETS: readonly Target[] = [SERVER, STATIC_DEMO]

/** Returns the path of a page within the portal. */
export const readPathIn = ({ url }: Pick<TargetPortal, 'url'>, page: Page): string =>
  page
    .url()
    .replace(/[?#].*/, '')
    .slice(url.length)
