import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { loadPageRenderer } from '#server/page/render-thread.ts'
import { SCREEN_NAMES, toScreen } from '#src/application/navigation/screens.ts'
import { expect, openColdPage, openPage, type PageOptions, releasePage } from '#tests/support/browser.ts'
import { shareClientPages } from '#tests/support/client-pages.ts'
import { SUNDAY_CLOCK, US_HOLIDAY_CLOCK, USUAL_CLOCK } from '#tests/support/market-history.ts'
import { expectLayoutShift } from '#tests/support/page-checks.ts'
import { BUILT_PORTAL, shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'
import { formatPesos, groupDigits } from '#tests/support/portal-page.ts'

const DAY = '2026-11-20'
const API = '/api/market'
const FIGURES_REQUEST = { fecha: DAY, mercado: 71, delay: 15 }
const MOMENTS = [
  ['while the market is open', USUAL_CLOCK],
  ['on a Sunday', SUNDAY_CLOCK],
  ['on a US holiday', US_HOLIDAY_CLOCK],
] as const
const ZONES = ['America/Bogota', 'Asia/Tokyo', 'Pacific/Honolulu']

interface Chunk {
  readonly name?: string
  readonly file: string
}

/** Reads the chunks of the built portal by their source modules. */
function readManifest(): Readonly<Record<string, Chunk>> {
  return JSON.parse(readFileSync(join(BUILT_PORTAL, '..', 'portal-manifest.json'), 'utf8'))
}

/** Returns the paths of the chart code in the built portal. */
function findChartFiles(): readonly string[] {
  return Object.values(readManifest())
    .filter(({ name }) => name === 'chart.js' || name === 'price-chart')
    .map(({ file }) => `/${file}`)
}

/** Largest allowed layout shift during hydration. */
const MAX_SHIFT = 0.02

const RENDERER_PARTS = { pageRenderer: await loadPageRenderer(join(BUILT_PORTAL, '..')) }
const browser = shareBrowser()
const clients = shareClientPages(browser)
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal(MOMENTS[0][1], RENDERER_PARTS)
})

/** Reads a text with its blocks below the screen, which `innerText` has only once they are laid out. */
const readText = async (element: Locator) => ((await element.textContent()) ?? '').replace(/\s+/g, ' ')

/** Returns a section of a page by its name. */
const findRegion = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Waits for the button of the chart's table, which only the script renders. */
const waitForScript = (page: Page) => page.getByRole('button', { name: /^Ver como tabla/ }).waitFor()

test('without JavaScript the home shows the figures of the API for the same instant', async () => {
  const { page } = await openPage(browser(), { javaScriptEnabled: false })
  await page.goto(portal.url)
  const close = await portal.request<{ data: { close: number; avg: number; time: string } }>(
    `${API}/estadisticas/estadisticasPromedioCierre/`,
    FIGURES_REQUEST,
  )
  const prices = await portal.request<{ data: Record<'trm' | 'open' | 'low' | 'high', number> }>(
    `${API}/estadisticas/estadisticasPrecioMercado/`,
    FIGURES_REQUEST,
  )
  const amounts = await portal.request<{ data: Record<'sum' | 'close' | 'avg' | 'low' | 'high' | 'count', number> }>(
    `${API}/estadisticas/estadisticasMontoMercado/`,
    FIGURES_REQUEST,
  )
  const { trm, open, low, high } = prices.data
  const { sum, close: last, count } = amounts.data
  const text = (await readText(page.locator('main'))).replace(/\s/g, '')
  for (const value of [close.data.close, close.data.avg, trm, open, low, high])
    expect(text).toContain(formatPesos(value))
  for (const value of [sum, last, amounts.data.low, amounts.data.high, count])
    expect(text).toContain(groupDigits(value))
  await expect(findRegion(page, 'Precio de cierre')).toContainText(`Última operación ${close.data.time.slice(11, 19)}`)
  await expect.poll(() => page.title()).toContain('Mercado Dólar')
  expect(text).toContain('Informacióncon15minutosderetraso.Noincluyeoperacionesregistradas.')
  expect(text).toMatch(/De08:00a\d\d:\d\delpreciopasóde/)
  const chart = findRegion(page, 'Gráfica')
  await expect(chart.locator('.picture-line')).toHaveCount(1)
})

test('without JavaScript the home shows the tables and headlines of the API', async () => {
  const { page } = await openPage(browser(), { javaScriptEnabled: false })
  await page.goto(portal.url)
  const tables = { Divisas: 'cma/monedas', Acciones: 'bvc/acciones', Índices: 'bvc/indices' }
  for (const [region, path] of Object.entries(tables)) {
    const html = await portal.request<string>(`${API}/${path}/`)
    const text = await readText(findRegion(page, region))
    const names = [...html.matchAll(/<tr><td>(.*?)<\/td>/g)].map(([, name = '']) => name.replaceAll('&amp;', '&'))
    expect(names.length).toBeGreaterThan(1)
    expect(names.filter((name) => !text.includes(name))).toEqual([])
  }
  const news = await portal.request<readonly { headline: string }[]>('/api/news/rss/')
  const text = await readText(findRegion(page, 'Noticias'))
  expect(news.slice(0, 5).filter(({ headline }) => !text.includes(headline.replace(/\s+/g, ' ')))).toEqual([])
})

test('a server-rendered page requests no configuration and no figures', async () => {
  const { page, complaints } = await openColdPage(browser())
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  const { server } = await startTestPortal(MOMENTS[0][1], RENDERER_PARTS)
  await page.goto(server.url)
  await waitForScript(page)
  expect(requestedPaths.filter((path) => path === '/config.json' || path.startsWith('/api/'))).toEqual([])
  await expectLayoutShift(page, MAX_SHIFT)
  expect(complaints).toEqual([])
})

/** Every time zone with every audience. The theme alternates: each pair of values occurs. */
const VISITS = ZONES.flatMap((timezoneId, zone) =>
  [false, true].map((isSignedIn, audience) => ({
    timezoneId,
    theme: (zone + audience) % 2 === 0 ? 'light' : 'dark',
    isSignedIn,
  })),
)

test.each(MOMENTS)(
  '%s, the home hydrates without an error in every time zone, in both themes, signed in and out',
  async (_when, moment) => {
    const { url } = await startTestPortal(moment, RENDERER_PARTS)
    const signedIn = await clients.storage(url)
    for (const { timezoneId, theme, isSignedIn } of VISITS) {
      const storageState = isSignedIn ? signedIn : { cookies: [], origins: [] }
      const { page, complaints } = await openPage(browser(), { timezoneId, storageState })
      await page.context().addCookies([{ name: 'tema', value: theme, url }])
      await page.goto(url)
      await waitForScript(page)
      const [role, name] = isSignedIn ? (['button', 'Cerrar sesión'] as const) : (['link', 'Iniciar sesión'] as const)
      await page.getByRole(role, { name }).waitFor()
      const visit = JSON.stringify({ timezoneId, theme, isSignedIn })
      await expectLayoutShift(page, MAX_SHIFT, visit)
      expect(complaints, visit).toEqual([])
      await releasePage(browser(), page)
    }
  },
)

const ENTRY = 'index.html'

/** Opens a page that waits for the code of a source module until `release`. */
async function openHeldPage(path: string, heldModule: string, options: PageOptions = {}) {
  const { page, complaints } = await openPage(browser(), options)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const file = readManifest()[heldModule]?.file
  if (file === undefined) throw new Error(`The build has no chunk for ${heldModule}`)
  await page.route(`**/${file}`, async (route) => {
    await released
    await route.continue()
  })
  await page.goto(portal.url + path, { waitUntil: 'commit' })
  return { page, complaints, release }
}

const PHONE = { viewport: { width: 390, height: 844 } }

/** Waits until React handles the events of an element. */
const waitForHydration = (element: Locator) =>
  expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))))
    .toBe(true)

test.each([
  ['/auth/login/', 'Usuario', 'demodos'],
  ['/auth/recuperar-contrasena/', 'Correo electrónico', 'nadie@mercadodolar.example'],
  ['/auth/registro/', 'Ciudad', 'Santa Marta'],
  ['/convertidor/?fecha=2026-11-18&monto=12', 'Monto en dólares', '99'],
])('hydration of %s does not change the text that was typed before', async (path, label, text) => {
  const { page, complaints, release } = await openHeldPage(path, ENTRY)
  const field = page.getByLabel(label, { exact: true })
  await field.fill(text)
  // The footer ends the document: all controls of the form are parsed before it.
  await page.locator('footer').waitFor()
  const checkbox = page.getByRole('checkbox', { name: /Recordarme|términos/i }).first()
  if (await checkbox.count()) await checkbox.check()
  const humanCheck = page.getByRole('checkbox', { name: 'Confirme que no es un robot' })
  const hasHumanCheck = (await humanCheck.count()) > 0
  if (hasHumanCheck) await humanCheck.check()
  release()
  await waitForHydration(field)
  await page.waitForLoadState('networkidle')
  await expect(field).toHaveValue(text)
  if (await checkbox.count()) await expect(checkbox).toBeChecked()
  if (hasHumanCheck) await page.getByRole('checkbox', { name: 'Verificación completa' }).waitFor()
  expect(complaints).toEqual([])
})

test('hydration of the registration does not change the choices that were made before', async () => {
  const { page, complaints, release } = await openHeldPage('/auth/registro/', ENTRY)
  const choices = ['Jurídica', /^Analytics/].map((name) => page.getByRole('radio', { name }))
  for (const choice of choices) await choice.check({ force: true })
  release()
  for (const choice of choices) await waitForHydration(choice)
  for (const choice of choices) await expect(choice).toBeChecked()
  // The form has the choices too: leaving a group without a choice shows an error.
  for (const choice of choices) await choice.blur()
  await expect(page.getByRole('radiogroup', { name: 'Tipo de persona' })).not.toHaveAttribute('aria-invalid')
  expect(complaints).toEqual([])
})

test('the theme can be chosen only after hydration, because a script applies it', async () => {
  const { page, complaints, release } = await openHeldPage('/auth/registro/', ENTRY)
  const dark = page.getByRole('radio', { name: 'Oscuro' })
  await expect(dark).toBeDisabled()
  release()
  await dark.check()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(complaints).toEqual([])
})

test('the menu of the home opens before hydration, and stays open after it', async () => {
  const { page, complaints, release } = await openHeldPage('/', ENTRY, PHONE)
  const opener = page.getByRole('button', { name: 'Abrir menú' })
  const menu = page.getByRole('dialog', { name: 'Menú' })
  const expandedOpener = page.locator('[aria-label="Abrir menú"][aria-expanded="true"]')
  await opener.click()
  await menu.waitFor()
  release()
  await expandedOpener.waitFor({ state: 'attached' })
  await menu.getByRole('button', { name: 'Cerrar' }).click()
  await menu.waitFor({ state: 'hidden' })
  await opener.click()
  await menu.waitFor()
  expect(complaints).toEqual([])
})

test('the portal starts after the first paint of a rendered page', async () => {
  const { page } = await openColdPage(browser())
  await page.goto(portal.url)
  await waitForScript(page)
  const { painted, requested } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
    requested: performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.js'))?.startTime ?? 0,
  }))
  expect(requested).toBeGreaterThanOrEqual(painted)
})

test('a page whose start fails shows the failure without a hydration error', async () => {
  const { page, complaints } = await openColdPage(browser())
  await page.addInitScript(() => {
    History.prototype.replaceState = () => {
      throw new Error('the history is broken')
    }
  })
  await page.goto(portal.url)
  await page.getByRole('heading', { name: 'No pudimos mostrar la página' }).waitFor()
  expect(complaints).toEqual(['Error: the history is broken'])
})

test('the home loads its figures in the oldest supported browsers, without APIs newer than them', async () => {
  const { page, complaints } = await openColdPage(browser())
  await page.addInitScript(() => {
    Reflect.deleteProperty(AbortSignal, 'any')
    Reflect.deleteProperty(URL, 'canParse')
    Reflect.deleteProperty(Promise, 'withResolvers')
    Reflect.deleteProperty(Object, 'groupBy')
    Reflect.deleteProperty(Array, 'fromAsync')
    Reflect.deleteProperty(Set.prototype, 'union')
  })
  // Without the renderer, the browser requests every figure.
  const { url } = await startTestPortal(MOMENTS[0][1])
  await page.goto(url)
  for (const region of ['Precio de cierre', 'Precios del dólar', 'Divisas', 'Índices'])
    await findRegion(page, region).getByText(/\d,\d/).first().waitFor()
  await expect(page.getByText('No pudimos comunicarnos')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('without JavaScript the home hides the containers that only scripts fill', async () => {
  const { page } = await openPage(browser(), { javaScriptEnabled: false })
  await page.goto(portal.url)
  for (const selector of ['.chart-range', '[aria-label="Últimas operaciones"]']) {
    await expect(page.locator(selector)).toHaveCount(1)
    await expect(page.locator(selector)).toBeHidden()
  }
  await expect(page.locator('.chart-spark .picture-line')).toHaveCount(1)
})

/** Expects that a page hydrates without an error. Returns the paths that it requested. */
async function hydrate(path: string): Promise<readonly string[]> {
  const { page, complaints } = await openPage(browser())
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  await page.goto(portal.url + path)
  await page.locator('main:not([aria-busy="true"])').waitFor()
  await page.waitForLoadState('networkidle')
  const isHydrated = () => page.evaluate(() => Object.keys(document.querySelector('main') ?? {}).length > 0)
  await expect.poll(isHydrated).toBe(true)
  expect(complaints).toEqual([])
  expect(requestedPaths).not.toContain('/config.json')
  return requestedPaths
}

test.each([
  '/trm/',
  '/trm/?periodo=1m&fecha=2026-11-15',
  '/dias/2026-10/',
  '/dia/2026-11-16/',
  '/dashboard/',
  '/no-existe',
])('%s hydrates without an error', async (path) => {
  await hydrate(path)
})

/** The rendered pages without a chart. */
const CHARTLESS_PATHS = SCREEN_NAMES.filter((screen) => screen !== 'home' && screen !== 'trm')
  .map(toScreen)
  .flatMap(({ path, isRendered }) => (isRendered && !path.includes(':') ? [path] : []))

test.each(CHARTLESS_PATHS)('%s hydrates without an error and loads no chart code', async (path) => {
  const requestedPaths = await hydrate(path)
  const chart = findChartFiles()
  expect(chart).toHaveLength(2)
  expect(requestedPaths.filter((name) => chart.includes(name))).toEqual([])
})
