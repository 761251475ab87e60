import type { Page, Route } from 'playwright-core'
import { beforeAll, test } from 'vitest'

import { expect, openColdPage, openPage, pressRetry, stopClock } from '#tests/support/browser.ts'
import { shareClientPages } from '#tests/support/client-pages.ts'
import { type IdentityPortal, startIdentityPortal } from '#tests/support/identity-portal.ts'
import { expectLayoutShift } from '#tests/support/page-checks.ts'
import { shareBrowser, startTestPortal, type TestPortal } from '#tests/support/portal.ts'
import { findPlot, getRegion } from '#tests/support/portal-page.ts'

type Reply = NonNullable<Parameters<Route['fulfill']>[0]>

/** The portal for clients. */
let portal: IdentityPortal
/** The portal for visitors, with a stopped clock. */
let stoppedPortal: TestPortal
const browser = shareBrowser()
const clients = shareClientPages(browser)
beforeAll(async () => {
  portal = await startIdentityPortal()
  stoppedPortal = await startTestPortal('2026-11-20T12:13:15-05:00')
})

const readText = async (page: Page, name: string) => (await getRegion(page, name).innerText()).replace(/\s+/g, ' ')

/** Program values that the page must not show. */
const LEAKED = /NaN|undefined|Infinity|null|\[object/

/** Removes the browser messages about failed requests. */
const removeNetworkErrors = (complaints: readonly string[]) =>
  complaints.filter((text) => !text.startsWith('Failed to load resource'))

interface Candle {
  readonly [price: string]: number
}
interface Chart {
  readonly labels: readonly string[]
  readonly datasets: readonly { readonly label: string; readonly data: readonly (number | null | Candle)[] }[]
}

/** Returns the chart with every value and candle price changed. */
const changeValues = (chart: Chart, change: (value: number, index: number) => unknown) => ({
  ...chart,
  datasets: chart.datasets.map(({ label, data }) => ({
    label,
    data: data.map((point, index) => {
      if (point === null) return null
      if (typeof point === 'number') return change(point, index)
      return Object.fromEntries(Object.entries(point).map(([price, value]) => [price, change(value, index)]))
    }),
  })),
})

/** Returns the chart with the points at these indices, in this order. */
const selectPoints = (chart: Chart, indices: readonly number[]) => ({
  ...chart,
  labels: indices.map((index) => chart.labels[index]),
  datasets: chart.datasets.map(({ label, data }) => ({ label, data: indices.map((index) => data[index] ?? null) })),
})

const toIndices = ({ labels }: Chart) => labels.map((_, index) => index)

const formatAmerican = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })

/** Formats an object literal: single quotes around the text of `label`, no quotes elsewhere. */
const formatObjectLiteral = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(formatObjectLiteral).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, item]) => `${key}:${key === 'label' ? `'${item}'` : formatObjectLiteral(item)}`)
      .join(',')}}`
  return String(value)
}

const HTML: Reply = { contentType: 'text/html', body: '<html><body><h1>502 Bad Gateway</h1></body></html>' }

/** State of the chart panel. `unchanged` is drawn with the summary of the original reply. */
type Outcome = 'drawn' | 'unchanged' | 'empty' | 'failed'

const CHART_REPLIES: readonly (readonly [name: string, reply: (chart: Chart) => Reply, outcome: Outcome])[] = [
  ['an unchanged reply', (chart) => ({ json: { data: chart } }), 'unchanged'],
  ['an empty day', (chart) => ({ json: { data: selectPoints(chart, []) } }), 'empty'],
  ['one point', (chart) => ({ json: { data: selectPoints(chart, [0]) } }), 'drawn'],
  ['two points of one time', (chart) => ({ json: { data: selectPoints(chart, [1, 1]) } }), 'drawn'],
  ['prices that are all the same', (chart) => ({ json: { data: changeValues(chart, () => 4100) } }), 'drawn'],
  [
    'missing values',
    (chart) => ({
      json: {
        data: changeValues(chart, (value, index) =>
          index % 3 === 1 ? [null, 'n/d', ''][Math.floor(index / 3) % 3] : value,
        ),
      },
    }),
    'drawn',
  ],
  ['no value', (chart) => ({ json: { data: changeValues(chart, () => null) } }), 'failed'],
  ['points in disorder', (chart) => ({ json: { data: selectPoints(chart, toIndices(chart).reverse()) } }), 'drawn'],
  [
    'every label twice',
    (chart) => ({ json: { data: selectPoints(chart, [...toIndices(chart), ...toIndices(chart)]) } }),
    'drawn',
  ],
  [
    'jumps to ten times and a tenth',
    (chart) => ({
      json: { data: changeValues(chart, (value, index) => value * (index % 7 === 3 ? 10 : index % 7 === 5 ? 0.1 : 1)) },
    }),
    'drawn',
  ],
  [
    'extreme numbers',
    (chart) => ({
      json: { data: changeValues(chart, (value, index) => [value, 1e300, -1e300, 0, 1e-300][index % 5]) },
    }),
    'drawn',
  ],
  ['numbers as text with commas', (chart) => ({ json: { data: changeValues(chart, formatAmerican) } }), 'unchanged'],
  [
    'an object literal in a string',
    (chart) => ({
      json: { status: 'success', result: [{ datos_grafico_moneda_mercado_rt: formatObjectLiteral(chart) }] },
    }),
    'unchanged',
  ],
  ['three levels of nesting', (chart) => ({ json: { data: { data: { data: chart } } } }), 'unchanged'],
  [
    'an object literal that is cut off',
    (chart) => ({ json: { result: [{ datos: formatObjectLiteral(chart).slice(0, 60) }] } }),
    'failed',
  ],
  [
    'labels that are not times',
    (chart) => ({ json: { data: { ...chart, labels: chart.labels.map(() => 'ayer') } } }),
    'failed',
  ],
  [
    'fewer values than labels',
    (chart) => ({ json: { data: { ...selectPoints(chart, toIndices(chart).slice(0, 9)), labels: chart.labels } } }),
    'drawn',
  ],
  ['a reply that is no chart', () => ({ json: { data: { labels: 'x', datasets: 7 } } }), 'failed'],
  ['null', () => ({ json: null }), 'failed'],
  ['JSON that is cut off', () => ({ contentType: 'application/json', body: '{"data":{"labels":["08' }), 'failed'],
  ['an HTML page', () => HTML, 'failed'],
  ['an error of the server', () => ({ ...HTML, status: 502 }), 'failed'],
]

const returnUnchanged = (chart: Chart): Reply => ({ json: { data: chart } })

/**
 * A view of the market page. `calls` matches its requests. The test steps alternate between the
 * addresses, so that each step loads another chart.
 */
interface View {
  readonly name: string
  readonly calls: string
  readonly addresses: readonly string[]
}

const createAddresses = (view: string) =>
  ['5d', '1m'].map((period) => `/dashboard/spot/?${view && `vista=${view}&`}periodo=${period}`)

const VIEWS: readonly View[] = [
  {
    name: 'the deals of the day',
    calls: '**/graficoMonedaRT/',
    addresses: ['/dashboard/spot/', '/dashboard/nextday/'],
  },
  { name: 'Precios', calls: '**/graficoPrecios', addresses: createAddresses('') },
  { name: 'Promedios', calls: '**/graficoPromedios', addresses: createAddresses('promedios') },
  { name: 'Velas', calls: '**/graficoVelas', addresses: createAddresses('velas') },
  { name: 'Bollinger', calls: '**/graficoBollinger', addresses: createAddresses('bollinger') },
]

/** Opens a client's page without a live stream, so that the market is polled. */
async function openClientPage() {
  const tab = await clients.open(portal.url, { viewport: { width: 1280, height: 800 } })
  await tab.page.route('**/stream?*', (route) => route.fulfill({ status: 404, json: { message: 'No.' } }))
  return tab
}

/** Navigates as a link of the page does, without a reload. */
const navigate = (page: Page, address: string) => page.evaluate((to) => history.pushState(null, '', to), address)

/** Returns the chart of an unchanged reply. */
const findChart = (body: { readonly data?: Chart; readonly result?: Chart }): Chart => {
  const chart = body.data ?? body.result
  if (!chart) throw new Error('the reply has no chart')
  return chart
}

const findRetry = (page: Page, name: string) => getRegion(page, name).getByRole('button', { name: 'Reintentar' })

/** Fails when the chart panel does not reach this state. */
async function expectOutcome(page: Page, outcome: Outcome, message: string = outcome) {
  const isDrawn = outcome === 'drawn' || outcome === 'unchanged'
  await expect(findRetry(page, 'Gráfica'), message).toHaveCount(outcome === 'failed' ? 1 : 0)
  await expect(findPlot(page), message).toHaveCount(isDrawn ? 1 : 0)
  const panel = expect(getRegion(page, 'Gráfica'), message)
  if (outcome === 'empty') await panel.toContainText(/no hay operaciones|no tiene operaciones/)
  if (isDrawn) await panel.not.toContainText(LEAKED)
}

async function expectFirstPoint(page: Page, name: string) {
  await findPlot(page).focus()
  await page.keyboard.press('Home')
  await expect(findPlot(page), name).toHaveAttribute('aria-valuetext', /\d/)
  await expect(findPlot(page), name).not.toHaveAttribute('aria-valuetext', LEAKED)
}

/**
 * Opens the statistics page and replaces the replies of a view. `show` sets the next reply,
 * navigates to an address of the view and waits for the reply.
 */
async function prepareView(view: View) {
  const { page, complaints } = await openClientPage()
  const originalCharts = new Map<string, Chart>()
  let reply: (chart: Chart) => Reply = returnUnchanged
  let replyCount = 0
  await page.route(view.calls, async (route) => {
    const body = route.request().postData() ?? ''
    if (!originalCharts.has(body)) originalCharts.set(body, findChart(await (await route.fetch()).json()))
    await route.fulfill(reply(originalCharts.get(body) ?? { labels: [], datasets: [] }))
    replyCount += 1
  })
  await page.goto(`${portal.url}/dashboard/estadisticas/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return {
    page,
    complaints,
    async show(address: string, nextReply: (chart: Chart) => Reply) {
      reply = nextReply
      const before = replyCount
      await navigate(page, address)
      await expect.poll(() => replyCount).toBeGreaterThan(before)
    },
    async recover() {
      reply = returnUnchanged
      await findRetry(page, 'Gráfica').click()
    },
  }
}

const readSummary = async (page: Page) => (await readText(page, 'Gráfica')).replace(/^.*?(De |El )/, '$1')

test.each(VIEWS)('the chart panel of $name shows the expected state for every unusual reply', async (view) => {
  const { page, complaints, show, recover } = await prepareView(view)
  const summaries = new Map<string, string>()
  let previousSummary = ''
  for (const address of view.addresses) {
    await show(address, returnUnchanged)
    // The panel may still show the chart of the previous address.
    if (previousSummary) await expect.poll(() => readSummary(page)).not.toBe(previousSummary)
    await expectOutcome(page, 'drawn')
    previousSummary = await readSummary(page)
    summaries.set(address, previousSummary)
  }
  for (const [turn, [name, reply, outcome]] of CHART_REPLIES.entries()) {
    const address = view.addresses[turn % view.addresses.length] ?? ''
    const message = `${name} at ${address}`
    await show(address, reply)
    await expectOutcome(page, outcome, `${message}: ${outcome}`)
    if (outcome === 'unchanged') await expect.poll(() => readSummary(page), { message }).toBe(summaries.get(address))
    if (outcome === 'unchanged' || outcome === 'drawn') await expectFirstPoint(page, message)
    await expect.poll(() => readText(page, 'Precio de cierre'), { message }).toMatch(/\d,\d/)
    expect(removeNetworkErrors(complaints), message).toEqual([])
  }
  await recover()
  await expectOutcome(page, 'drawn')
})

/** Returns the JSON reply with every number changed. */
const changeNumbers = (text: string, change: (value: number) => unknown): Reply => ({
  contentType: 'application/json',
  body: JSON.stringify(JSON.parse(text, (_, value) => (typeof value === 'number' ? change(value) : value))),
})

const changeCells = (text: string, change: (cell: string) => string): Reply => ({
  contentType: 'text/html',
  body: text.replace(/<td>([^<]*)<\/td>/g, (_, cell: string) => `<td>${change(cell)}</td>`),
})

/** Replaces the body of every reply of the home, JSON and HTML tables separately. */
interface ReplyChange {
  readonly name: string
  readonly json: (text: string) => Reply
  readonly table: (text: string) => Reply
}

const replaceBody = (name: string, reply: Reply): ReplyChange => ({ name, json: () => reply, table: () => reply })

const CALLS = ['**/estadisticas/**', '**/graficoMoneda**', '**/cma/monedas**', '**/bvc/**', '**/news/rss**']
const FIGURE_PANELS = ['Precio de cierre', 'Precio promedio', 'Precios del dólar', 'Montos del dólar']
const TABLE_PANELS = ['Divisas', 'Acciones', 'Índices']
const PANELS = [...FIGURE_PANELS, ...TABLE_PANELS, 'Gráfica', 'Noticias']

async function openChangedHome(change: ReplyChange) {
  const tab = await openPage(browser(), { clock: true })
  await tab.page.clock.install({ time: Date.now() })
  for (const call of CALLS)
    await tab.page.route(call, async (route) => {
      const reply = await route.fetch()
      const isTable = reply.headers()['content-type']?.includes('html') === true
      await route.fulfill((isTable ? change.table : change.json)(await reply.text()))
    })
  await tab.page.goto(stoppedPortal.url)
  return tab
}

const expectNothingLeaked = (page: Page) =>
  expect(page.getByRole('main')).not.toContainText(LEAKED, { useInnerText: true })

test.each([
  replaceBody('an HTML page', HTML),
  replaceBody('JSON that is cut off', { contentType: 'application/json', body: '{"data":{"close":41' }),
  replaceBody('a number', { json: 7 }),
  replaceBody('null', { json: null }),
  replaceBody('an unrelated record', { json: { status: 'success', message: 'Bienvenido' } }),
  replaceBody('empty', { status: 200, body: '' }),
  replaceBody('a server error', { status: 503, json: { message: 'En mantenimiento.' } }),
])('every panel shows an error and a retry button when every reply is $name', async (change) => {
  const { page, complaints } = await openChangedHome(change)
  for (const name of PANELS) await findRetry(page, name).first().waitFor()
  await expect(page.getByRole('link', { name: 'Iniciar sesión' }).first()).toBeVisible()
  await expectNothingLeaked(page)
  expect(removeNetworkErrors(complaints)).toEqual([])
  await stopClock(page)
  await findRetry(page, 'Divisas').waitFor()
  // Playwright uses the newest route: only the currencies recover.
  await pressRetry(page, '**/cma/monedas**', findRetry(page, 'Divisas'))
  await page.clock.resume()
  await expect.poll(() => readText(page, 'Divisas')).toMatch(/\d,\d/)
  await expect(findRetry(page, 'Acciones')).toHaveCount(1)
})

const waitForPanels = async (page: Page) => {
  for (const name of PANELS)
    if (name !== 'Gráfica' && name !== 'Noticias')
      await expect.poll(() => readText(page, name)).toMatch(/\d,\d|\d\.\d|—/)
}

test('the home reads numbers written as text with commas', async () => {
  const createSameTable = (text: string): Reply => ({ contentType: 'text/html', body: text })
  const unchangedHome = await openChangedHome({
    name: '',
    json: (text) => changeNumbers(text, (value) => value),
    table: createSameTable,
  })
  await waitForPanels(unchangedHome.page)
  await findPlot(unchangedHome.page).waitFor()
  const { page, complaints } = await openChangedHome({
    name: '',
    json: (text) => changeNumbers(text, formatAmerican),
    table: createSameTable,
  })
  await waitForPanels(page)
  await findPlot(page).waitFor()
  for (const name of [...TABLE_PANELS, 'Precios del dólar'])
    await expect.poll(() => readText(page, name)).toBe(await readText(unchangedHome.page, name))
  await expectNothingLeaked(page)
  expect(complaints).toEqual([])
})

const NO_NUMBERS: readonly (readonly [name: string, json: unknown, cell: string])[] = [
  ['null', null, ''],
  ['text', 'n/d', 'n/d'],
  ['NaN', 'NaN', 'NaN'],
  ['infinity', '1e999', 'Infinity'],
]

test.each(NO_NUMBERS)('the home shows dashes or messages when every number is %s', async (_, json, cell) => {
  const { page, complaints } = await openChangedHome({
    name: '',
    json: (text) => changeNumbers(text, () => json),
    table: (text) => changeCells(text, (old) => (/\d/.test(old) ? cell : old)),
  })
  for (const name of FIGURE_PANELS) await expect.poll(() => readText(page, name)).toContain('—')
  for (const name of TABLE_PANELS)
    await expect(
      getRegion(page, name)
        .getByText(/—|Sin cotizaciones|No pudimos/)
        .first(),
    ).toBeAttached()
  await findRetry(page, 'Gráfica').waitFor()
  await expectNothingLeaked(page)
  expect(complaints).toEqual([])
})

test('code in a name or a headline is shown as text and does not run', async () => {
  // If the code ran, it would overwrite the layout shift that every page of the tests measures.
  const hostile = '<img src=x onerror="window.layoutShift=999"><script>window.layoutShift=999</script>'
  const { page, complaints } = await openChangedHome({
    name: '',
    json: (text) => ({
      contentType: 'application/json',
      body: text.replace(/"headline":"/g, `"headline":${JSON.stringify(hostile).slice(0, -1)} `),
    }),
    table: (text) => changeCells(text, (old) => (/\d/.test(old) ? old : `${old}${hostile}`)),
  })
  await waitForPanels(page)
  await getRegion(page, 'Noticias').getByText('<script>').first().waitFor()
  await expect(page.locator('main script, main img')).toHaveCount(0)
  await expectLayoutShift(page, 998)
  expect(complaints.filter((text) => !text.includes('The action has been blocked'))).toEqual([])
})

/** Makes AbortSignal.timeout use the page's clock instead of the browser's timers. */
const replaceAbortTimeout = (page: Page) =>
  page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const limit = new AbortController()
      setTimeout(() => limit.abort(new DOMException('limit', 'TimeoutError')), ms)
      return limit.signal
    }
  })

test('a request that times out after ten seconds fails only its panel', async () => {
  const { page, complaints } = await openColdPage(browser())
  await page.clock.install({ time: Date.now() })
  await replaceAbortTimeout(page)
  for (const call of ['**/graficoMoneda**', '**/estadisticasMontoMercado**', '**/bvc/acciones**', '**/news/rss**'])
    await page.route(call, () => undefined)
  await page.goto(stoppedPortal.url)
  const loadedPanels = ['Precio de cierre', 'Precios del dólar', 'Divisas', 'Índices']
  for (const name of loadedPanels) await expect.poll(() => readText(page, name)).toMatch(/\d,\d/)
  await page.clock.runFor(10_500)
  for (const name of ['Gráfica', 'Montos del dólar', 'Acciones', 'Noticias']) {
    await getRegion(page, name).getByText('El servicio tardó más de 10 segundos en responder.').waitFor()
    await expect(findRetry(page, name)).toHaveCount(1)
  }
  for (const name of loadedPanels) await expect.poll(() => readText(page, name)).toMatch(/\d,\d/)
  expect(complaints).toEqual([])
})

test('after an invalid reply or no reply to a refresh the panels show their last values with their time', async () => {
  const { page, complaints } = await openColdPage(browser())
  await page.clock.install({ time: Date.now() })
  await replaceAbortTimeout(page)
  await page.goto(stoppedPortal.url)
  await waitForPanels(page)
  await findPlot(page).waitFor()
  const readTables = async () =>
    (await Promise.all(TABLE_PANELS.map((name) => getRegion(page, name).locator('tbody').innerText()))).join()
  const tablesBefore = await readTables()
  const panelsWithTime = PANELS.filter(
    (name) => !['Precio de cierre', 'Precio promedio', 'Precios del dólar'].includes(name),
  )
  for (const breakReply of [(route: Route) => route.fulfill(HTML), () => undefined]) {
    for (const call of CALLS) await page.route(call, breakReply)
    await page.clock.runFor(75_000)
    await page.getByText('No se pudo actualizar').waitFor()
    for (const name of panelsWithTime) await getRegion(page, name).getByText('Actualizado a las').first().waitFor()
    await expect(page.getByText('No se pudo actualizar')).toHaveCount(1)
    await expect.poll(readTables).toBe(tablesBefore)
    await expect(findPlot(page)).toHaveCount(1)
    await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const advanceAndCountNotes = async () => {
      await page.clock.runFor(2_000)
      return page.getByText('No se pudo actualizar').count()
    }
    await expect.poll(advanceAndCountNotes).toBe(0)
  }
  expect(complaints).toEqual([])
})
