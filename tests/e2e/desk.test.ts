import type { Locator, Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { expect, openPage } from '#tests/support/browser.ts'
import { shareClientPages } from '#tests/support/client-pages.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '#tests/support/page-checks.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'
import { getButton, getRegion } from '#tests/support/portal-page.ts'
import { startDemo } from '#tests/support/targets.ts'

const WIDE = { width: 1920, height: 1080 }

let portal: TestPortal
const browser = shareBrowser()
const clients = shareClientPages(browser)
beforeAll(async () => {
  portal = await startTestPortal('2026-11-20T12:13:15-05:00')
})

const findPanels = (page: Page) => page.locator('[data-panel]')

const expectOrder = (page: Page, names: readonly string[]) =>
  expect
    .poll(() => findPanels(page).evaluateAll((items) => items.map((item) => item.getAttribute('data-panel'))))
    .toEqual(names)

/** Expects that two controls end at the same height, one beside the other. */
const expectSameLine = (one: Locator, other: Locator) =>
  expect
    .poll(async () => {
      const boxes = await Promise.all([one.boundingBox(), other.boundingBox()])
      const [low = 0, high = 0] = boxes.map((box) => (box ? box.y + box.height : 0))
      return Math.abs(low - high) < 3 && low > 0
    })
    .toBe(true)

const DEFAULT = ['chart', 'figures', 'deals', 'other', 'amounts', 'currencies', 'stocks', 'indices', 'news']

async function openDesk() {
  const { page } = await clients.open(portal.url, { viewport: WIDE })
  await page.goto(`${portal.url}/dashboard/spot/`)
  await getRegion(page, 'Precio de cierre').first().getByText(/\d,\d/).first().waitFor()
  return page
}

test('the desk is arranged by pointer and by keyboard, and is the same after a reload and in another width class', async () => {
  const page = await openDesk()
  await expectOrder(page, DEFAULT)
  await expectNoSidewaysScroll(page, [3440, 1920])
  await expect(getRegion(page, 'Next day')).toBeVisible()
  await expectSameLine(page.getByLabel('Monto mínimo').first(), getButton(page, 'Pausar').first())
  await getButton(page, 'Organizar').click()

  await getButton(page, 'Mover Últimas operaciones').focus()
  await page.keyboard.press('ArrowLeft')
  await expectOrder(page, ['chart', 'deals', 'figures', ...DEFAULT.slice(3)])
  await expect(getButton(page, 'Mover Últimas operaciones')).toBeFocused()
  await getButton(page, 'Tamaño de Gráfica: 10 × 10').focus()
  await page.keyboard.press('ArrowRight')
  await expect(getButton(page, 'Tamaño de Gráfica: 11 × 10')).toBeFocused()

  await getButton(page, 'Mover Precios').hover()
  await page.mouse.down()
  await getButton(page, 'Mover Gráfica').hover()
  await page.mouse.up()
  await expectOrder(page, ['figures', 'chart', 'deals', ...DEFAULT.slice(3)])

  // One drag over two panels, then Esc: the pointer moves on without an effect.
  await getButton(page, 'Mover Precios').hover()
  await page.mouse.down()
  await getButton(page, 'Mover Gráfica').hover()
  await expectOrder(page, ['chart', 'figures', 'deals', ...DEFAULT.slice(3)])
  await getButton(page, 'Mover Next day').hover()
  await expectOrder(page, ['chart', 'deals', 'other', 'figures', ...DEFAULT.slice(4)])
  await page.keyboard.press('Escape')
  await expectOrder(page, ['figures', 'chart', 'deals', ...DEFAULT.slice(3)])
  await getButton(page, 'Mover Noticias').hover()
  await page.mouse.up()
  await getButton(page, 'Tamaño de Gráfica: 11 × 10').hover()
  await page.mouse.down()
  await getButton(page, 'Mover Precios').hover()
  await expect(getButton(page, 'Tamaño de Gráfica: 11 × 10')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(getButton(page, 'Tamaño de Gráfica: 11 × 10')).toBeVisible()
  await page.mouse.up()
  await expectOrder(page, ['figures', 'chart', 'deals', ...DEFAULT.slice(3)])

  await getButton(page, 'Ocultar Noticias').click()
  await expectOrder(page, ['figures', 'chart', 'deals', ...DEFAULT.slice(3, -1)])
  await expect(getButton(page, 'Mover Índices')).toBeFocused()
  await expectNoViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, 'dark')

  await getButton(page, 'Guardar mesa').click()
  await page.getByText('Su mesa quedó guardada.').waitFor()
  await page.reload()
  await expectOrder(page, ['figures', 'chart', 'deals', ...DEFAULT.slice(3, -1)])
  await page.setViewportSize({ width: 3440, height: 1440 })
  await expectOrder(page, ['chart', 'figures', 'deals', 'other', 'news', 'amounts', 'currencies', 'stocks', 'indices'])
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(findPanels(page)).toHaveCount(0)
})

test('a market opens in a window of its own, without header and menu', async () => {
  const page = await openDesk()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Abrir en otra ventana' }).click()
  const own = await opened
  await own.getByRole('heading', { name: 'Next day', level: 1 }).waitFor()
  await getRegion(own, 'Precio de cierre').first().getByText(/\d,\d/).first().waitFor()
  await expect(own.getByRole('banner')).toHaveCount(0)
  await expectNoViolations(own)
})

test('the static demo stores the desk too, and opens a market in a window of its own', async () => {
  const url = await startDemo()
  const { page } = await openPage(browser(), { viewport: WIDE })
  await page.goto(url)
  await page.getByRole('complementary', { name: 'Demostración' }).getByRole('button', { name: 'Usuarios' }).click()
  await page.getByRole('button', { name: 'Entrar como cliente', exact: true }).first().click()
  await getButton(page, 'Organizar').click()
  await getButton(page, 'Ocultar Montos').click()
  await getButton(page, 'Guardar mesa').click()
  await page.getByText('Su mesa quedó guardada.').waitFor()
  await page.reload()
  await expectOrder(
    page,
    DEFAULT.filter((name) => name !== 'amounts'),
  )
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Abrir en otra ventana' }).click()
  const own = await opened
  await own.getByRole('heading', { name: 'Next day', level: 1 }).waitFor()
  await getRegion(own, 'Precio de cierre').first().getByText(/\d,\d/).first().waitFor()
  await own.getByText('En tiempo real', { exact: true }).first().waitFor()
})
