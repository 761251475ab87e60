import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'

import { openColdPage, openPage } from '#tests/support/browser.ts'
import { type IdentityPortal, logIn, startIdentityPortal } from '#tests/support/identity-portal.ts'
import { browserOfFile, startTestPortal, type TestPortal } from '#tests/support/portal.ts'

type StorageState = NonNullable<BrowserContextOptions['storageState']>
type Answer = NonNullable<Parameters<Route['fulfill']>[0]>

/** For clients. */
let portal: IdentityPortal
let signedIn: StorageState
/** For visitors; its time stands still. */
let still: TestPortal
const browser = browserOfFile()
beforeAll(async () => {
  portal = await startIdentityPortal()
  const { page } = await openPage(browser())
  await logIn(page, portal.url, 'demo')
  signedIn = await page.context().storageState()
  await page.close()
  still = await startTestPortal('2026-11-20T12:13:15-05:00')
})

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const textOf = async (page: Page, name: string) => (await region(page, name).innerText()).replace(/\s+/g, ' ')

/** Words of programs, which no reader should ever see. */
const LEAKED = /NaN|undefined|Infinity|null|\[object/

/** What the browser itself says of a call that was refused; the page is not to blame. */
const unlessOfBrowser = (complaints: readonly string[]) =>
  complaints.filter((text) => !text.startsWith('Failed to load resource'))

interface Candle {
  readonly [price: string]: number
}
interface Chart {
  readonly labels: readonly string[]
  readonly datasets: readonly { readonly label: string; readonly data: readonly (number | null | Candle)[] }[]
}

/** A chart whose values, and the prices in its candles, are others. */
const withValues = (chart: Chart, change: (value: number, at: number, dataset: number) => unknown) => ({
  ...chart,
  datasets: chart.datasets.map(({ label, data }, dataset) => ({
    label,
    data: data.map((point, at) => {
      if (point === null) return null
      if (typeof point === 'number') return change(point, at, dataset)
      return Object.fromEntries(Object.entries(point).map(([price, value]) => [price, change(value, at, dataset)]))
    }),
  })),
})

/** A chart with its points at these places, in this order. */
const withPoints = (chart: Chart, places: readonly number[]) => ({
  ...chart,
  labels: places.map((at) => chart.labels[at]),
  datasets: chart.datasets.map(({ label, data }) => ({ label, data: places.map((at) => data[at] ?? null) })),
})

const placesOf = ({ labels }: Chart) => labels.map((_, at) => at)

const american = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 })

/** As servers of this kind write it: single quotes, keys and labels without any. */
const fragmentOf = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(fragmentOf).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, item]) => `${key}:${key === 'label' ? `'${item}'` : fragmentOf(item)}`)
      .join(',')}}`
  return String(value)
}

const HTML: Answer = { contentType: 'text/html', body: '<html><body><h1>502 Bad Gateway</h1></body></html>' }

/** What the chart's panel comes to: drawn, drawn as if nothing had happened, without points, or failed with a retry. */
type Outcome = 'drawn' | 'the same' | 'empty' | 'failed'

const CHARTS: readonly (readonly [name: string, answer: (chart: Chart) => Answer, outcome: Outcome])[] = [
  ['what the server answers', (chart) => ({ json: { data: chart } }), 'the same'],
  ['an empty day', (chart) => ({ json: { data: withPoints(chart, []) } }), 'empty'],
  ['one point', (chart) => ({ json: { data: withPoints(chart, [0]) } }), 'drawn'],
  ['two points of one time', (chart) => ({ json: { data: withPoints(chart, [1, 1]) } }), 'drawn'],
  ['prices that are all the same', (chart) => ({ json: { data: withValues(chart, () => 4100) } }), 'drawn'],
  [
    'missing values',
    (chart) => ({
      json: { data: withValues(chart, (value, at) => (at % 3 === 1 ? [null, 'n/d', ''][at % 2] : value)) },
    }),
    'drawn',
  ],
  ['no value at all', (chart) => ({ json: { data: withValues(chart, () => null) } }), 'failed'],
  ['points in disorder', (chart) => ({ json: { data: withPoints(chart, placesOf(chart).reverse()) } }), 'drawn'],
  [
    'every label twice',
    (chart) => ({ json: { data: withPoints(chart, [...placesOf(chart), ...placesOf(chart)]) } }),
    'drawn',
  ],
  [
    'jumps to ten times and a tenth',
    (chart) => ({
      json: { data: withValues(chart, (value, at) => value * (at % 7 === 3 ? 10 : at % 7 === 5 ? 0.1 : 1)) },
    }),
    'drawn',
  ],
  [
    'numbers beyond reason',
    (chart) => ({ json: { data: withValues(chart, (value, at) => [value, 1e300, -1e300, 0, 1e-300][at % 5]) } }),
    'drawn',
  ],
  ['numbers as text with commas', (chart) => ({ json: { data: withValues(chart, american) } }), 'the same'],
  [
    'a fragment of JavaScript in a string',
    (chart) => ({ json: { status: 'success', result: [{ datos_grafico_moneda_mercado_rt: fragmentOf(chart) }] } }),
    'the same',
  ],
  ['three levels of nesting', (chart) => ({ json: { data: { data: { data: chart } } } }), 'the same'],
  [
    'a fragment that is cut off',
    (chart) => ({ json: { result: [{ datos: fragmentOf(chart).slice(0, 60) }] } }),
    'failed',
  ],
  [
    'labels that are no times',
    (chart) => ({ json: { data: { ...chart, labels: chart.labels.map(() => 'ayer') } } }),
    'failed',
  ],
  [
    'fewer values than labels',
    (chart) => ({ json: { data: { ...withPoints(chart, placesOf(chart).slice(0, 9)), labels: chart.labels } } }),
    'drawn',
  ],
  ['another thing', () => ({ json: { data: { labels: 'x', datasets: 7 } } }), 'failed'],
  ['nothing', () => ({ json: null }), 'failed'],
  ['JSON that is cut off', () => ({ contentType: 'application/json', body: '{"data":{"labels":["08' }), 'failed'],
  ['an HTML page', () => HTML, 'failed'],
  ['an error of the server', () => ({ ...HTML, status: 502 }), 'failed'],
]

const AS_IT_IS = (chart: Chart): Answer => ({ json: { data: chart } })

/** A view of a market's screen and its call; another market or period each time is another chart to ask for. */
interface View {
  readonly name: string
  readonly calls: string
  readonly addresses: readonly string[]
}

const addresses = (view: string) =>
  ['5d', '1m'].map((period) => `/dashboard/spot/?${view && `vista=${view}&`}periodo=${period}`)

const VIEWS: readonly View[] = [
  {
    name: 'the deals of the day',
    calls: '**/graficoMonedaRT/',
    addresses: ['/dashboard/spot/', '/dashboard/nextday/'],
  },
  { name: 'Precios', calls: '**/graficoPrecios', addresses: addresses('') },
  { name: 'Promedios', calls: '**/graficoPromedios', addresses: addresses('promedios') },
  { name: 'Velas', calls: '**/graficoVelas', addresses: addresses('velas') },
  { name: 'Bollinger', calls: '**/graficoBollinger', addresses: addresses('bollinger') },
]

/** A client's page whose market comes by asking alone. */
async function clientPage() {
  const watched = await openPage(browser(), { storageState: signedIn, viewport: { width: 1280, height: 800 } })
  await watched.page.route('**/stream?*', (route) => route.fulfill({ status: 404, json: { message: 'No.' } }))
  return watched
}

/** Goes to an address as a link of the page does, without loading the page anew. */
const follow = (page: Page, address: string) => page.evaluate((to) => history.pushState(null, '', to), address)

/** The chart of a clean reply, wherever it is in it. */
const chartIn = (body: { readonly data?: Chart; readonly result?: Chart }): Chart => {
  const chart = body.data ?? body.result
  if (!chart) throw new Error('the server answers no chart')
  return chart
}

const graph = (page: Page) => region(page, 'Gráfica')
const plot = (page: Page) => graph(page).getByRole('slider', { name: 'Punto de la gráfica' })
const retry = (page: Page, name: string) => region(page, name).getByRole('button', { name: 'Reintentar' })

/** Whether the chart's panel has come to that. */
async function cameTo(page: Page, outcome: Outcome): Promise<boolean> {
  const [failed, drawn, words] = [
    await retry(page, 'Gráfica').count(),
    await plot(page).count(),
    await textOf(page, 'Gráfica'),
  ]
  if (outcome === 'failed') return failed === 1 && drawn === 0
  if (outcome === 'empty') return failed === 0 && drawn === 0 && /no hay operaciones|no tiene operaciones/.test(words)
  return failed === 0 && drawn === 1 && !LEAKED.test(words)
}

async function saysItsFirstPoint(page: Page, name: string) {
  await plot(page).focus()
  await page.keyboard.press('Home')
  const words = () => plot(page).getAttribute('aria-valuetext')
  await expect.poll(words, { message: name }).toMatch(/\d/)
  expect(await words(), name).not.toMatch(LEAKED)
}

/** A view whose call answers what the test likes; `show` goes to one of its addresses and waits until it was answered. */
async function openView(view: View) {
  const { page, complaints } = await clientPage()
  const clean = new Map<string, Chart>()
  let answer: (chart: Chart) => Answer = AS_IT_IS
  let served = 0
  await page.route(view.calls, async (route) => {
    const asked = route.request().postData() ?? ''
    if (!clean.has(asked)) clean.set(asked, chartIn(await (await route.fetch()).json()))
    await route.fulfill(answer(clean.get(asked) ?? { labels: [], datasets: [] }))
    served += 1
  })
  await page.goto(`${portal.url}/dashboard/estadisticas/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return {
    page,
    complaints,
    async show(address: string, other: (chart: Chart) => Answer) {
      answer = other
      const before = served
      await follow(page, address)
      await expect.poll(() => served).toBeGreaterThan(before)
    },
    async mend() {
      answer = AS_IT_IS
      await retry(page, 'Gráfica').click()
    },
  }
}

const summarizeDay = async (page: Page) => (await textOf(page, 'Gráfica')).replace(/^.*?(De |El )/, '$1')

test.each(VIEWS)('$name: whatever its call answers, its panel says so and the page lives on', async (view) => {
  const { page, complaints, show, mend } = await openView(view)
  const summaries = new Map<string, string>()
  for (const address of view.addresses) {
    await show(address, AS_IT_IS)
    await expect.poll(() => cameTo(page, 'drawn')).toBe(true)
    summaries.set(address, await summarizeDay(page))
  }
  for (const [turn, [name, answer, outcome]] of CHARTS.entries()) {
    const address = view.addresses[turn % view.addresses.length] ?? ''
    const message = `${name} at ${address}`
    await show(address, answer)
    await expect.poll(() => cameTo(page, outcome), { message: `${message}: ${outcome}` }).toBe(true)
    if (outcome === 'the same') await expect.poll(() => summarizeDay(page), { message }).toBe(summaries.get(address))
    if (outcome === 'the same' || outcome === 'drawn') await saysItsFirstPoint(page, message)
    await expect.poll(() => textOf(page, 'Precio de cierre'), { message }).toMatch(/\d,\d/)
    expect(unlessOfBrowser(complaints), message).toEqual([])
  }
  await mend()
  await expect.poll(() => cameTo(page, 'drawn')).toBe(true)
})

/** Every number of a body, at any depth. */
const withNumbers = (text: string, change: (value: number) => unknown): Answer => ({
  contentType: 'application/json',
  body: JSON.stringify(JSON.parse(text, (_, value) => (typeof value === 'number' ? change(value) : value))),
})

const withCells = (text: string, change: (cell: string) => string): Answer => ({
  contentType: 'text/html',
  body: text.replace(/<td>([^<]*)<\/td>/g, (_, cell: string) => `<td>${change(cell)}</td>`),
})

/** Another body in place of each of the home's; JSON and tables of HTML are treated each in their way. */
interface Twist {
  readonly name: string
  readonly json: (text: string) => Answer
  readonly table: (text: string) => Answer
}

const instead = (name: string, answer: Answer): Twist => ({ name, json: () => answer, table: () => answer })

const CALLS = ['**/estadisticas/*/', '**/graficoMoneda/', '**/cma/monedas/', '**/bvc/*/', '**/news/rss/']
const FIGURES = ['Precio de cierre', 'Precio promedio', 'Precios del dólar', 'Montos del dólar']
const TABLES = ['Divisas', 'Acciones', 'Índices']
const PANELS = [...FIGURES, ...TABLES, 'Gráfica', 'Noticias']

async function twistedHome(twist: Twist) {
  const watched = await openPage(browser())
  for (const call of CALLS)
    await watched.page.route(call, async (route) => {
      const answer = await route.fetch()
      const isTable = answer.headers()['content-type']?.includes('html') === true
      await route.fulfill((isTable ? twist.table : twist.json)(await answer.text()))
    })
  await watched.page.goto(still.url)
  return watched
}

const whole = async (page: Page) => (await page.getByRole('main').innerText()).replace(/\s+/g, ' ')

test.each([
  instead('an HTML page', HTML),
  instead('JSON that is cut off', { contentType: 'application/json', body: '{"data":{"close":41' }),
  instead('a number', { json: 7 }),
  instead('null', { json: null }),
  instead('another record', { json: { status: 'success', message: 'Bienvenido' } }),
  instead('nothing at all', { status: 200, body: '' }),
  instead('an error of the server', { status: 503, json: { message: 'En mantenimiento.' } }),
])('$name in every answer: each panel has its own error and retry, and comes back by it', async (twist) => {
  const { page, complaints } = await twistedHome(twist)
  for (const name of PANELS) await retry(page, name).first().waitFor()
  expect(await page.getByRole('link', { name: 'Iniciar sesión' }).count()).toBeGreaterThan(0)
  expect(await whole(page)).not.toMatch(LEAKED)
  expect(unlessOfBrowser(complaints)).toEqual([])
  // The newest route of an address answers it: shares stay as they are, whatever is asked again by itself.
  await page.route('**/cma/monedas/', (route) => route.continue())
  await retry(page, 'Divisas').click()
  await expect.poll(() => textOf(page, 'Divisas')).toMatch(/\d,\d/)
  await expect.poll(() => retry(page, 'Acciones').count()).toBe(1)
})

const shown = async (page: Page) => {
  for (const name of PANELS)
    if (name !== 'Gráfica' && name !== 'Noticias') await expect.poll(() => textOf(page, name)).toMatch(/\d,\d|\d\.\d|—/)
}

test('numbers as text with commas are the numbers', async () => {
  const same = (text: string): Answer => ({ contentType: 'text/html', body: text })
  const clean = await twistedHome({ name: '', json: (text) => withNumbers(text, (value) => value), table: same })
  await shown(clean.page)
  await plot(clean.page).waitFor()
  const { page, complaints } = await twistedHome({ name: '', json: (text) => withNumbers(text, american), table: same })
  await shown(page)
  await plot(page).waitFor()
  for (const name of [...TABLES, 'Precios del dólar'])
    await expect.poll(() => textOf(page, name)).toBe(await textOf(clean.page, name))
  expect(await whole(page)).not.toMatch(LEAKED)
  expect(complaints).toEqual([])
})

const NO_NUMBERS: readonly (readonly [name: string, json: unknown, cell: string])[] = [
  ['null', null, ''],
  ['text', 'n/d', 'n/d'],
  ['the words of programs', 'NaN', 'NaN'],
  ['infinity', '1e999', 'Infinity'],
]

test.each(NO_NUMBERS)('%s in place of every number: what is missing is a dash, never a zero', async (_, json, cell) => {
  const { page, complaints } = await twistedHome({
    name: '',
    json: (text) => withNumbers(text, () => json),
    table: (text) => withCells(text, (old) => (/\d/.test(old) ? cell : old)),
  })
  for (const name of FIGURES) await expect.poll(() => textOf(page, name)).toContain('—')
  for (const name of TABLES)
    await expect
      .poll(() =>
        region(page, name)
          .getByText(/—|Sin cotizaciones|No pudimos/)
          .count(),
      )
      .toBeGreaterThan(0)
  await retry(page, 'Gráfica').waitFor()
  expect(await whole(page)).not.toMatch(LEAKED)
  expect(complaints).toEqual([])
})

test('code in a name or a headline is text and never runs', async () => {
  const hostile = '<img src=x onerror="window.layoutShift=999"><script>window.layoutShift=999</script>'
  const { page, complaints } = await twistedHome({
    name: '',
    json: (text) => ({
      contentType: 'application/json',
      body: text.replace(/"headline":"/g, `"headline":${JSON.stringify(hostile).slice(0, -1)} `),
    }),
    table: (text) => withCells(text, (old) => (/\d/.test(old) ? old : `${old}${hostile}`)),
  })
  await shown(page)
  await region(page, 'Noticias').getByText('<script>').first().waitFor()
  expect(await page.locator('main script, main img').count()).toBe(0)
  expect(await page.evaluate(() => window.layoutShift)).toBeLessThan(999)
  expect(complaints.filter((text) => !text.includes('The action has been blocked'))).toEqual([])
})

/** Puts the limits of calls, which are the browser's own timers, on the page's clock. */
const onPageClock = (page: Page) =>
  page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const limit = new AbortController()
      setTimeout(() => limit.abort(new DOMException('limit', 'TimeoutError')), ms)
      return limit.signal
    }
  })

test('ten seconds of silence fail the panel that waits, and nothing else', async () => {
  const { page, complaints } = await openColdPage(browser())
  await page.clock.install({ time: Date.now() })
  await onPageClock(page)
  for (const call of ['**/graficoMoneda/', '**/estadisticasMontoMercado/', '**/bvc/acciones/', '**/news/rss/'])
    await page.route(call, () => undefined)
  await page.goto(still.url)
  const alive = ['Precio de cierre', 'Precios del dólar', 'Divisas', 'Índices']
  for (const name of alive) await expect.poll(() => textOf(page, name)).toMatch(/\d,\d/)
  await page.clock.runFor(10_500)
  for (const name of ['Gráfica', 'Montos del dólar', 'Acciones', 'Noticias']) {
    await region(page, name).getByText('El servicio tardó más de 10 segundos en responder.').waitFor()
    await expect.poll(() => retry(page, name).count()).toBe(1)
  }
  for (const name of alive) expect(await textOf(page, name)).toMatch(/\d,\d/)
  expect(complaints).toEqual([])
})

test('a refresh that brings nonsense or nothing keeps the last values of every panel and marks them', async () => {
  const { page, complaints } = await openColdPage(browser())
  await page.clock.install({ time: Date.now() })
  await onPageClock(page)
  await page.goto(still.url)
  await shown(page)
  await plot(page).waitFor()
  const figures = async () =>
    (await Promise.all(TABLES.map((name) => region(page, name).locator('tbody').innerText()))).join()
  const before = await figures()
  const marked = PANELS.filter((name) => name !== 'Precio promedio' && name !== 'Precios del dólar')
  for (const bad of [(route: Route) => route.fulfill(HTML), () => undefined]) {
    for (const call of CALLS) await page.route(call, bad)
    await page.clock.runFor(75_000)
    for (const name of marked) await region(page, name).getByText('No se pudo actualizar').first().waitFor()
    expect(await figures()).toBe(before)
    expect(await plot(page).count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Reintentar' }).count()).toBe(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const marks = async () => {
      await page.clock.runFor(2_000)
      return page.getByText('No se pudo actualizar').count()
    }
    await expect.poll(marks).toBe(0)
  }
  expect(complaints).toEqual([])
})
