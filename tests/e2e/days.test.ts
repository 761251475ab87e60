import { readFile } from 'node:fs/promises'
import { beforeAll, test } from 'vitest'

import { loadPageRenderer } from '#server/page/render-thread.ts'
import { expect, openPage } from '#tests/support/browser.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#tests/support/page-checks.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'

const DIST = new URL('../../dist', import.meta.url).pathname
const DAY = '/dia/2026-11-18/'

let portal: TestPortal
const browser = shareBrowser()
beforeAll(async () => {
  portal = await startTestPortal('2026-11-20T12:43:15-05:00', { pageRenderer: await loadPageRenderer(DIST) })
})

async function open(path: string, width = 1440) {
  const tab = await openPage(browser(), { viewport: { width, height: 900 } })
  await tab.page.goto(portal.url + path)
  return tab
}

test('a day is compared with another by keyboard, in the address, and leads to the next day', async () => {
  const { page, complaints } = await open(DAY)
  await page.getByRole('slider', { name: 'Punto de la gráfica' }).waitFor()
  const comparison = page.getByRole('region', { name: 'Comparar con otro día' })
  const field = comparison.getByRole('textbox', { name: 'Otro día' })
  await field.fill('2026-11-18')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription(/Elija un día distinto/)
  await expect(field).toBeFocused()
  await field.fill('2026-11-16')
  await field.press('Enter')
  await expect(comparison.getByRole('status')).toContainText('El lunes 16 de noviembre fue festivo en Colombia.')
  await field.fill('2026-11-17')
  await field.press('Enter')
  await expect(comparison.getByRole('table').getByRole('row')).toHaveCount(8)
  expect(new URL(page.url()).search).toBe('?comparar=2026-11-17')
  await expectAccessible(page)
  const next = page.getByRole('navigation', { name: 'Otros días' }).getByRole('link', { name: /jueves 19/ })
  await next.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('El dólar el jueves, 19 de noviembre de 2026')
  await expect(page.getByRole('region', { name: 'Operaciones por hora' }).getByRole('row').nth(1)).toBeVisible()
  expect(complaints).toEqual([])
})

test('the compared day of the address is shown after the page, on a phone without sideways scroll', async () => {
  const { page, complaints } = await open(`${DAY}?comparar=2026-11-17`, 390)
  await expect(page.getByRole('region', { name: 'Comparar con otro día' }).getByRole('table')).toBeVisible()
  await expectNoSidewaysScroll(page)
  expect(complaints).toEqual([])
})

test('a month leads to its days, its files have the days of the month and of the year', async () => {
  const { page, complaints } = await open('/dias/2026-10/')
  const days = page.getByRole('region', { name: 'Días' })
  const rows = days.locator('tbody tr')
  await expect(rows).toHaveCount(21)
  await expectAccessible(page)
  for (const [name, file, lines] of [
    ['Descargar CSV', 'dolar-2026-10.csv', 22],
    ['Descargar 2026', 'dolar-2026.csv', null],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      days.getByRole('button', { name, exact: true }).click(),
    ])
    expect(download.suggestedFilename()).toBe(file)
    const text = (await readFile(await download.path(), 'utf8')).trim()
    expect(text).toMatch(/^Fecha;TRM;Apertura \(dólar spot\);/)
    if (lines !== null) expect(text.split('\r\n')).toHaveLength(lines)
  }
  await days.getByRole('button', { name: 'Cierre' }).press('Enter')
  await expect(days.getByRole('columnheader', { name: 'Cierre' })).toHaveAttribute('aria-sort', /ending$/)
  await page.getByRole('link', { name: '← septiembre de 2026' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('El dólar día a día: septiembre de 2026')
  await page.setViewportSize({ width: 390, height: 900 })
  await days.getByRole('link', { name: 'mar 1 de septiembre de 2026' }).click()
  await expect(page).toHaveURL(`${portal.url}/dia/2026-09-01/`)
  expect(complaints).toEqual([])
})

test.each([
  ['/dia/2027-01-04/', 404, 'Ese día aún no llega.'],
  ['/dia/2026-11-15/', 200, 'El domingo 15 de noviembre no hubo mercado.'],
])('%s has the status %i and says why there are no figures', async (path, status, reason) => {
  const { page } = await openPage(browser())
  const reply = await page.goto(portal.url + path)
  expect(reply?.status()).toBe(status)
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Otros días' }).getByRole('link').first()).toBeVisible()
})

test('a date that does not exist leads to the home', async () => {
  const { page } = await open('/dia/2026-02-30/')
  await expect(page).toHaveURL(`${portal.url}/`)
})
