import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { SECOND_MS } from '#src/domain/time/bogota.ts'
import { expect, type PageOptions, pressRetry, stopClock } from '#tests/support/browser.ts'
import { shareClientPages } from '#tests/support/client-pages.ts'
import {
  countRows,
  getPeriod,
  getTab,
  openTable,
  PRICE,
  selectPeriod,
  selectView,
  VIEWS,
} from '#tests/support/dashboard-pages.ts'
import { US_HOLIDAY_CLOCK } from '#tests/support/market-history.ts'
import {
  expectAccessible,
  expectLayoutShift,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '#tests/support/page-checks.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'
import { findPlot, getRegion, readPath, readQuery, tabTo } from '#tests/support/portal-page.ts'

const MARKET_CLOCK = '2026-11-20T12:13:15-05:00'

let portal: TestPortal
const browser = shareBrowser()
const clients = shareClientPages(browser)

beforeAll(async () => {
  portal = await startTestPortal(MARKET_CLOCK)
})

/** Opens an empty page of a signed-in client. */
const openClientPage = (options: PageOptions = {}, target = portal) => clients.open(target.url, options)

/** Opens an empty page of a signed-in client in a new context, to measure the first load. */
const openColdClientPage = (options: PageOptions = {}) => clients.openCold(portal.url, options)

const getStateLine = (page: Page) => page.locator('h1 ~ p')

async function waitForMarket(page: Page): Promise<void> {
  await getRegion(page, 'Precio de cierre').getByText(/\d,\d/).first().waitFor()
  await findPlot(page).waitFor()
}

async function openDashboard(path: string, options: PageOptions = {}, target = portal) {
  const clientPage = await openClientPage(options, target)
  await clientPage.page.goto(target.url + path)
  await waitForMarket(clientPage.page)
  return clientPage
}

test('a copied link shows the same view, period and range', async () => {
  const { page } = await openDashboard('/dashboard/spot/')
  await selectView(page, 'Bollinger')
  await selectPeriod(page, '6m')
  await expect.poll(() => readQuery(page)).toBe('?vista=bollinger&periodo=6m')
  await findPlot(page).waitFor()
  const fromSlider = page.getByRole('slider', { name: 'Desde' })
  await fromSlider.focus()
  await page.keyboard.press('PageUp')
  await expect.poll(() => readQuery(page)).toMatch(/^\?vista=bollinger&periodo=6m&desde=[^&]+&hasta=[^&]+$/)
  await expect.poll(async () => Number(await fromSlider.getAttribute('aria-valuenow'))).toBeGreaterThan(0)
  const [address, handle] = [page.url(), (await fromSlider.getAttribute('aria-valuetext')) ?? '']

  const { page: secondPage } = await openClientPage()
  await secondPage.goto(address)
  await waitForMarket(secondPage)
  await expect(getTab(secondPage, 'Bollinger')).toHaveAttribute('aria-selected', 'true')
  await expect(getPeriod(secondPage, '6m')).toHaveAttribute('aria-checked', 'true')
  await expect(secondPage.getByRole('slider', { name: 'Desde' })).toHaveAttribute('aria-valuetext', handle)
  await expect(secondPage).toHaveURL(address)
})

/** Moves the left handle of the range with the mouse, to the right. */
async function dragRangeStart(page: Page): Promise<void> {
  const { x, y, width, height } = (await page.getByRole('slider', { name: 'Desde' }).boundingBox()) ?? {}
  if (x === undefined || y === undefined || width === undefined || height === undefined) throw new Error('No handle')
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 80, y + height / 2, { steps: 4 })
  await page.mouse.up()
}

async function pressPageUp(page: Page): Promise<void> {
  await page.getByRole('slider', { name: 'Desde' }).focus()
  await page.keyboard.press('PageUp')
}

test.each([
  ['dragged', dragRangeStart],
  ['chosen with a key', pressPageUp],
])('a range that was %s right before going back is there after going forward', async (_how, changeRange) => {
  const { page } = await openDashboard('/dashboard/nextday/')
  await page.getByRole('link', { name: 'Spot USD/COP' }).click()
  await expect(page.locator('h1')).toHaveText(/^Dólar Spot/)
  await findPlot(page).waitFor()
  await changeRange(page)
  await page.evaluate(() => history.back())
  await expect(page.locator('h1')).toHaveText(/^Next day/)
  await page.goForward()
  await expect(page.locator('h1')).toHaveText(/^Dólar Spot/)
  await expect.poll(() => readQuery(page)).toContain('desde=')
})

/** Chooses an entry of the menu 'Descargar' and returns the file's name and content. */
async function download(page: Page, entry: string) {
  await getRegion(page, 'Gráfica').getByRole('button', { name: 'Descargar' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: entry }).click()])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

test('a chart is saved as a picture of two pixels per px, and its points in view as CSV', async () => {
  const { page, complaints } = await openDashboard('/dashboard/spot/')
  await pressPageUp(page)
  const plotWidth = (await findPlot(page).boundingBox())?.width ?? 0
  const picture = await download(page, 'Imagen PNG')
  expect(picture.name).toMatch(/^dolar-spot-precios-1d-2026-11-20-1213\d\d\.png$/)
  expect(picture.content.subarray(1, 4).toString()).toBe('PNG')
  // The width stands at the start of the first block of a PNG file.
  expect(picture.content.readUInt32BE(16)).toBeGreaterThanOrEqual(2 * plotWidth)
  expect(picture.content.length).toBeGreaterThan(20_000)
  const points = await download(page, 'Puntos en CSV')
  const [head, first] = points.content.toString().split('\r\n')
  expect(head).toBe('\uFEFFFecha;Hora;Precio;Monto, USD')
  const from = await page.getByRole('slider', { name: 'Desde' }).getAttribute('aria-valuetext')
  expect((first?.split(';')[1] ?? '') >= `${from}`).toBe(true)
  expect(from).not.toBe('08:00')
  expect(complaints).toEqual([])
})

test('a level and a line are drawn by pointer, moved by both, deleted, and are there after a reload', async () => {
  const { page, complaints } = await openDashboard('/dashboard/spot/')
  const chart = getRegion(page, 'Gráfica')
  await findPlot(page).locator('canvas').waitFor()
  const { x, y, width } = (await findPlot(page).boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await chart.getByRole('button', { name: 'Nivel', exact: true }).click()
  await page.mouse.click(x + 100, y + 150)
  const level = chart.getByRole('slider', { name: 'Nivel' })
  await expect(level).toBeFocused()
  await expect(level).toHaveAttribute(
    'aria-valuetext',
    /^\d\.\d{3},\d\d pesos, [+−]\d+,\d\d \([+−]\d,\d\d ?%\) frente al precio$/,
  )
  const readPrice = async () => Number(await level.getAttribute('aria-valuenow'))
  const placed = await readPrice()
  await page.keyboard.press('ArrowUp')
  await expect.poll(readPrice).toBeCloseTo(placed + 0.1, 5)
  const handle = (await level.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  await page.mouse.move(x + 300, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(x + 300, handle.y + handle.height / 2 + 60, { steps: 3 })
  await page.mouse.up()
  await expect.poll(readPrice).toBeLessThan(placed)

  await chart.getByRole('button', { name: 'Línea', exact: true }).click()
  await page.mouse.move(x + width * 0.2, y + 200)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.5, y + 100, { steps: 3 })
  await page.mouse.up()
  await expect(chart.getByRole('slider', { name: 'Fin de la línea' })).toBeFocused()
  await expectNoViolations(page)

  await level.focus()
  await page.keyboard.press('Delete')
  await expect(level).toHaveCount(0)
  await page.getByRole('status').getByRole('button', { name: 'Deshacer' }).click()
  await expect(level).toHaveCount(1)
  const last = await readPrice()
  // The reply of an earlier change may still be on its way.
  const moved = String(Number((last - 0.1).toFixed(2)))
  const stored = page.waitForResponse(
    (reply) => reply.url().endsWith('/users/ajustes/dibujos-spot') && !!reply.request().postData()?.includes(moved),
  )
  await level.press('ArrowDown')
  await stored
  await page.reload()
  await expect.poll(readPrice).toBeCloseTo(last - 0.1, 5)
  await expect(chart.getByRole('slider', { name: 'Inicio de la línea' })).toHaveCount(1)
  await chart.getByRole('button', { name: 'Dibujos' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dibujos' })
  await dialog.getByRole('textbox', { name: 'Precio del nivel' }).fill('4.000,x')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Escriba un precio en pesos')).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^Crear alerta: Nivel/ })).toHaveAttribute(
    'href',
    `/dashboard/alertas/?mercado=spot&precio=${(last - 0.1).toFixed(2)}&sentido=baja`,
  )
  await dialog.getByRole('button', { name: /^Borrar Nivel/ }).click()
  await dialog.getByRole('button', { name: /^Borrar Línea/ }).click()
  await expect(dialog.getByText('Aún no hay dibujos')).toBeVisible()
  // Later tests open the same chart of the same client.
  const readStored = () => page.evaluate(async () => (await fetch('/api/market/users/ajustes/dibujos-spot')).text())
  await expect.poll(readStored).not.toContain('price')
  expect(complaints).toEqual([])
})

const PHONE = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true }

test('a finger places, moves and deletes a level, and opens an alert at its price', async () => {
  const { page, complaints } = await openDashboard('/dashboard/spot/', PHONE)
  const chart = getRegion(page, 'Gráfica')
  await findPlot(page).locator('canvas').waitFor()
  await chart.getByRole('button', { name: 'Herramientas' }).tap()
  await page.getByRole('menuitem', { name: 'Nivel', exact: true }).tap()
  await findPlot(page).scrollIntoViewIfNeeded()
  const { x, y } = (await findPlot(page).boundingBox()) ?? { x: 0, y: 0 }
  await page.touchscreen.tap(x + 100, y + 120)
  const level = chart.getByRole('slider', { name: 'Nivel' })
  await expect(level).toBeFocused()
  const readPrice = async () => Number(await level.getAttribute('aria-valuenow'))
  const placed = await readPrice()

  const devtools = await page.context().newCDPSession(page)
  const sendTouch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly number[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((down) => ({ x: x + 60, y: y + down })) })
  await sendTouch('touchStart', [120])
  for (const down of [140, 160, 180]) await sendTouch('touchMove', [down])
  await sendTouch('touchEnd', [])
  await expect.poll(readPrice).toBeLessThan(placed)
  await expect(level).toBeFocused()
  await expectNoSidewaysScroll(page)
  await expectNoViolations(page)
  const address = `/dashboard/alertas/?mercado=spot&precio=${(await readPrice()).toFixed(2)}&sentido=baja`
  await expect(chart.getByRole('link', { name: /^Crear alerta: Nivel/ })).toHaveAttribute('href', address)
  await level.press('a')
  await expect(page).toHaveURL(portal.url + address)

  await page.goBack()
  await level.tap()
  await chart.getByRole('button', { name: /^Borrar Nivel/ }).tap()
  await expect(level).toHaveCount(0)
  await expect(findPlot(page)).toBeFocused()
  expect(complaints).toEqual([])
})

test('the chart fills the screen and leaves it by Esc with the focus on its button; ? opens the keys', async () => {
  const { page, complaints } = await openDashboard('/dashboard/spot/')
  const button = page.getByRole('button', { name: 'Pantalla completa' })
  await button.click()
  const full = page.getByRole('dialog', { name: 'Dólar Spot' })
  await findPlot(page).locator('canvas').waitFor()
  const isWide = async () => ((await findPlot(page).boundingBox())?.width ?? 0) > 1_300
  await expect.poll(isWide).toBe(true)
  await expectNoViolations(page)
  await findPlot(page).press('?')
  const help = page.getByRole('dialog', { name: 'Ayuda de la gráfica' })
  await expect(help.getByText('Acercar', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  // A print has the chart instead of the page (D71).
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main', { includeHidden: true })).toBeHidden()
  await expect(full).toHaveCSS('position', 'static')
  await page.emulateMedia({ media: null })
  await page.keyboard.press('Escape')
  await expect(full).toHaveCount(0)
  await expect(button).toBeFocused()
  // The earlier points and what is in view stay, in the dialog and back on the page.
  await getPeriod(page, '1m').click()
  await page.getByRole('button', { name: 'Ver datos anteriores' }).click()
  const note = page.getByText(/^Arrastre la gráfica o aléjela para ver los datos anteriores/)
  await expect(note).toBeVisible()
  await findPlot(page).press('+')
  await expect(page.locator('.chart-summary')).toHaveText(/^De 29 oct 2026 a 20 nov 2026/)
  await button.click()
  await expect(full.getByText(/^Arrastre la gráfica o aléjela/)).toBeVisible()
  await expect(page.locator('.chart-summary')).toHaveText(/^De 29 oct 2026 a 20 nov 2026/)
  await expect.poll(isWide).toBe(true)
  await page.keyboard.press('Escape')
  await expect(note).toBeVisible()
  await expect(page.locator('.chart-summary')).toHaveText(/^De 29 oct 2026 a 20 nov 2026/)
  await expect.poll(isWide).toBe(false)
  await expect(full).toHaveCount(0)
  await expect(button).toBeFocused()
  expect(complaints).toEqual([])
})

test('views, periods, comparisons and markets add history entries, ranges do not', async () => {
  const { page } = await openDashboard('/dashboard/spot/')
  await getTab(page, 'Velas').click()
  await expect.poll(() => readQuery(page)).toBe('?vista=velas')
  await getPeriod(page, '1m').click()
  await expect.poll(() => readQuery(page)).toBe('?vista=velas&periodo=1m')
  await findPlot(page).waitFor()
  await page.getByRole('button', { name: 'Comparar' }).click()
  await page.getByRole('checkbox', { name: 'TRM' }).check()
  await expect.poll(() => readQuery(page)).toBe('?vista=velas&periodo=1m&comparar=trm')
  await expect(findPlot(page)).toHaveAttribute('aria-valuetext', /TRM \d\.\d{3},\d\d \([+−]?\d+,\d\d, [+−]?\d+,\d\d%\)/)
  await page.getByRole('button', { name: 'Indicadores' }).click()
  await page.getByRole('checkbox', { name: 'Monto negociado' }).check()
  await expect(findPlot(page)).toHaveAttribute('aria-valuetext', /, Monto USD [\d.]+, TRM /)
  await page.goBack()
  await page.goBack()
  await expect.poll(() => readQuery(page)).toBe('?vista=velas&periodo=1m')
  await page.getByRole('slider', { name: 'Desde' }).focus()
  await page.keyboard.press('PageUp')
  await expect.poll(() => readQuery(page)).toContain('&desde=')
  await page.getByRole('link', { name: 'Next day USD/COP' }).click()
  await expect(page.locator('h1')).toHaveText('Next day')

  await page.goBack()
  await expect(page.locator('h1')).toHaveText('Dólar Spot')
  await expect.poll(() => readQuery(page)).toContain('&desde=')
  await expect(getPeriod(page, '1m')).toHaveAttribute('aria-checked', 'true')
  await page.goBack()
  await expect.poll(() => readQuery(page)).toBe('?vista=velas')
  await expect(getPeriod(page, '1d')).toHaveAttribute('aria-checked', 'true')
  await page.goBack()
  await expect(getTab(page, 'Precios')).toHaveAttribute('aria-selected', 'true')
  await page.goForward()
  await expect(getTab(page, 'Velas')).toHaveAttribute('aria-selected', 'true')
  await findPlot(page).waitFor()
})

test('an address with invalid values shows the prices of the day', async () => {
  const { page, complaints } = await openDashboard(
    '/dashboard/spot/?vista=%00&periodo=9z&desde=2026-13-45T99:00&hasta=x',
  )
  await expect(getTab(page, 'Precios')).toHaveAttribute('aria-selected', 'true')
  await expect(getPeriod(page, '1d')).toHaveAttribute('aria-checked', 'true')
  await expect(findPlot(page)).toHaveAttribute('aria-valuetext', PRICE)
  expect(complaints).toEqual([])
})

/** Presses Tab until the focus is on an element that matches. */
test('menu, tabs, periods, crosshair, range and table work with the keyboard', async () => {
  const { page } = await openDashboard('/dashboard/')
  await tabTo(page.getByRole('navigation', { name: 'Mercado' }).getByRole('link').first())
  await page.keyboard.press('Enter')
  await expect.poll(() => readPath(page)).toBe('/dashboard/spot/')
  await waitForMarket(page)

  await tabTo(page.getByRole('tab').first())
  await page.keyboard.press('ArrowRight')
  await expect(getTab(page, 'Promedios')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Tab')
  await expect(getPeriod(page, '1d')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(getPeriod(page, '5d')).toHaveAttribute('aria-checked', 'true')
  await findPlot(page).waitFor()

  await tabTo(findPlot(page))
  await page.keyboard.press('End')
  await expect(findPlot(page)).toHaveAttribute('aria-valuetext', PRICE)
  const lastPointText = (await findPlot(page).getAttribute('aria-valuetext')) ?? ''
  await page.keyboard.press('Home')
  await expect(findPlot(page)).not.toHaveAttribute('aria-valuetext', lastPointText)
  await page.keyboard.press('Escape')

  await tabTo(page.getByRole('slider', { name: 'Desde' }))
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => readQuery(page)).toContain('desde=')
  await tabTo(page.getByRole('button', { name: /^Ver como tabla/ }))
  await page.keyboard.press('Enter')
  await expect.poll(() => getRegion(page, 'Gráfica').getByRole('row').count()).toBeGreaterThan(1)
})

const LIVE_CALLS = /\/(estadisticas\/estadisticas|graficos\/|stream)/

test('the spot page marks late and stopped data and recovers on a retry', async () => {
  const { page } = await openClientPage({ clock: true })
  await page.clock.install({ time: Date.now() })
  await page.goto(`${portal.url}/dashboard/spot/`)
  await waitForMarket(page)
  await expect(getStateLine(page)).toContainText('En tiempo real, 12:13:')
  await page.route(LIVE_CALLS, (route) => route.abort())
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await page.clock.runFor(32 * SECOND_MS)
  await expect(getStateLine(page)).toContainText('Última actualización 12:13:')
  const price = await getRegion(page, 'Precio de cierre').locator('.wdth-figure').innerText()
  await page.clock.runFor(62 * SECOND_MS)
  await page.getByText(/Los precios no se actualizan desde las 12:13:\d\d\./).waitFor()
  await expect(getRegion(page, 'Precio de cierre').locator('.wdth-figure')).toHaveText(price)

  await stopClock(page)
  await pressRetry(page, LIVE_CALLS, page.getByRole('button', { name: 'Reintentar' }).first())
  await page.clock.resume()
  await expect(getStateLine(page)).toContainText('En tiempo real, 12:13:')
  await expect(page.getByText('Los precios no se actualizan')).toHaveCount(0)
})

test('the page shows a lost and a restored connection, and its figures do not disappear', async () => {
  const { page } = await openDashboard('/dashboard/nextday/')
  await page.context().setOffline(true)
  await page.getByText('No hay conexión a internet.').waitFor()
  await expect(getStateLine(page)).toHaveText(/^Sin conexión\. Datos de las 12:13:\d\d$/)
  await expect(getRegion(page, 'Precio de cierre').getByText(/\d,\d/).first()).toBeVisible()
  await page.context().setOffline(false)
  await page.getByText('Conexión restablecida. Datos al día.').waitFor()
  await expect(getStateLine(page)).toContainText('En tiempo real')
})

test('on a US holiday the spot page links to the next day page', async () => {
  const holidayPortal = await startTestPortal(US_HOLIDAY_CLOCK)
  const { page } = await openDashboard('/dashboard/spot/', {}, holidayPortal)
  await page.getByText('DIA FESTIVO en USA – Solo disponible NEXT DAY', { exact: true }).waitFor()
  await expect(getStateLine(page)).toHaveText('Mercado cerrado. Datos del martes 10 de noviembre')
  await page.getByRole('link', { name: 'Ver Next day' }).click()
  await expect.poll(() => readPath(page)).toBe('/dashboard/nextday/')
  await waitForMarket(page)
  await expect(getStateLine(page)).toContainText('En tiempo real')
  await expect(page.getByText('DIA FESTIVO')).toHaveCount(0)
})

test('before the market opens the spot page shows the previous trading day', async () => {
  const earlyPortal = await startTestPortal('2026-11-20T07:40:00-05:00')
  const { page } = await openClientPage({}, earlyPortal)
  await page.goto(`${earlyPortal.url}/dashboard/spot/`)
  await getRegion(page, 'Gráfica').getByText('jueves 19 de noviembre').first().waitFor()
  await getRegion(page, 'Precio de cierre').getByText('jueves 19 de noviembre').first().waitFor()
  await expect(getStateLine(page)).toHaveText(/^Mercado por abrir\. Datos de las 07:40/)
  await expect(findPlot(page)).toHaveAttribute('aria-valuetext', PRICE)
})

test('the dashboard without a live stream reloads its page after 540 s with the same range', async () => {
  const { page } = await openClientPage({ clock: true })
  const start = Date.now()
  await page.clock.install({ time: start })
  await page.route(/\/stream/, (route) => route.fulfill({ status: 404 }))
  await page.goto(`${portal.url}/dashboard/?desde=2026-11-20T09:00&hasta=2026-11-20T11:00`)
  await waitForMarket(page)
  await expect(getStateLine(page)).toContainText('Se actualiza cada 7 min 48 s')
  const fromSlider = page.getByRole('slider', { name: 'Desde' })
  await expect(fromSlider).toHaveAttribute('aria-valuetext', '09:00')
  await page.evaluate(() => document.body.setAttribute('data-old', ''))
  // The page loaded at most `openingMs` after `start`. Its clock is stopped now.
  const openingMs = (await stopClock(page)) - start
  await page.clock.runFor(535 * SECOND_MS - openingMs)
  await expect(page.locator('body[data-old]')).toHaveCount(1)
  await page.clock.runFor(10 * SECOND_MS + openingMs)
  await expect(page.locator('body[data-old]')).toHaveCount(0)
  await page.clock.resume()
  await waitForMarket(page)
  await expect(fromSlider).toHaveAttribute('aria-valuetext', '09:00')
  await expect.poll(() => readQuery(page)).toBe('?desde=2026-11-20T09:00&hasta=2026-11-20T11:00')
})

test('a refresh rejected with 401 signs the client out and shows the reason', async () => {
  const { page } = await openClientPage({ clock: true })
  await page.clock.install({ time: Date.now() })
  await page.goto(`${portal.url}/dashboard/spot/?periodo=5d`)
  await waitForMarket(page)
  await page.route(/graficoPrecios/, (route) =>
    route.fulfill({ status: 401, json: { message: 'La sesión se abrió en otro equipo.' } }),
  )
  await page.clock.runFor(16 * SECOND_MS)
  await page.getByText('La sesión se abrió en otro equipo.').waitFor()
  await expect.poll(() => readPath(page)).toBe('/')
  await page.getByRole('banner').getByRole('link', { name: 'Iniciar sesión' }).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.length)).toBe(0)
})

test('on a phone the market menu opens and closes by keyboard and links to the next day page', async () => {
  const { page } = await openDashboard('/dashboard/spot/', { viewport: { width: 390, height: 800 } })
  const toggle = page.getByRole('button', { name: 'Abrir menú' })
  await expect(page.getByRole('navigation', { name: 'Mercado' })).toHaveCount(0)
  await toggle.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Mercado' })
  await menu.getByRole('link', { name: 'Estadísticas' }).waitFor()
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await expect(toggle).toBeFocused()
  await expect(toggle).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'Next day USD/COP' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => readPath(page)).toBe('/dashboard/nextday/')
  await menu.waitFor({ state: 'hidden' })
  await waitForMarket(page)
})

test('the spot page has no accessibility violation in any width and theme', async () => {
  const { page } = await openDashboard('/dashboard/spot/')
  await expectAccessible(page)
  await selectView(page, 'Bollinger')
  await selectPeriod(page, '6m')
  await expect(findPlot(page)).toHaveAttribute('aria-valuetext', PRICE)
  await openTable(page)
  await expect.poll(() => countRows(page)).toBeGreaterThan(0)
  await expectAccessible(page)
})

test('the open market menu of a phone has no accessibility violation in any theme', async () => {
  const { page } = await openDashboard('/dashboard/spot/', { viewport: { width: 390, height: 900 } })
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('dialog').getByRole('link').first().waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoViolations(page, colorScheme)
  }
})

test('the spot page and the dashboard do not scroll sideways at any width', async () => {
  const { page } = await openDashboard('/dashboard/spot/')
  for (const view of VIEWS) {
    await selectView(page, view)
    await findPlot(page).waitFor()
    await expectNoSidewaysScroll(page)
  }
  await page.goto(`${portal.url}/dashboard/`)
  await waitForMarket(page)
  await expectNoSidewaysScroll(page)
})

// At 600 px the panel is as high as the list of prices next to it, whose rows become longer.
test.each([
  [320, 'place and height'],
  [600, 'place'],
  [1200, 'place and height'],
  [1440, 'place and height'],
])('at %i px the panel of the last price has the same %s before and after its price arrives', async (width, fixed) => {
  const { page } = await openColdClientPage({ viewport: { width, height: 900 } })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/api\/(?!market\/stream)/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${portal.url}/dashboard/spot/`)
  const panel = getRegion(page, 'Precio de cierre')
  await panel.locator('.bg-skeleton').first().waitFor()
  const measure = async () => {
    const { x, y, height } = (await panel.boundingBox()) ?? {}
    return fixed === 'place' ? { x, y } : { x, y, height }
  }
  // The fonts of a cold page may arrive after its first layout.
  await page.evaluate(async () => void (await document.fonts.ready))
  const box = await measure()
  release()
  await panel.getByText(PRICE).first().waitFor()
  await expect(getStateLine(page)).toContainText('En tiempo real')
  await expect.poll(measure).toEqual(box)
})

test.each([390, 820, 1440])('data that load late cause no layout shift at %i px', async (width) => {
  const { page } = await openColdClientPage({ viewport: { width, height: 900 } })
  let replyCount = 0
  await page.route(/\/api\/(?!market\/stream)/, async (route) => {
    replyCount += 1
    const response = await route.fetch()
    const framesPassed = page.evaluate((frames) => {
      const wait = (left: number): Promise<void> =>
        left === 0 ? Promise.resolve() : new Promise((done) => requestAnimationFrame(() => done(wait(left - 1))))
      return wait(frames)
    }, replyCount * 3)
    // A navigation ends the wait. The request of the old page then needs no reply.
    const isPageOpen = await framesPassed.then(
      () => true,
      () => false,
    )
    if (!isPageOpen) return route.abort()
    await route.fulfill({ response })
  })
  for (const path of ['/dashboard/spot/?vista=promedios&periodo=1m', '/dashboard/nextday/']) {
    await page.goto(portal.url + path)
    await waitForMarket(page)
    await getRegion(page, 'Noticias').getByRole('article').first().waitFor()
    await getRegion(page, 'Divisas').getByText(/\d/).first().waitFor()
    await expectLayoutShift(page, 0.02, path)
  }
})
