import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { MINUTE_MS, SECOND_MS } from '#src/domain/time/bogota.ts'
import { expect, expectToPass, openPage } from '#tests/support/browser.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'
import { findPlot, getRegion } from '#tests/support/portal-page.ts'

const WIDTHS = [320, 390, 600, 820, 970, 1200, 1440]
/** All blocks are laid out: the browser skips only those that are far off screen. */
const HEIGHT = 5_000

let portal: TestPortal
const browser = shareBrowser()
beforeAll(async () => {
  portal = await startTestPortal('2026-11-20T12:13:15-05:00')
})

async function openHome() {
  const { page } = await openPage(browser(), { clock: true, viewport: { width: 1440, height: HEIGHT } })
  await page.clock.install({ time: Date.now() })
  await page.goto(portal.url)
  await findPlot(page).waitFor()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  return page
}

/** The places of the headings, figures and tables of the home, by their names. */
const measure = (page: Page): Promise<readonly string[]> =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('h1, h2, section, .fig, dl > div, table, ul, .chart-box')].map((element) => {
      const { left, top } = element.getBoundingClientRect()
      const name = element.ariaLabel ?? element.textContent?.slice(0, 24)
      return `${element.localName} ${name}: ${Math.round(left)}, ${Math.round(top)}`
    }),
  )

async function measureWidths(page: Page) {
  const places = new Map<number, readonly string[]>()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    await expect.poll(async () => (await measure(page)).join()).toBe((await measure(page)).join())
    places.set(width, await measure(page))
  }
  return places
}

async function expectPlaces(page: Page, places: ReadonlyMap<number, readonly string[]>) {
  for (const [width, before] of places) {
    await page.setViewportSize({ width, height: HEIGHT })
    await expect.poll(() => measure(page), { message: `${width} px` }).toEqual(before)
  }
}

test('the marks of late feeds move nothing on the home', async () => {
  const page = await openHome()
  const places = await measureWidths(page)
  await page.route('**/fuentes', async (route) => {
    const reply = await route.fetch()
    const { data } = (await reply.json()) as { data: readonly object[] }
    const late = data.map((feed) => ({ ...feed, actualizado: '2026-11-20T11:05:00-05:00', atrasada: true }))
    await route.fulfill({ response: reply, json: { data: late } })
  })
  // A refresh whose reply comes after its timeout on the page's clock is repeated.
  await expectToPass(async () => {
    await page.clock.runFor(MINUTE_MS)
    await expect(page.getByText(/^Datos de las/).first()).toBeVisible({ timeout: SECOND_MS })
  })
  await expectPlaces(page, places)
})

test.each([
  ['close', '**/estadisticasPromedioCierre**', 'Precio de cierre'],
  ['prices', '**/estadisticasPrecioMercado**', 'Precios del dólar'],
  ['amounts', '**/estadisticasMontoMercado**', 'Montos del dólar'],
  ['chart', '**/graficoMoneda**', 'Gráfica'],
])('a failed refresh of the %s moves nothing on the home', async (_name, calls, region) => {
  const page = await openHome()
  const places = await measureWidths(page)
  await page.route(calls, (route) => route.abort())
  await page.clock.runFor(MINUTE_MS + SECOND_MS)
  await getRegion(page, region)
    .getByText(/Actualizado a las|No se pudo actualizar/)
    .first()
    .waitFor()
  await expectPlaces(page, places)
})

test('figures that no longer refresh, and a lost connection, move nothing on the home', async () => {
  const page = await openHome()
  const places = await measureWidths(page)
  await page.route(/\/api\/(market|publico)\//, (route) => route.abort())
  await page.clock.runFor(MINUTE_MS + SECOND_MS)
  await page.getByText('No se pudo actualizar').waitFor()
  await expectPlaces(page, places)
  await page.clock.runFor(20 * MINUTE_MS)
  await page.getByRole('button', { name: 'Reintentar' }).waitFor()
  await expectPlaces(page, places)
  await page.context().setOffline(true)
  await page.getByText('No hay conexión a internet').first().waitFor()
  await expectPlaces(page, places)
})
