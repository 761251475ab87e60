import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { openPage } from '#tests/support/browser.ts'
import { logIn, startIdentityPortal } from '#tests/support/identity-portal.ts'
import { shareBrowser } from '#tests/support/portal.ts'

const browser = shareBrowser()

const measureWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('the spot screen with doubled text does not scroll sideways or cut its periods', async () => {
  const portal = await startIdentityPortal()
  const { page } = await openPage(browser(), { viewport: { width: 1280, height: 800 } })
  await logIn(page, portal.url, 'demo')
  await page.goto(`${portal.url}/dashboard/spot/`)
  await page.getByRole('slider', { name: 'Punto de la gráfica' }).waitFor()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await measureWidth(page)).toBe(1280)
  const period = page.getByRole('radio', { name: '5d', exact: true })
  const cut = await period.evaluate((element) => element.scrollHeight - element.clientHeight)
  expect(cut).toBeLessThanOrEqual(0)
})
