import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { build } from 'vite'

const ORIGIN = 'http://charts.test'
const ENTRY = fileURLToPath(new URL('./main.tsx', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export type Files = ReadonlyMap<string, string | Uint8Array>

async function buildFiles(): Promise<Files> {
  const built = await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    plugins: [react(), tailwindcss()],
    build: { write: false, minify: false, rollupOptions: { input: ENTRY } },
  })
  if (!('output' in built)) throw new Error('the build of the harness returned no output')
  return new Map(built.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const))
}

let harness: Promise<Files> | null = null

/**
 * Builds the harness in memory, once per worker of Vitest. React is built for development, so that
 * StrictMode mounts twice.
 */
export function buildHarness(): Promise<Files> {
  harness ??= buildFiles()
  return harness
}

const TYPES: readonly (readonly [suffix: string, type: string])[] = [
  ['.js', 'text/javascript'],
  ['.css', 'text/css'],
  ['.woff2', 'font/woff2'],
]

function createHtml(files: Files): string {
  const names = [...files.keys()]
  const links = names.filter((name) => name.endsWith('.css')).map((name) => `<link rel="stylesheet" href="/${name}">`)
  const scripts = names
    .filter((name) => /main-.*\.js$/.test(name))
    .map((name) => `<script type="module" src="/${name}"></script>`)
  return `<!doctype html><html lang="es-CO"><head><meta name="viewport" content="width=device-width, initial-scale=1"><title>charts</title>${links.join('')}</head><body>${scripts.join('')}</body></html>`
}

async function waitForHarness(page: Page): Promise<void> {
  await page.waitForFunction(() => 'harness' in globalThis)
  await page.evaluate(() => document.fonts.load('11px "Archivo Variable"'))
}

/** Reloads the harness of a page, which removes the state of earlier tests. */
export async function reloadHarness(page: Page): Promise<void> {
  await page.reload()
  await waitForHarness(page)
}

/** Opens a page with the harness. `problems` collects errors and warnings of the console. */
export async function openHarness(browser: Browser, files: Files, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options)
  const page: Page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  await page.route(`${ORIGIN}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    const file = files.get(name)
    const type = TYPES.find(([suffix]) => name.endsWith(suffix))?.[1] ?? 'text/html'
    const body = file ?? createHtml(files)
    await route.fulfill({
      contentType: type,
      headers: { 'content-security-policy': "default-src 'self'; style-src 'self'" },
      body: typeof body === 'string' ? body : Buffer.from(body),
    })
  })
  await page.goto(`${ORIGIN}/`)
  await waitForHarness(page)
  return { page, problems, close: () => context.close() }
}
