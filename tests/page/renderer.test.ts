import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/connection.ts'
import { toConfigReply } from '#server/http/portal-config.ts'
import type { ConfigReply } from '#src/adapters/http/contract/config.ts'
import type { DaysReply } from '#src/adapters/http/contract/market/days.ts'
import { parsePageData } from '#src/adapters/http/page-data.ts'
import { SCREEN_NAMES, toScreen } from '#src/application/navigation/screens.ts'
import { formatCount, formatPrice, formatUsd, splitPrice } from '#src/domain/money.ts'
import { PLANS } from '#src/domain/payment/plans.ts'
import { formatClock, formatLongDate } from '#src/domain/text.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { pageRenderer } from '#src/page/renderer.tsx'
import { parseOwnTable } from '#src/page/table-document.ts'
import { temporaryFolder } from '#tests/support/databases.ts'
import { openTestMarket, testTime } from '#tests/support/market.ts'
import { defaultPortalConfig } from '#tests/support/portal-config.ts'

const CONFIG: ConfigReply = toConfigReply(await defaultPortalConfig(), { clockShiftMs: 0, demo: true })

const DAY = '2026-11-20'

type OpenedMarket = Awaited<ReturnType<typeof openMarketAt>>

async function openMarketAt(instant: string) {
  const database = await openDatabase({ dataDir: await temporaryFolder() }, { report: () => undefined })
  if (!database.ok) throw new Error('the database cannot be opened')
  const time = testTime(Date.parse(`${instant}-05:00`))
  const market = await openTestMarket({
    database: database.value,
    time,
    env: { MARKET_CLOCK: instant, SIM_SEED: '1' },
  })
  return { market, time }
}

/** The opened markets by the instant of their clock. */
const markets = new Map<string, Promise<OpenedMarket>>()

function openMarketOnce(instant: string): Promise<OpenedMarket> {
  const opened = markets.get(instant) ?? openMarketAt(instant)
  markets.set(instant, opened)
  return opened
}

async function renderAt(path: string, time: string, date = DAY) {
  const { market, time: clock } = await openMarketOnce(`${date}T${time}`)
  const page = pageRenderer.findPage(path, CONFIG)
  if (page === null) throw new Error(`${path} is not rendered`)
  const pageMarket = await market.readPage(page.parts, page.days)
  const renderedPage = await pageRenderer.render({
    address: page.address,
    config: CONFIG,
    market: pageMarket,
    renderedAt: clock.now(),
  })
  return { ...renderedPage, pageMarket, text: toText(renderedPage.html) }
}

/** Returns the text of a page with single spaces. */
const toText = (html: string) =>
  html
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ')

test('the home shows price, average, amounts, day, tables and headlines of its replies', async () => {
  const { html, text, title, pageMarket } = await renderAt('/', '12:43:15')
  const { close, amounts, currencies = '', stocks = '', indices = '', news = [] } = pageMarket.replies
  const price = splitPrice(close?.data.close ?? null)
  const average = splitPrice(close?.data.avg ?? null)
  expect(title).toBe('Inicio | Mercado Dólar')
  expect(text).toContain(`${price?.whole} ${price?.decimals}`)
  expect(text).toContain(`${average?.whole} ${average?.decimals}`)
  expect(text).toContain('TRM vigente')
  expect(text).toContain(formatUsd(amounts?.data.sum ?? null))
  expect(text).toContain('Información con 15 minutos de retraso. No incluye operaciones registradas.')
  expect(text).toContain(formatLongDate(DAY))
  expect(text).toContain(`Última operación ${formatClock(Date.parse(close?.data.time ?? ''))}`)
  expect(html).toMatch(/<path class="picture-line" d="M\d+ \d+l[-\d ]+"/)
  for (const table of [currencies, stocks, indices]) {
    const [, ...rows] = Array.from(parseOwnTable(table).querySelectorAll('tr'))
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows)
      expect(text.replaceAll(' ', '')).toContain(row.children[0]?.textContent?.replaceAll(' ', ''))
  }
  expect(news).toHaveLength(10)
  for (const { headline } of news.slice(0, 5)) expect(html).toContain(headline)
  for (const { headline } of news.slice(5)) expect(html).not.toContain(headline)
  expect(html).not.toContain('aria-busy="true"')
})

test('the parts of the home data agree with each other and are at least 15 minutes old', async () => {
  const { data, pageMarket } = await renderAt('/', '12:43:15')
  const parts = parsePageData(data)?.first.parts
  const intraday = parts?.intraday?.value
  expect(parts?.close?.value.close).toBe(intraday?.prices.at(-1))
  expect(parts?.close?.value.time).toBe(intraday?.times.at(-1))
  expect(parts?.amounts?.value.count).toBe(intraday?.times.length)
  expect(intraday?.times.at(-1)).toBeLessThanOrEqual(pageMarket.marketTime - 15 * MINUTE_MS)
})

test('before the opening the home shows the close and the chart line of the previous day', async () => {
  const { html, text, data, pageMarket } = await renderAt('/', '07:30:00')
  const price = splitPrice(pageMarket.replies.previousClose?.data.close ?? null)
  expect(price).not.toBeNull()
  expect(text).toContain(`${price?.whole} ${price?.decimals}`)
  expect(html).toMatch(/<path class="picture-line" d="M\d+ \d+l[-\d ]+"/)
  expect(text).toContain('Precio y monto, jueves')
  expect(text.match(/Aún no hay operaciones hoy\. El mercado/)).toBeNull()
  expect(parsePageData(data)?.first.parts.previousIntraday?.tradingDay).toBe('2026-11-19')
})

test('the home loads no previous-day parts when the day has deals', async () => {
  const { pageMarket } = await renderAt('/', '12:43:15')
  expect(Object.keys(pageMarket.replies).filter((part) => part.startsWith('previous'))).toEqual([])
})

test.each([
  ['before the opening', '07:30:00', DAY],
  ['right after the opening', '08:05:00', DAY],
  ['after the close', '15:00:00', DAY],
  ['on a Saturday', '11:00:00', '2026-11-21'],
  ['on a US holiday', '11:00:00', '2026-11-26'],
])('the home is rendered %s', async (_when, time, date) => {
  const { html, data } = await renderAt('/', time, date)
  expect(html).toContain('Dólar Spot')
  expect(parsePageData(data)).not.toBeNull()
})

const RENDERED_SCREENS = SCREEN_NAMES.map(toScreen).filter(({ isRendered, path }) => isRendered && !path.includes(':'))

test.each(RENDERED_SCREENS)('$path is rendered with its title', async ({ path, title: screenTitle }) => {
  const { html, title } = await renderAt(path, '12:43:15')
  expect(html).toContain('<footer')
  expect(title).toBe(`${screenTitle} | Mercado Dólar`)
  expect(html).not.toContain('Cargando la página')
})

test.each(['/dashboard/', '/dashboard/spot/', '/auth/change-contrasena/', '/auth/reset-contrasena/'])(
  '%s is rendered with header, footer and the text of a loading page',
  async (path) => {
    const { html } = await renderAt(path, '12:43:15')
    expect(html).toContain('Cargando la página')
    expect(html).toContain('<header')
    expect(html).toContain('<footer')
  },
)

test('a page has no inline styles, handlers or scripts', async () => {
  for (const { path } of RENDERED_SCREENS) {
    const { html } = await renderAt(path, '12:43:15')
    expect([path, html.match(/\s(style|on\w+)=/g)]).toEqual([path, null])
    expect([path, html.includes('<script')]).toEqual([path, false])
  }
})

test('findPage returns null for a screen with a third-party human check', () => {
  const humanCheck = { provider: 'hcaptcha', challengeUrl: null, siteKey: 'x' } as const
  expect(pageRenderer.findPage('/auth/login/', { ...CONFIG, humanCheck })).toBeNull()
  expect(pageRenderer.findPage('/', { ...CONFIG, humanCheck })).not.toBeNull()
})

test('the TRM page has the rate in force, its history as line and table, and the history in its page data', async () => {
  const { html, text, data, pageMarket } = await renderAt('/trm/', '12:43:15')
  const { trm, trmHistory } = pageMarket.replies
  const periods = trmHistory?.data ?? []
  const inForce = splitPrice(trm?.data.vigente?.valor ?? null)
  expect(text).toContain(`${inForce?.whole} ${inForce?.decimals}`)
  expect(html).toMatch(/<path class="picture-line" d="M\d+ \d+L[L\d ]+"/)
  expect(periods.length).toBeGreaterThan(100)
  for (const { valor } of periods.slice(-20)) expect(text).toContain(formatPrice(valor))
  expect(html).not.toContain('aria-busy="true"')
  expect(parsePageData(data)?.first.parts.trmHistory?.periods).toHaveLength(periods.length)
})

test('the pricing page shows base, tax and total of each plan, and a mail link in noscript', async () => {
  const { html, text } = await renderAt('/precios/', '12:43:15')
  for (const { base, tax, total } of PLANS)
    for (const amount of [base, tax, total]) expect(text).toContain(`$ ${formatCount(amount)}`)
  expect(html.match(/<noscript>.*?<\/noscript>/s)?.[0]).toContain('mailto:')
})

test('a page without replies is marked as busy', async () => {
  const market = { marketTime: toInstant(DAY, '12:43:15'), date: DAY, range: null, replies: {} }
  const { html } = await pageRenderer.render({ address: '/', config: CONFIG, market, renderedAt: 0 })
  expect(html).toContain('aria-busy="true"')
})

test('parseOwnTable decodes the entities of a table', () => {
  const parsed = parseOwnTable(
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>R&amp;D &lt;x&gt;</td></tr></tbody></table>',
  )
  expect(parsed.querySelectorAll('tr')[1]?.children[0]?.textContent).toBe('R&D <x>')
  expect(parsed.querySelector('table')).not.toBeNull()
  expect(parseOwnTable('<p>no</p>').querySelector('table')).toBeNull()
})

const spot = (reply: DaysReply | undefined, date: string) => reply?.data.find(({ fecha }) => fecha === date)?.spot

test.each([
  ['a past day in memory', '2026-11-18'],
  ['a day whose deals are not in memory', '2026-03-05'],
])('the page of %s has its figures, chart, hours and summary', async (_, date) => {
  const { html, text, title, data, pageMarket } = await renderAt(`/dia/${date}/`, '12:43:15')
  const figures = spot(pageMarket.replies.days, date)
  expect(title).toBe(`El dólar el ${formatLongDate(date).toLowerCase()} | Mercado Dólar`)
  for (const price of [figures?.apertura, figures?.minimo, figures?.maximo, figures?.cierre, figures?.promedio])
    expect(text).toContain(formatPrice(price ?? null))
  expect(text).toContain(`abrió en ${formatPrice(figures?.apertura ?? null)} pesos y cerró en`)
  expect(text).toContain(
    `${formatCount(figures?.operaciones ?? null)} operaciones por ${formatUsd(figures?.monto ?? null)}`,
  )
  expect(text).toContain('Operaciones por hora')
  expect(html).toMatch(/<path class="picture-line" d="M\d+ \d+l[-\d ]+"/)
  expect(html).not.toContain('aria-busy="true"')
  const parts = parsePageData(data)?.first.parts
  expect(parts?.dayIntraday?.value.times).toHaveLength(figures?.operaciones ?? -1)
})

test.each([
  ['/dia/2026-11-16/', 'El lunes 16 de noviembre fue festivo en Colombia.'],
  ['/dia/2026-11-15/', 'El domingo 15 de noviembre no hubo mercado.'],
  ['/dia/2027-01-04/', 'Ese día aún no llega.'],
  ['/dia/1990-01-04/', 'No hay datos de ese día.'],
])('%s says why it has no figures, with links to trading days', async (path, reason) => {
  const { html, text } = await renderAt(path, '12:43:15')
  expect(text).toContain(reason)
  expect(html).toMatch(/<nav[^>]*aria-label="Otros días">.*?href="\/dia\/\d{4}-\d{2}-\d{2}\/"/)
})

test('the page of a month has a row with a link for each business day, and the months next to it', async () => {
  const { html, text, pageMarket } = await renderAt('/dias/2026-10/', '12:43:15')
  const days = pageMarket.replies.days?.data.filter(({ nextday }) => nextday !== null) ?? []
  expect(days.length).toBeGreaterThan(19)
  for (const { fecha, spot: figures, nextday } of days) {
    expect(html).toContain(`href="/dia/${fecha}/"`)
    expect(text).toContain(formatPrice((figures ?? nextday)?.cierre ?? null))
  }
  expect(html).toContain('href="/dias/2026-09/"')
  expect(html).toContain('href="/dias/2026-11/"')
  expect(html).not.toContain('aria-busy="true"')
})
