import type { Locator, Page } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { MARKET_TIME_HEADER } from '#src/adapters/http/contract/paths.ts'
import { MINUTE_MS } from '#src/domain/time/bogota.ts'
import { expect, openColdPage, openPage, pressRetry, stopClock } from '#tests/support/browser.ts'
import { SUNDAY_CLOCK, US_HOLIDAY_CLOCK } from '#tests/support/market-history.ts'
import {
  expectAccessible,
  expectLayoutShift,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '#tests/support/page-checks.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'
import { formatPesos, getRegion, groupDigits, readPath } from '#tests/support/portal-page.ts'

const MOMENT = '2026-11-20T12:13:15-05:00'
const DAY = '2026-11-20'
const FIGURES_REQUEST = { fecha: DAY, mercado: 71, delay: 15 }
const API = '/api/market'

interface CloseReply {
  readonly data: { readonly close: number; readonly avg: number; readonly time: string }
}
interface PricesReply {
  readonly data: Readonly<
    Record<'trm' | 'open' | 'low' | 'high' | `${'trm' | 'open' | 'low' | 'high' | 'close'}_anterior`, number>
  > &
    Readonly<Record<'trmchange' | 'openchange' | 'lowchange' | 'highchange', string>>
}
interface AmountsReply {
  readonly data: Readonly<Record<'sum' | 'close' | 'avg' | 'low' | 'high' | 'count', number>>
}
interface ChartReply {
  readonly result: { readonly labels: readonly string[]; readonly datasets: readonly { data: readonly number[] }[] }
}

let portal: TestPortal
const browser = shareBrowser()
beforeAll(async () => {
  portal = await startTestPortal(MOMENT)
})

const CHANGE_TEXTS: Readonly<Record<string, string>> = { UP: 'Sube', DOWN: 'Baja', SAME: 'Igual' }

/** Returns the text with single spaces. */
const readText = async (locator: Locator) => (await locator.innerText()).replace(/\s+/g, ' ')

/** Polls the text of a panel, because each panel loads with a separate request. */
const expectText = (locator: Locator) => expect.poll(() => readText(locator))

/** Splits the HTML table of a reply into rows of cells. */
const parseRows = (html: string) =>
  html
    .split('<tr>')
    .map((row) => [...row.matchAll(/<td>([^<]*)<\/td>/g)].map(([, cell = '']) => cell))
    .filter((row) => row.length > 0)

/** Waits until a panel shows its data. */
const waitForPanel = (page: Page, panel: string) =>
  panel === 'Gráfica'
    ? getRegion(page, panel).getByRole('slider', { name: 'Punto de la gráfica' }).waitFor()
    : getRegion(page, panel).getByText(/\d/).first().waitFor()

/** Converts `1,234.56` to `1.234,56`. */
const toEsCo = (cell: string) => cell.replace(/[.,]/g, (mark) => (mark === ',' ? '.' : ','))

async function openHome(options: Parameters<typeof openPage>[1] = {}, path = '/') {
  const home = await openPage(browser(), options)
  await home.page.goto(portal.url + path)
  await getRegion(home.page, 'Precio de cierre').getByText(/\d,\d/).first().waitFor()
  return home
}

test('every figure shows the API reply in Colombian format', async () => {
  const { page, complaints } = await openHome()
  const [{ data: close }, { data: prices }, { data: amounts }] = [
    await portal.request<CloseReply>(`${API}/estadisticas/estadisticasPromedioCierre/`, FIGURES_REQUEST),
    await portal.request<PricesReply>(`${API}/estadisticas/estadisticasPrecioMercado/`, FIGURES_REQUEST),
    await portal.request<AmountsReply>(`${API}/estadisticas/estadisticasMontoMercado/`, FIGURES_REQUEST),
  ]
  await expectText(getRegion(page, 'Precio de cierre')).toContain(formatPesos(close.close))
  await expectText(getRegion(page, 'Precio de cierre')).toContain(close.time.slice(11, 19))
  await expectText(getRegion(page, 'Precio de cierre')).toContain(
    `frente al cierre anterior ${formatPesos(prices.close_anterior)}`,
  )
  await expectText(getRegion(page, 'Precio promedio')).toContain(formatPesos(close.avg))

  await expectText(getRegion(page, 'Precios del dólar')).toContain(
    [
      ['TRM', prices.trmchange, prices.trm, prices.trm_anterior],
      ['Apertura', prices.openchange, prices.open, prices.open_anterior],
      ['Mínimo', prices.lowchange, prices.low, prices.low_anterior],
      ['Máximo', prices.highchange, prices.high, prices.high_anterior],
    ]
      .map(
        ([label, change, value, previousValue]) =>
          `${label} ${CHANGE_TEXTS[String(change)]} ayer ${formatPesos(Number(previousValue))} $${formatPesos(Number(value))}`,
      )
      .join(' '),
  )

  const amountsPanel = getRegion(page, 'Montos del dólar')
  for (const value of [amounts.sum, amounts.close, amounts.avg, amounts.low, amounts.high])
    await expectText(amountsPanel).toContain(`${groupDigits(value)}USD`)
  await expectText(amountsPanel).toContain(`Transacciones ${groupDigits(amounts.count)}`)
  expect(complaints).toEqual([])
})

test('currencies, stocks, indices, ticker and news show the API replies', async () => {
  const { page } = await openHome()
  const stocks = parseRows(await portal.request<string>(`${API}/bvc/acciones/`))
  const [table, ticker] = [getRegion(page, 'Acciones'), getRegion(page, 'Acciones colombianas')]
  expect(stocks.length).toBeGreaterThanOrEqual(6)
  for (const [name = '', value = ''] of stocks) {
    const amount = toEsCo(value).replace(/,00$/, '')
    await expectText(table).toContain(`${name} $ ${amount}`)
    if (['ECOPETROL', 'ISA', 'GEB', 'GRUPOSURA', 'CEMARGOS', 'PFDAVVNDA'].includes(name))
      await expectText(ticker).toContain(`${name} ${amount}`)
  }

  for (const [from, to, value = ''] of parseRows(await portal.request<string>(`${API}/cma/monedas/`)))
    await expectText(getRegion(page, 'Divisas')).toContain(`${from}/${to} ${toEsCo(value)}`)

  for (const [name, value = ''] of parseRows(await portal.request<string>(`${API}/bvc/indices/`)))
    await expectText(getRegion(page, 'Índices')).toContain(`${name} ${toEsCo(value)}`)

  const news = getRegion(page, 'Noticias')
  const items =
    await portal.request<readonly { headline: string; body: string; link: string | null }[]>('/api/news/rss/')
  for (const { headline, body } of items.slice(0, 5)) {
    await expectText(news).toContain(headline)
    await expectText(news).toContain(body.slice(0, 150))
    await expect.poll(() => readText(news)).not.toContain(body.slice(0, 205))
  }
  await expect(news.getByRole('link').first()).toHaveAttribute('rel', /noopener/)
})

// "news list (headline, first 200 characters of body, link 'Leer mas...')" (§2.4): the whole list.
test.each([390, 1440])(
  'the rest of the news opens below its button, which stays in its place (§2.4), at %i px',
  async (width) => {
    const { page } = await openHome({ viewport: { width, height: 900 } })
    const news = getRegion(page, 'Noticias')
    const items = await portal.request<readonly { headline: string }[]>('/api/news/rss/')
    expect(items).toHaveLength(10)
    await expect(news.getByRole('article')).toHaveCount(5)

    const more = news.getByRole('button', { name: 'Ver más noticias' })
    await more.scrollIntoViewIfNeeded()
    // One evaluation, in which no reply of a poll comes between.
    const moved = await more.evaluate(async (button) => {
      const { top } = button.getBoundingClientRect()
      if (button instanceof HTMLButtonElement) button.click()
      await new Promise((resolve) => requestAnimationFrame(resolve))
      return button.getBoundingClientRect().top - top
    })
    expect(moved).toBe(0)
    await expect(news.getByRole('article')).toHaveCount(10)
    for (const { headline } of items) await expectText(news).toContain(headline)
    await news.getByRole('button', { name: 'Ver menos noticias', expanded: true }).press('Enter')
    await expect(news.getByRole('article')).toHaveCount(5)
  },
)

test('the chart shows the deals of the API in its points, summary and table', async () => {
  const { page } = await openHome()
  const { result } = await portal.request<ChartReply>(`${API}/graficos/graficoMoneda/`, {
    fecha: DAY,
    moneda: 1,
    delay: 15,
    market: 71,
  })
  const prices = result.datasets[0]?.data ?? []
  const chart = getRegion(page, 'Gráfica')
  const plot = chart.getByRole('slider', { name: 'Punto de la gráfica' })
  await plot.focus()
  await page.keyboard.press('End')
  await expect.poll(() => plot.getAttribute('aria-valuetext')).toContain(formatPesos(prices.at(-1) ?? 0))
  await page.keyboard.press('Home')
  await expect.poll(() => plot.getAttribute('aria-valuetext')).toContain(formatPesos(prices[0] ?? 0))
  await expectText(chart).toContain(`mínimo de ${formatPesos(Math.min(...prices))}`)
  await expectText(chart).toContain(`máximo de ${formatPesos(Math.max(...prices))}`)

  await chart.getByRole('button', { name: 'Ver como tabla' }).click()
  await expect.poll(() => chart.getByRole('row').count()).toBeGreaterThan(20)
})

test('the home updates its figures when the market moves', async () => {
  const movingPortal = await startTestPortal(MOMENT)
  const { page, complaints } = await openPage(browser(), { clock: true })
  await page.clock.install({ time: Date.now() })
  await page.goto(movingPortal.url)
  const count = getRegion(page, 'Montos del dólar').locator('dd').last()
  await count.getByText(/\d/).waitFor()
  const close = getRegion(page, 'Precio de cierre')
  await close.getByText(/\d,\d/).first().waitFor()
  // The comparison comes with another reply than the price.
  await expectText(close).toContain('frente al cierre anterior')
  const [before, closeBefore] = [await readText(count), await readText(close)]
  await movingPortal.pass(5 * MINUTE_MS)
  await page.clock.runFor(61_000)
  const { data } = await movingPortal.request<AmountsReply>(
    `${API}/estadisticas/estadisticasMontoMercado/`,
    FIGURES_REQUEST,
  )
  await expectText(count).toBe(groupDigits(data.count))
  await expect(count).not.toHaveText(before)
  await expectText(close).not.toBe(closeBefore)
  expect(complaints).toEqual([])
})

test('a visitor with a forged delay of 0 gets no deal newer than 15 minutes', async () => {
  const { page } = await openHome()
  const chart = await page.evaluate(async (day) => {
    const response = await fetch('/api/market/graficos/graficoMonedaRT/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fecha: day, moneda: 1, delay: 0, market: 71 }),
    })
    return { now: Number(response.headers.get('X-Market-Time')), body: await response.json() }
  }, DAY)
  const { times, prices } = await portal.server.market.reader.intraday({
    market: 'spot',
    date: DAY,
    delay: 0,
  })
  const visibleCount = times.filter((time) => time <= chart.now - 15 * MINUTE_MS).length
  expect(times.length).toBeGreaterThan(visibleCount)
  expect(chart.body.result.labels).toHaveLength(visibleCount)
  expect(chart.body.result.datasets[0].data).toEqual([...prices.subarray(0, visibleCount)])

  const { data } = await portal.request<CloseReply>(`${API}/estadisticas/estadisticasPromedioCierre/`, {
    ...FIGURES_REQUEST,
    delay: 0,
  })
  expect(data.close).toBe(prices[visibleCount - 1])
})

const PANELS: readonly (readonly [panel: string, path: string])[] = [
  ['Precio de cierre', '**/estadisticasPromedioCierre**'],
  ['Precio promedio', '**/estadisticasPromedioCierre**'],
  ['Precios del dólar', '**/estadisticasPrecioMercado**'],
  ['Montos del dólar', '**/estadisticasMontoMercado**'],
  ['Gráfica', '**/graficoMoneda**'],
  ['Divisas', '**/cma/monedas**'],
  ['Acciones', '**/bvc/acciones**'],
  ['Índices', '**/bvc/indices**'],
  ['Noticias', '**/news/rss**'],
]

const FAILURES: readonly Parameters<import('playwright-core').Route['fulfill']>[0][] = [
  { status: 500, contentType: 'application/json', body: '{"message":"Error interno."}' },
  { status: 200, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
]

test.each(PANELS)('the panel %s shows an error when its request fails and recovers on a retry', async (panel, path) => {
  const { page } = await openPage(browser(), { clock: true })
  await page.clock.install({ time: Date.now() })
  for (const failure of FAILURES) {
    await page.route(path, (route) => route.fulfill(failure))
    await page.goto(portal.url)
    const retry = getRegion(page, panel).getByRole('button', { name: 'Reintentar' })
    await retry.waitFor()
    for (const [other, otherPath] of PANELS) if (otherPath !== path) await waitForPanel(page, other)
    // The stopped clock prevents an automatic retry before the button is pressed.
    await stopClock(page)
    await retry.waitFor()
    await pressRetry(page, path, retry)
    await page.clock.resume()
    await retry.waitFor({ state: 'detached' })
    await waitForPanel(page, panel)
  }
})

test('after a failed refresh the amounts show their last values, marked as stale', async () => {
  const { page } = await openPage(browser(), { clock: true })
  await page.clock.install({ time: Date.now() })
  await page.goto(portal.url)
  const amounts = getRegion(page, 'Montos del dólar')
  const figures = amounts.locator('dl')
  await figures.getByText(/\d/).first().waitFor()
  const before = await readText(figures)
  await page.route('**/estadisticasMontoMercado**', (route) => route.abort())
  await page.clock.runFor(61_000)
  await amounts.getByText('No se pudo actualizar').waitFor()
  await expect.poll(() => readText(figures)).toBe(before)
})

test('on a Sunday the home shows a closed market with the data of Friday', async () => {
  const sunday = await startTestPortal(SUNDAY_CLOCK)
  const { page, complaints } = await openPage(browser())
  await page.goto(sunday.url)
  await page.getByText('Mercado cerrado. Datos del viernes 20 de noviembre').waitFor()
  const { data } = await sunday.request<CloseReply>(`${API}/estadisticas/estadisticasPromedioCierre/`, FIGURES_REQUEST)
  await getRegion(page, 'Precio de cierre').getByText(/\d,\d/).first().waitFor()
  await expectText(getRegion(page, 'Precio de cierre')).toContain(formatPesos(data.close))
  await expect(page.getByText('DIA FESTIVO')).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('on a US holiday the home shows a notice and the last spot trading day', async () => {
  const veteransDay = await startTestPortal(US_HOLIDAY_CLOCK)
  const { page } = await openPage(browser())
  await page.goto(veteransDay.url)
  await page.getByText('DIA FESTIVO en USA – Solo disponible NEXT DAY', { exact: true }).waitFor()
  await page.getByText('Mercado cerrado. Datos del martes 10 de noviembre').waitFor()
})

test('a failed holiday request is logged and shows no notice', async () => {
  const { page, complaints } = await openPage(browser())
  await page.route('**/users/feriados**', (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(portal.url)
  await getRegion(page, 'Precio de cierre').getByText(/\d,\d/).first().waitFor()
  await expect.poll(() => complaints.join()).toContain('Error al consultar días festivos')
  await expect(page.getByText('DIA FESTIVO')).toHaveCount(0)
})

test('the home loads the font of the portal', async () => {
  const { page } = await openHome()
  const readLoadedFonts = () =>
    page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family))
  await expect.poll(readLoadedFonts).toContain('Archivo Variable')
})

test('labels and comparisons of the price list do not overlap at any width', async () => {
  const { page } = await openHome()
  await waitForPanel(page, 'Gráfica')
  for (const width of [320, 390, 600, 820, 1024, 1200, 1240, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const findOverlappingRows = () =>
      getRegion(page, 'Precios del dólar')
        .locator('dl > div')
        .evaluateAll((rows) =>
          rows.flatMap((row) => {
            const ranges = [...row.children].map((cell) => {
              const range = document.createRange()
              range.selectNodeContents(cell)
              return range.getBoundingClientRect()
            })
            return ranges.slice(1).flatMap((next, i) => (next.left < (ranges[i]?.right ?? 0) ? [row.textContent] : []))
          }),
        )
    await expect.poll(findOverlappingRows, { message: `${width} px` }).toEqual([])
  }
})

test('the home has no accessibility violation in any width and theme', async () => {
  const { page } = await openHome()
  await waitForPanel(page, 'Gráfica')
  await expectAccessible(page)
})

test('the open menu of a phone has no accessibility violation in any theme', async () => {
  const { page } = await openHome({ viewport: { width: 390, height: 900 } })
  await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('dialog').getByRole('link').first().waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectNoViolations(page, colorScheme)
  }
})

test('the home does not scroll sideways at any width', async () => {
  const { page } = await openHome()
  await waitForPanel(page, 'Gráfica')
  await expectNoSidewaysScroll(page)
})

test.each([390, 820, 1440])('data that load late cause no layout shift at %i px', async (width) => {
  const { page } = await openColdPage(browser(), { viewport: { width, height: 900 } })
  let replyCount = 0
  await page.route('**/api/**', async (route) => {
    replyCount += 1
    const response = await route.fetch()
    await page.evaluate((frames) => {
      const wait = (left: number): Promise<void> =>
        left === 0 ? Promise.resolve() : new Promise((done) => requestAnimationFrame(() => done(wait(left - 1))))
      return wait(frames)
    }, replyCount * 3)
    await route.fulfill({ response })
  })
  await page.goto(portal.url)
  await getRegion(page, 'Noticias').getByRole('article').first().waitFor()
  for (const [panel] of PANELS) await waitForPanel(page, panel)
  await expectLayoutShift(page, 0.02)
})

test('the skip link and the menu work with the keyboard, and Esc restores the focus', async () => {
  const { page } = await openHome({ viewport: { width: 390, height: 800 } })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Ir al contenido' })).toBeFocused()
  const toggle = page.getByRole('button', { name: 'Abrir menú' })
  await toggle.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('link', { name: 'IMCs/Clientes' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await expect(toggle).toBeFocused()
})

test('the page still has the selected theme after a reload', async () => {
  const { page } = await openHome({ colorScheme: 'light' })
  const readBackground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await readBackground()
  await page.getByRole('radio', { name: 'Oscuro' }).check()
  await expect.poll(readBackground).not.toBe(light)
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const dark = await readBackground()
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.body !== null)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  await expect.poll(readBackground).toBe(dark)
})

test.each(['/nada', '/auth/otra', '/dashboard/spot/', '/dashboard/otra/cosa', '/precios/otra'])(
  '%s redirects a visitor to the home',
  async (path) => {
    const { page, complaints } = await openHome({}, path)
    await expect.poll(() => readPath(page)).toBe('/')
    expect(complaints).toEqual([])
  },
)

test.each(['/imc/MisUsuarios', '/IMC/misusuarios/'])(
  '%s redirects a visitor to the login of the entity',
  async (path) => {
    const { page, complaints } = await openPage(browser())
    await page.goto(portal.url + path)
    await page.getByRole('button', { name: 'Iniciar Sesión', exact: true }).waitFor()
    await expect.poll(() => readPath(page)).toBe('/imc/login')
    expect(complaints).toEqual([])
  },
)

test('an invalid configuration shows a page that names the invalid field, and a retry opens the home', async () => {
  const { page } = await openPage(browser())
  await page.route('**/config.json', (route) => route.fulfill({ json: { marketApi: 7 } }))
  await page.goto(portal.url)
  await page.getByText('marketApi').first().waitFor()
  await page.unroute('**/config.json')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await getRegion(page, 'Precio de cierre').getByText(/\d,\d/).first().waitFor()
})

test('replies have the market time, and the page shows the date and an open market', async () => {
  const response = await fetch(`${portal.url}${API}/cma/monedas/`)
  expect(Number(response.headers.get(MARKET_TIME_HEADER))).toBeGreaterThan(Date.parse(MOMENT) - 1)
  const { page } = await openHome()
  await page.getByText('Viernes, 20 de noviembre de 2026').waitFor()
  await page.getByText('Mercado abierto').waitFor()
})

test('a visitor draws on the chart, finds the level after a reload, and reads when it is not stored (D131)', async () => {
  const { page, complaints } = await openHome()
  const chart = getRegion(page, 'Gráfica')
  await chart.getByRole('button', { name: 'Herramientas' }).click()
  await expect(chart.getByRole('button', { name: 'Nivel' })).toBeFocused()
  await chart.getByRole('button', { name: 'Nivel' }).press('Enter')
  const level = chart.getByRole('slider', { name: 'Nivel' })
  await expect(level).toBeFocused()
  await expect(chart.getByRole('button', { name: /^Borrar Nivel/ })).toBeVisible()
  await expect(chart.getByRole('link', { name: /^Crear alerta/ })).toHaveCount(0)
  const readStored = () => page.evaluate(() => localStorage.getItem('visitante.dibujos-spot'))
  await expect.poll(readStored).toContain('"level"')
  const price = (await level.getAttribute('aria-valuenow')) ?? ''
  await chart.getByRole('button', { name: 'Descargar' }).click()
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Imagen PNG' }).click(),
  ])
  expect(picture.suggestedFilename()).toMatch(/^dolar-spot-precios-1d-2026-11-20-\d{6}\.png$/)

  await page.reload()
  await expect(level).toHaveAttribute('aria-valuenow', price)
  await expectNoViolations(page)
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await level.press('PageUp')
  await expect(chart.getByRole('alert')).toContainText('Los dibujos no se guardaron.')
  await expect(level).not.toHaveAttribute('aria-valuenow', price)
  expect(complaints).toEqual([])
})

test('on a phone one tap loads the tools of the chart and opens their menu (D131)', async () => {
  const { page, complaints } = await openHome({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })
  const chart = getRegion(page, 'Gráfica')
  await chart.getByRole('button', { name: 'Herramientas' }).tap()
  await page.getByRole('menuitem', { name: 'Nivel', exact: true }).tap()
  await expect(chart.getByText('Toque la gráfica en el precio del nivel. Esc cancela.')).toBeVisible()
  await page.reload()
  await waitForPanel(page, 'Gráfica')
  await chart.getByRole('button', { name: 'Herramientas' }).press('Enter')
  await expect(page.getByRole('menu')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(chart.getByRole('slider', { name: 'Nivel' })).toBeFocused()
  await expectNoSidewaysScroll(page)
  expect(complaints).toEqual([])
})
