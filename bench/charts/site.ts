import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { BrowserContext } from 'playwright-core'
import { build } from 'vite'

import { queueFrames } from '#bench/charts/stopwatch.ts'

const ORIGIN = 'http://bench.localhost'

/** Headers for cross-origin isolation, which makes the page's clock finer than 0.1 ms. */
const ISOLATION_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const PAGES = fileURLToPath(new URL('./pages/', import.meta.url))

/** Builds the named pages of pages/ for production and returns their HTML by name. */
export async function buildPages(names: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>()
  for (const file of readdirSync(PAGES)) {
    const name = file.replace(/\.tsx?$/, '')
    if (!names.has(name)) continue
    const buildResult = await build({
      configFile: false,
      root: ROOT,
      logLevel: 'error',
      plugins: [react(), tailwindcss()],
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        write: false,
        target: 'es2022',
        cssCodeSplit: false,
        assetsInlineLimit: Number.POSITIVE_INFINITY,
        rollupOptions: {
          input: PAGES + file,
          output: { codeSplitting: false },
          treeshake: { propertyReadSideEffects: false },
        },
      },
    })
    if (!('output' in buildResult)) throw new Error(`${file} has no single bundle`)
    const parts = buildResult.output.map((part) => {
      if (part.type === 'chunk')
        return `<script type="module">${part.code.replaceAll('</script', '<\\/script')}</script>`
      return part.fileName.endsWith('.css') ? `<style>${part.source}</style>` : ''
    })
    // Styles before scripts: `<style` sorts after `<script`.
    pages.set(name, parts.toSorted().toReversed().join(''))
  }
  return pages
}

/** Serves the pages to the context, with a queue instead of `requestAnimationFrame`. */
export async function servePages(context: BrowserContext, pages: ReadonlyMap<string, string>): Promise<void> {
  await context.addInitScript(queueFrames)
  await context.route(`${ORIGIN}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: ISOLATION_HEADERS,
      body: `<!doctype html><html lang="es"><head><meta charset="utf-8"><title>bench</title>${
        pages.get(new URL(route.request().url()).pathname.slice(1)) ?? ''
      }</head><body></body></html>`,
    }),
  )
}

export const toAddress = (page: string) => `${ORIGIN}/${page}`

/** Returns the version of an installed package. */
export function readPackageVersion(name: string): string {
  const { version } = createRequire(import.meta.url)(`${ROOT}node_modules/${name}/package.json`)
  return String(version)
}
