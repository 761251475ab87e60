import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { SCREEN_NAMES, SCREENS, type ScreenName, toScreen } from '#src/application/navigation/screens.ts'
import { expect, openPage, type PageOptions } from '#tests/support/browser.ts'
import { getPeriod } from '#tests/support/dashboard-pages.ts'
import { passHumanCheck } from '#tests/support/identity-portal.ts'
import { getRow } from '#tests/support/imc-pages.ts'
import { expectAccessible, expectNoSidewaysScroll } from '#tests/support/page-checks.ts'
import { openCardPage, VISITOR_EMAIL } from '#tests/support/payment-pages.ts'
import { shareBrowser } from '#tests/support/portal.ts'
import { findPlot, getButton, getRegion, tabTo } from '#tests/support/portal-page.ts'
import { readPathIn, startDemo } from '#tests/support/targets.ts'

let url: string
const browser = shareBrowser()
beforeAll(async () => {
  url = await startDemo()
})

async function openDemo(path = '/', options: PageOptions = {}) {
  const tab = await openPage(browser(), options)
  await tab.page.goto(url + path)
  await getBar(tab.page).waitFor()
  return tab
}

const getBar = (page: Page) => page.getByRole('complementary', { name: 'Demostración' })

/** Signs a user in with the buttons of the bar. */
async function enterAs(page: Page, name: string) {
  await getBar(page).getByRole('button', { name: 'Usuarios' }).click()
  await getButton(page, `Entrar como ${name}`).click()
}

/** Opens the market at another time with the bar, which loads the page again. */
async function openMarketAt(page: Page, date: string, time: string) {
  await getBar(page)
    .getByRole('button', { name: /^Fecha/ })
    .click()
  await page.getByRole('textbox', { name: 'Fecha del mercado' }).fill(date)
  await page.getByRole('textbox', { name: 'Hora en Bogotá' }).fill(time)
  await getButton(page, 'Ir a esta fecha').click()
}

const waitForPrice = (page: Page) => getRegion(page, 'Precio de cierre').getByText(/\d,\d/).first().waitFor()

/** Records the requests of a page that are not for a file of the demo: its assets and its pages. */
function recordForeignRequests(page: Page, folder: string) {
  const foreign: string[] = []
  const asset = new RegExp(`^${folder}/assets/[\\w.-]+$`)
  page.on('request', (request) => {
    const address = request.url()
    const isPage = request.isNavigationRequest() && address.startsWith(`${folder}/`)
    if (!isPage && !asset.test(address) && !address.startsWith('data:')) foreign.push(address)
  })
  page.on('websocket', (socket) => foreign.push(socket.url()))
  return foreign
}

/** The headings of screens that differ from their titles. */
const HEADINGS: Partial<Readonly<Record<ScreenName, string>>> = {
  home: 'Dólar Spot',
  pricing: 'Servicio de datos del dólar',
  checkoutReturn: 'No encontramos este pago',
  trm: 'Tasa representativa del mercado (TRM)',
}

/** The screen that a visitor sees at the address of a screen. */
function findShownScreen(name: ScreenName): ScreenName {
  const { guard, title } = toScreen(name)
  if (guard === 'entity') return 'imcLogin'
  if (guard === 'expired') return 'login'
  if (guard === 'client') return 'home'
  // The links of mails open nothing without their tokens.
  return title === null && HEADINGS[name] === undefined ? 'home' : name
}

/** Waits for the screen itself: the page shows another `main` while its code loads. */
const waitForScreen = (page: Page, heading: string) =>
  page.locator('main:not([aria-busy="true"])').getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()

test('the demo requests only its own files, on public pages, as a client and as an entity', async () => {
  const { page, complaints } = await openPage(browser())
  const foreign = recordForeignRequests(page, url)
  await page.goto(`${url}/`)
  await waitForPrice(page)
  await page.getByRole('link', { name: 'IMCs/Clientes' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Estadísticas IMCs/Clientes' }).waitFor()
  await enterAs(page, 'cliente')
  await page.getByText('En tiempo real', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Mis pagos' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mis pagos' }).waitFor()
  await enterAs(page, 'entidad pequeña')
  await getRow(page, 'César Augusto Niño').waitFor()
  expect(foreign).toEqual([])
  expect(complaints).toEqual([])
})

test('the page of each screen opens in a folder of a host, and requests only files of the demo', async () => {
  const folder = await startDemo('/ventas/demo/')
  const { page, complaints } = await openPage(browser())
  const foreign = recordForeignRequests(page, folder)
  for (const name of SCREEN_NAMES.filter((screen) => !SCREENS[screen].path.includes(':'))) {
    await page.goto(folder + SCREENS[name].path)
    const shown = findShownScreen(name)
    await waitForScreen(page, HEADINGS[shown] ?? toScreen(shown).title ?? '')
    await getBar(page).waitFor()
  }
  await page.getByRole('link', { name: 'Mercado Dólar' }).first().click()
  await expect.poll(() => readPathIn({ url: folder }, page)).toBe('/')
  expect([foreign, complaints]).toEqual([[], []])
})

test.each(['/imc/MisProductos/Detalles/paq-usd-pro', '/dashboard/pagos/MD-2026-000001', '/nada/otra'])(
  '404.html opens the portal at %s, in a folder of a host',
  async (path) => {
    const folder = await startDemo('/ventas/demo/')
    const { page } = await openPage(browser())
    await page.goto(`${folder}/`)
    await getBar(page).waitFor()
    await page.goto(folder + path)
    await getBar(page).waitFor()
    const login = path.startsWith('/imc/') ? '/imc/login' : '/'
    await expect.poll(() => readPathIn({ url: folder }, page)).toBe(login)
  },
)

test('the page of a day opens from its month, and by its address, in a folder of a host', async () => {
  const folder = await startDemo('/ventas/demo/')
  const { page, complaints } = await openPage(browser())
  await page.goto(`${folder}/dias/`)
  await getRegion(page, 'Días').locator('tbody').getByRole('link').nth(1).click()
  await getRegion(page, 'Operaciones por hora').waitFor()
  await page.reload()
  await getRegion(page, 'Cifras del día').getByText(/\d,\d/).first().waitFor()
  await getRegion(page, 'Operaciones por hora').waitFor()
  // The host sends 404.html with its status.
  expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
})

test('the documents of the registration open in the folder of a host', async () => {
  const folder = await startDemo('/ventas/demo/')
  const { page } = await openPage(browser())
  await page.goto(`${folder}${SCREENS.registration.path}`)
  const opening = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'términos y condiciones' }).click()
  const opened = await opening
  await opened.getByRole('main').waitFor()
  await expect.poll(() => readPathIn({ url: folder }, opened)).toBe(SCREENS.termsOfUse.path)
})

test('the bar opens the market at another date, and a reload continues there', async () => {
  const { page } = await openDemo()
  await page.getByText('Viernes, 20 de noviembre de 2026').waitFor()
  await getBar(page).getByRole('button', { name: 'Fecha: 20 nov 2026' }).click()
  const date = page.getByRole('textbox', { name: 'Fecha del mercado' })
  await date.fill('')
  await getButton(page, 'Ir a esta fecha').click()
  await expect(date).toHaveAccessibleDescription('Escriba la fecha, como 2026-11-20')
  await date.fill('2025-03-04')
  await page.getByRole('textbox', { name: 'Hora en Bogotá' }).fill('9:30')
  await getButton(page, 'Ir a esta fecha').click()
  await page.getByText('Martes, 4 de marzo de 2025').waitFor()
  await page.getByText('Mercado abierto').waitFor()
  await waitForPrice(page)
  await page.reload()
  await page.getByText('Martes, 4 de marzo de 2025').waitFor()
  await getButton(page, 'Empezar de nuevo').click()
  await page.getByText('Viernes, 20 de noviembre de 2026').waitFor()
})

test('the bar closes and opens the market', async () => {
  const { page } = await openDemo()
  const toggle = getBar(page).getByRole('button', { name: 'Mercado cerrado' })
  await page.getByText('Mercado abierto').waitFor()
  await expect(toggle).toHaveAttribute('aria-pressed', 'false')
  await toggle.click()
  await page.getByRole('main').getByText('Mercado cerrado').waitFor()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await toggle.click()
  await page.getByText('Mercado abierto').waitFor()
})

test('the header says since when the source is stopped, and that it sends again (D114)', async () => {
  const { page } = await openDemo('/')
  await waitForPrice(page)
  const status = page.getByRole('main').getByRole('status').filter({ hasText: 'Mercado abierto' })
  await expect(status).toBeVisible()
  const toggle = getBar(page).getByRole('button', { name: 'Fuente detenida' })
  await toggle.focus()
  await page.keyboard.press('Space')
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  const frozen = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: /Sin operaciones nuevas desde las 10:4\d/ })
  await expect(frozen).toBeVisible()
  await expect(page.getByText(/La fuente del mercado no envía operaciones desde las 10:4\d\./)).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await toggle.click()
  await expect(status).toBeVisible()
  await expect(frozen).toBeHidden()
})

test('without a connection each panel shows an error, and recovers after a retry', async () => {
  const { page } = await openDemo('/')
  await waitForPrice(page)
  const toggle = getBar(page).getByRole('button', { name: 'Sin conexión' })
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'IMCs/Clientes' }).first().click()
  const panel = getRegion(page, 'IMCs/IMCs')
  await panel.getByRole('button', { name: 'Reintentar' }).waitFor()
  await toggle.click()
  await panel.getByRole('button', { name: 'Reintentar' }).click()
  await panel
    .getByText(/\$\s\d/)
    .first()
    .waitFor()
})

test('the drawings of a visitor and those of a client stay after a reload, each its own (D131)', async () => {
  const { page } = await openDemo()
  await waitForPrice(page)
  const chart = getRegion(page, 'Gráfica')
  const level = chart.getByRole('slider', { name: 'Nivel' })
  await chart.getByRole('button', { name: 'Herramientas' }).click()
  await chart.getByRole('button', { name: 'Nivel' }).press('Enter')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('visitante.dibujos-spot'))).toContain('"level"')
  await page.reload()
  await expect(level).toHaveCount(1)
  await enterAs(page, 'cliente')
  await page.getByText('En tiempo real', { exact: true }).waitFor()
  await chart.getByRole('button', { name: 'Línea' }).press('Enter')
  await expect(chart.getByRole('slider', { name: 'Fin de la línea' })).toBeFocused()
  await expect(level).toHaveCount(0)
  const isStored = () => page.evaluate(() => sessionStorage.getItem('demo.servicio')?.includes('dibujos-spot'))
  await expect.poll(isStored).toBe(true)
  await page.reload()
  await expect(chart.getByRole('slider', { name: 'Fin de la línea' })).toHaveCount(1)
  await expect(level).toHaveCount(0)
})

test('the figures of a client change with the deals of the market', async () => {
  const { page } = await openDemo()
  // The busiest minutes of this day: a deal of the spot market about every four seconds.
  await openMarketAt(page, '2026-11-18', '11:24')
  await page.getByText('Miércoles, 18 de noviembre de 2026').waitFor()
  await enterAs(page, 'cliente')
  await page.getByText('En tiempo real', { exact: true }).waitFor()
  const count = getRegion(page, 'Montos del dólar').locator('dd').last()
  const readCount = async () => Number((await count.innerText()).replaceAll('.', ''))
  let first = 0
  const readFirst = async () => {
    first = await readCount()
    return first
  }
  await expect.poll(readFirst).toBeGreaterThan(0)
  await expect.poll(readCount).toBeGreaterThan(first)
  // The comparisons and the earlier points of a chart need no server either.
  await page.getByRole('link', { name: 'Spot USD/COP' }).click()
  await getPeriod(page, '5d').click()
  await getButton(page, 'Comparar').click()
  for (const name of ['TRM', 'Next day']) await page.getByRole('checkbox', { name, exact: true }).check()
  await expect(findPlot(page)).toHaveAttribute('aria-valuetext', /, TRM \d.*, Next day \d/)
  await getButton(page, 'Ver datos anteriores').click()
  await expect(page.getByText(/^Arrastre la gráfica .*\d{4}/)).toBeVisible()
})

test('the charts of a client have intervals, indicators, pictures, files and the whole screen (D126, D129, D132)', async () => {
  const { page, complaints } = await openDemo()
  await enterAs(page, 'cliente')
  await page.getByRole('link', { name: 'Spot USD/COP' }).click()
  await getPeriod(page, '5d').click()
  await getButton(page, 'Intervalo: Automático').click()
  await page.getByRole('option', { name: '1 hora' }).click()
  await getButton(page, 'Indicadores').click()
  await page.getByRole('checkbox', { name: /RSI/ }).check()
  await expect(findPlot(page)).toHaveAttribute('aria-valuetext', /RSI/)
  await page.reload()
  await expect(findPlot(page)).toHaveAttribute('aria-valuetext', /RSI/)
  await getButton(page, 'Intervalo: 1 hora').waitFor()
  const save = async (entry: string) => {
    await getRegion(page, 'Gráfica').getByRole('button', { name: 'Descargar' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: entry }).click(),
    ])
    return readFile(await file.path(), 'latin1')
  }
  const picture = await save('Imagen PNG')
  expect(picture.slice(1, 4)).toBe('PNG')
  const points = await save('Puntos en CSV')
  expect(points.split('\r\n')[0]).toContain('Fecha;Hora;Precio')
  await findPlot(page).press('f')
  await page.getByRole('dialog', { name: 'Dólar Spot' }).waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Ayuda de la gráfica' }).waitFor()
  expect(complaints).toEqual([])
})

test('an alert fires with a mail that leads to its stop, and quiet hours stay (D125)', async () => {
  const { page } = await openDemo('/', { clock: true })
  await page.clock.install({ time: Date.now() })
  // Within four minutes, the price falls from 3.984 to 3.976.
  await openMarketAt(page, '2026-11-18', '11:24')
  await enterAs(page, 'cliente')
  await page.getByRole('link', { name: 'Alertas' }).click()
  await getButton(page, 'Crear alerta').click()
  const dialog = page.getByRole('dialog', { name: 'Crear alerta' })
  await dialog.getByText('Baja', { exact: true }).click()
  await dialog.getByLabel('Precio', { exact: true }).fill('3980')
  await dialog.getByRole('button', { name: /Repetición/ }).click()
  await page.getByRole('option', { name: 'Cada cruce, con pausa de 5 minutos' }).click()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toHaveCount(0)
  await page.clock.fastForward('05:00')
  await expect(getRegion(page, 'Historial')).toContainText('Dólar spot: baja a 3.980,00')
  await getBar(page).getByRole('button', { name: 'Correos' }).click()
  await getBar(page).getByText('Alerta: Dólar spot: baja a 3.980,00').waitFor()
  await getButton(page, 'Detener esta alerta').click()
  const stop = page.getByRole('dialog', { name: 'Detener una alerta' })
  await stop.getByText('Dólar spot: baja a 3.980,00').waitFor()
  await stop.getByRole('button', { name: 'Detener esta alerta' }).click()
  const stopped = page.getByRole('dialog', { name: 'La alerta está detenida' })
  await stopped.getByRole('link', { name: 'Mis alertas' }).click()
  await getRegion(page, 'Mis alertas').getByText('Detenida').waitFor()
  await page.getByLabel('Silencio desde').fill('22:00')
  await page.getByLabel('Silencio hasta').fill('06:00')
  await getButton(page, 'Guardar avisos').click()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('demo.servicio'))).toContain('"22:00"')
  await page.reload()
  await expect(page.getByLabel('Silencio hasta')).toHaveValue('06:00')
  await expect(getRegion(page, 'Historial')).toContainText('Dólar spot: baja a 3.980,00')
})

test('months have files, days are compared, and dates convert, also without a connection (D123, D130)', async () => {
  const { page } = await openDemo('/dias/')
  const days = getRegion(page, 'Días')
  for (const [name, file] of [
    ['Descargar CSV', 'dolar-2026-11.csv'],
    ['Descargar 2026', 'dolar-2026.csv'],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), getButton(page, name).click()])
    expect(download.suggestedFilename()).toBe(file)
  }
  await days.locator('tbody').getByRole('link').nth(1).click()
  const compared = getRegion(page, 'Comparar con otro día')
  await compared.getByRole('textbox', { name: 'Otro día' }).fill('2026-11-18')
  await compared.getByRole('button', { name: 'Comparar' }).click()
  await expect(compared.getByRole('row')).toHaveCount(8)
  await page.getByRole('link', { name: 'Convertidor' }).first().click()
  const result = getRegion(page, 'Resultado')
  await page.getByLabel('Fecha', { exact: true }).fill('2026-11-15')
  await expect(result).toContainText('El domingo 15 de noviembre es fin de semana')
  await page.context().setOffline(true)
  await expect(result).toContainText('Sin conexión con el servidor: tasa de las')
  await page.getByLabel('Monto en dólares').fill('2')
  await expect(page.getByLabel('Para copiar')).toHaveValue(/^US\$\s2,00 son /)
})

test('the keys of the API stay after a reload, without their secrets (D130)', async () => {
  const { page } = await openDemo()
  await enterAs(page, 'cliente')
  await page.getByRole('link', { name: 'Claves de la API' }).click()
  await page.getByLabel('Nombre de la clave').fill('ERP')
  await getButton(page, 'Crear clave').click()
  const secret = await page.getByLabel('Su clave nueva').inputValue()
  await page.reload()
  await getButton(page, 'Rotar ERP').waitFor()
  await expect(page.getByLabel('Su clave nueva')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('demo.servicio'))).not.toContain(secret)
})

test.each([
  ['entidad pequeña', 'Andina'],
  ['entidad grande', 'Pacífico'],
])('the bar signs in as the administrator of the %s', async (name, entity) => {
  const { page } = await openDemo()
  await enterAs(page, name)
  await page.getByRole('heading', { level: 1, name: 'Mis usuarios' }).waitFor()
  await page.getByRole('banner').getByText(entity).waitFor()
})

test('changes survive a reload and a sign-out, until the demo starts anew', async () => {
  const { page } = await openDemo()
  const deactivate = getRow(page, 'César Augusto Niño').getByRole('button', { name: 'Desactivar', exact: true })
  const activate = getRow(page, 'César Augusto Niño').getByRole('button', { name: 'Activar', exact: true })
  await enterAs(page, 'entidad pequeña')
  await deactivate.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Desactivar' }).click()
  await activate.waitFor()
  await page.reload()
  await activate.waitFor()
  await page.getByRole('button', { name: /Paula Ibáñez Cárdenas/ }).click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await getButton(page, 'Iniciar Sesión').waitFor()
  await page.reload()
  await enterAs(page, 'entidad pequeña')
  await activate.waitFor()
  await getButton(page, 'Empezar de nuevo').click()
  await waitForPrice(page)
  await enterAs(page, 'entidad pequeña')
  await deactivate.waitFor()
})

test('the documents of a request are downloaded without a request to a server', async () => {
  const { page } = await openDemo()
  await enterAs(page, 'entidad pequeña')
  await page.getByRole('link', { name: 'Mis solicitudes' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Carta de autorización' }).click()
  const content = await readFile(await (await download).path(), 'latin1')
  expect(content).toMatch(/^%PDF-/)
})

test('the bar copies the texts of a login', async () => {
  const { page } = await openDemo('/', { permissions: ['clipboard-read', 'clipboard-write'] })
  await getBar(page).getByRole('button', { name: 'Usuarios' }).click()
  await getButton(page, 'Copiar clave de cliente').click()
  await page.getByText('Copiado: Demo#Dolar2026').waitFor()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('Demo#Dolar2026')
})

test('a recovery mail is in the bar, and its link sets a new password', async () => {
  const { page } = await openDemo('/auth/recuperar-contrasena/')
  await page.getByLabel('Correo electrónico').fill('demo@mercadodolar.example')
  await page.getByRole('checkbox', { name: 'Confirme que no es un robot' }).check()
  await page.getByRole('checkbox', { name: 'Verificación completa' }).waitFor()
  await getButton(page, 'Enviar').click()
  await page.getByText('Hemos enviado a tu correo electrónico').waitFor()
  await getBar(page).getByRole('button', { name: 'Correos' }).click()
  await page.getByRole('link', { name: 'Abrir el enlace' }).click()
  await page.getByLabel('Nueva contraseña').fill('Orquidea¡2026marzo')
  await page.getByLabel('Repetir contraseña').fill('Orquidea¡2026marzo')
  await getButton(page, 'Cambiar contraseña').click()
  await page.getByText('¡Cambio exitoso!').waitFor()
})

test('the bar works with the keyboard, and its panels are accessible at every width and theme', async () => {
  const { page } = await openDemo('/auth/registro/', { viewport: { width: 390, height: 844 } })
  const options = getBar(page).getByRole('button', { name: 'Opciones' })
  await expect(options).toHaveAttribute('aria-expanded', 'false')
  await options.press('Enter')
  await tabTo(getBar(page).getByRole('button', { name: 'Usuarios' }))
  await page.keyboard.press('Enter')
  await expect(getButton(page, 'Entrar como cliente')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Escape')
  await expect(getButton(page, 'Entrar como cliente')).toHaveCount(0)
  await getBar(page)
    .getByRole('button', { name: /^Fecha/ })
    .click()
  await expectAccessible(page)
})

test('the card page is accessible and does not scroll sideways', async () => {
  const { page } = await openDemo('/precios/')
  await openCardPage(page, VISITOR_EMAIL)
  await page.getByLabel('Código de seguridad').fill('')
  await page.getByRole('button', { name: /^Pagar \$/ }).click()
  await page.getByText('Escriba los 3 dígitos').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('a double click that opens the card page does not pay', async () => {
  const { page } = await openDemo('/precios/?plan=trimestral')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByLabel('Correo electrónico').fill(VISITOR_EMAIL)
  await passHumanCheck(page)
  await getButton(page, 'Continuar al pago').dblclick()
  const cardPage = page.getByRole('dialog', { name: 'Pasarela de pruebas' })
  await cardPage.waitFor()
  await cardPage.getByRole('button', { name: 'Pagar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pago aprobado' }).waitFor()
})

test('a printed page has no bar', async () => {
  const { page } = await openDemo('/trm/')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('aside')).toBeHidden()
})
