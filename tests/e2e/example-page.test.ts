import { join } from 'node:path'
import { build, preview } from 'vite'
import { beforeAll, test, vi } from 'vitest'

import { afterFile } from '#tests/support/after-file.ts'
import { expect, openPage } from '#tests/support/browser.ts'
import { installExample, runProgram, TSC } from '#tests/support/core-package.ts'
import { historyEnv } from '#tests/support/market-history.ts'
import { shareBrowser } from '#tests/support/portal.ts'
import { startTestServer } from '#tests/support/server.ts'

const browser = shareBrowser()
let pageUrl = ''

beforeAll(async () => {
  const root = await installExample('price-page')
  await runProgram(process.execPath, [TSC, '-p', root])
  const { url } = await startTestServer(await historyEnv('2026-11-20T10:40'))
  // The configuration of the example reads it.
  vi.stubEnv('SERVER', url)
  const config = { root, configFile: join(root, 'vite.config.js'), logLevel: 'error' } as const
  await build(config)
  const server = await preview({ ...config, preview: { port: 0, host: '127.0.0.1' } })
  afterFile(async () => {
    vi.unstubAllEnvs()
    await server.close()
  })
  pageUrl = server.resolvedUrls?.local[0] ?? ''
})

test('the example page shows the price of the home', async () => {
  const { page, complaints } = await openPage(browser())
  await page.goto(pageUrl)
  await expect(page.locator('#price')).toHaveText(/^\$ \d\.\d{3},\d\d$/)
  await expect(page.locator('#change')).toHaveText(/frente a la apertura/)
  await expect(page.locator('#note')).toHaveText(/15 minutos de retraso/)
  expect(complaints).toEqual([])
})
