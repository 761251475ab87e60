import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterEach, beforeAll, expect } from 'vitest'

import type { PortalFiles } from '#server/http/portal-files.ts'
import type { PageRenderer } from '#src/adapters/http/contract/page.ts'
import { closePages, getBrowser } from '#tests/support/browser.ts'
import { type StoppedServer, startStoppedServer } from '#tests/support/stopped-server.ts'

/** Folder of the built portal. */
export const BUILT_PORTAL = new URL('../../dist/portal', import.meta.url).pathname

/**
 * Skips the compression of the files, which takes seconds per start. tests/e2e/start.test.ts reads
 * compressed files.
 */
export const serveUncompressed = async (files: PortalFiles): Promise<PortalFiles> => files

/** The whole system with a stopped clock that the test moves. */
export interface TestPortal extends StoppedServer {
  /** Sends a GET, or a POST with a body, as a visitor. Returns the body; expects status 200. */
  request<T>(path: string, body?: object): Promise<T>
}

export interface TestPortalOptions {
  readonly portalFolder?: string
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>
  /** Renders pages on the server. With null, the default, only the browser renders them. */
  readonly pageRenderer?: PageRenderer | null
}

/**
 * Starts the built portal and its server with a stopped clock. `marketClock` is the market's time,
 * such as `2026-11-20T12:43:15-05:00`.
 */
export async function startTestPortal(
  marketClock: string,
  { portalFolder = BUILT_PORTAL, env = {}, pageRenderer = null }: TestPortalOptions = {},
): Promise<TestPortal> {
  if (!existsSync(BUILT_PORTAL)) throw new Error('The portal is not built: run npm run build first.')
  const server = await startStoppedServer(marketClock, {
    env,
    portalFolder,
    pageRenderer,
    compress: serveUncompressed,
  })
  return {
    ...server,
    async request<T>(path: string, body?: object) {
      const reply = await fetch(server.url + path, {
        method: body ? 'POST' : 'GET',
        headers: body ? { 'content-type': 'application/json' } : {},
        body: body ? JSON.stringify(body) : null,
      })
      expect(reply.status).toBe(200)
      const isJson = reply.headers.get('content-type')?.includes('json')
      return (await (isJson ? reply.json() : reply.text())) as T
    },
  }
}

/** Starts the browser of the Vitest worker before a test file. Closes its pages after each test. */
export function shareBrowser(): () => Browser {
  let browser: Browser | null = null
  beforeAll(async () => {
    browser = await getBrowser()
  })
  afterEach(() => browser && closePages(browser))
  return () => {
    if (!browser) throw new Error('The browser runs only during tests.')
    return browser
  }
}
