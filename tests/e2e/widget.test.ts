import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { afterFile } from '#tests/support/after-file.ts'
import { expect, openPage } from '#tests/support/browser.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#tests/support/page-checks.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'

const browser = shareBrowser()
let portal: TestPortal
/** The origin of another site, which has the widget in its page. */
let site = ''

const CALL = '**/api/market/widget/*'

beforeAll(async () => {
  portal = await startTestPortal('2026-11-20T12:43:15-05:00')
  const html = `<!doctype html><html lang="es"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Otro sitio</title><link rel="icon" href="data:,"><main><h1>Otro sitio</h1>
    <mercado-dolar market="spot" theme="auto"></mercado-dolar></main>
    <script async src="${portal.url}/widget.js"></script></html>`
  const server = createServer((_request, response) => {
    // The strictest page: no inline styles, and Trusted Types.
    const policy = `default-src 'none';img-src data:;script-src ${portal.url};connect-src ${portal.url};require-trusted-types-for 'script'`
    response.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => server.close())
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})

async function openSite(prepare: (page: Page) => Promise<void> = async () => {}) {
  const opened = await openPage(browser())
  await prepare(opened.page)
  await opened.page.goto(site)
  return { ...opened, widget: opened.page.locator('mercado-dolar') }
}

const expectAgeAndSource = async (page: Page) => {
  await expect(page.locator('.age')).toHaveText(/^Con 15 minutos de retraso/)
  await expect(page.locator('.source')).toHaveText(/^Fuente: Mercado Dólar/)
}

test('a page of another origin shows the delayed price, its change, age and source', async () => {
  const { page, complaints, widget } = await openSite()
  await expect(widget.locator('.price')).toHaveText(/^\$ \d\.\d{3},\d\d$/)
  await expect(widget.locator('.change')).toHaveText(/^[+\u2212]?\d+,\d\d \(.+%\) frente al cierre anterior$/)
  await expect(widget.locator('.state')).toHaveText('Mercado abierto')
  await expect(widget.locator('.age')).toHaveText('Con 15 minutos de retraso, datos de las 12:28')
  await expectAgeAndSource(page)
  await widget.evaluate((element) => element.setAttribute('market', 'nextday'))
  await expect(widget.locator('h2')).toHaveText('Dólar next day')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(complaints).toEqual([])
})

test('without a connection the widget says so', async () => {
  const { page, widget } = await openSite(async (opened) => void (await opened.route(CALL, (route) => route.abort())))
  await expect(widget.locator('.state')).toHaveText('Sin conexión')
  await expectAgeAndSource(page)
})

test('a closed market has its state and its day', async () => {
  const closed = async (opened: Page): Promise<void> => {
    const reply = await portal.request<object>('/api/market/widget/spot')
    const headers = { 'access-control-allow-origin': '*' }
    await opened.route(CALL, (route) => route.fulfill({ headers, json: { ...reply, fase: 'closed' } }))
  }
  const { page, widget } = await openSite(closed)
  await expect(widget.locator('.state')).toHaveText('Mercado cerrado')
  await expect(widget.locator('.age')).toHaveText(/datos del 20 nov 2026, \d\d:\d\d$/)
  await expectAgeAndSource(page)
})

test('the page of the widget has a live preview and the lines to copy', async () => {
  const { page, complaints } = await openPage(browser())
  await page.goto(`${portal.url}/widget/`)
  await expect(page.locator('mercado-dolar .price')).toHaveText(/^\$ \d\.\d{3},\d\d$/)
  const lines = page.getByRole('textbox', { name: 'Líneas para copiar' })
  await expect(lines).toHaveValue(new RegExp(`^<script async src="${portal.url}/widget.js">`))
  await page.getByRole('radio', { name: 'Next day' }).check({ force: true })
  await expect(page.locator('mercado-dolar h2')).toHaveText('Dólar next day')
  await expect(lines).toHaveValue(/market="nextday" theme="auto"/)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(complaints).toEqual([])
})

test('the attribute theme wins over the theme of the device', async () => {
  const { page, widget } = await openSite()
  await page.emulateMedia({ colorScheme: 'dark' })
  const section = widget.locator('section')
  await expect(section).toHaveCSS('background-color', 'rgb(21, 29, 33)')
  await widget.evaluate((element) => element.setAttribute('theme', 'light'))
  await expect(section).toHaveCSS('background-color', 'rgb(255, 255, 255)')
})
