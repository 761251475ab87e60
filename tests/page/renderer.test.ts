import { expect, test } from 'vitest'
import { openDatabase } from '#server/database/connection.ts'
import { toConfigReply } from '#server/http/portal-config.ts'
import type { ConfigReply } from '#src/adapters/http/contract/config.ts'
import { parsePageData } from '#src/adapters/http/page-data.ts'
import { formatPrice, formatUsd, splitPrice } from '#src/domain/money.ts'
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

function findMarket(instant: string): Promise<OpenedMarket> {
  const opened = markets.get(instant) ?? openMarketAt(instant)
  markets.set(instant, opened)
  return opened
}

async function renderAt(path: string, time: string, date = DAY) {
  const { market, time: clock } = await findMarket(`${date}T${time}`)
  const page = pageRenderer.findPage(path, CONFIG)
  if (page === null) throw new Error(`${path} is not rendered`)
  const replies = await market.readPage(page.parts)
  const renderedPage = await pageRenderer.render({
    address: page.address,
    config: CONFIG,
    market: replies,
    renderedAt: clock.now(),
  })
  return { ...renderedPage, replies, text: toText(renderedPage.html) }
}

/** Returns the text of a page with single spaces. */
const toText = (html: string) =>
  html
    .replace(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ')

test('the home shows price, average, amounts, day, tables and headlines of its replies', async () => {
  const { html, text, title, replies } = await renderAt('/', '12:43:15')
  const { close, amounts, news = [] } = replies.replies
  const price = splitPrice(close?.data.close ?? null)
  expect(title).toBe('Inicio | Mercado Dólar')
  expect(html).toContain(`${price?.whole}<span class="fig-decimals">${price?.decimals}</span>`)
  expect(text).toContain('TRM vigente')
  expect(text).toContain(formatUsd(amounts?.data.sum ?? null))
  expect(text).toContain('Información con 15 minutos de retraso. No incluye operaciones registradas.')
  expect(text).toContain(formatLongDate(DAY))
  expect(text).toContain(`Última operación ${formatClock(Date.parse(close?.data.time ?? ''))}`)
  expect(html).toMatch(/<path class="picture-line" d="M\d+ \d+l[-\d ]+"/)
  for (const { headline } of news.slice(0, 5)) expect(html).toContain(headline)
  expect(html).not.toContain('aria-busy="true"')
})

test('the parts of the home data agree with each other and are at least 15 minutes old', async () => {
  const { data, replies } = await renderAt('/', '12:43:15')
  const parts = parsePageData(data)?.first.parts
  const line = parts?.intraday?.value
  expect(parts?.close?.value.close).toBe(line?.prices.at(-1))
  expect(parts?.close?.value.time).toBe(line?.times.at(-1))
  expect(parts?.amounts?.value.count).toBe(line?.times.length)
  expect(line?.times.at(-1)).toBeLessThanOrEqual(replies.marketTime - 15 * MINUTE_MS)
})

test('before the opening the home shows the close and the chart line of the previous day', async () => {
  const { html, text, data, replies } = await renderAt('/', '07:30:00')
  const price = splitPrice(replies.replies.previousClose?.data.close ?? null)
  expect(price).not.toBeNull()
  expect(html).toContain(`${price?.whole}<span class="fig-decimals">${price?.decimals}</span>`)
  expect(html).toMatch(/<path class="picture-line" d="M\d+ \d+l[-\d ]+"/)
  expect(text).toContain('Precio y monto, jueves')
  expect(text.match(/Aún no hay operaciones hoy\. El mercado/)).toBeNull()
  expect(parsePageData(data)?.first.parts.previousIntraday?.tradingDay).toBe('2026-11-19')
})

test('a day with deals is rendered without the previous day', async () => {
  const { replies } = await renderAt('/', '12:43:15')
  expect(Object.keys(replies.replies).filter((part) => part.startsWith('previous'))).toEqual([])
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

test.each([
  ['/', 'Inicio'],
  ['/no/existe', 'Inicio'],
  ['/Estadisticas', 'Estadísticas IMCs/Clientes'],
  ['/TRM', 'TRM'],
  ['/Precios', 'Precios'],
  ['/auth/login/', 'Inicie sesión'],
  ['/AUTH/registro', 'Solicite su demo o su cuenta'],
  ['/auth/recuperar-contrasena/', 'Recupere su contraseña'],
])('%s is rendered with the title of its screen', async (path, screenTitle) => {
  const { html, title } = await renderAt(path, '12:43:15')
  expect(html).toContain('<footer')
  expect(title.toLowerCase()).toContain(screenTitle.slice(0, 6).toLowerCase())
  expect(html).not.toContain('Cargando la página')
})

test.each(['/dashboard/', '/dashboard/spot/', '/auth/change-contrasena/', '/auth/reset-contrasena/?token=a'])(
  '%s is rendered with header, footer and a loading main part',
  async (path) => {
    const { html } = await renderAt(path.split('?')[0] ?? '', '12:43:15')
    expect(html).toContain('Cargando la página')
    expect(html).toContain('<header')
    expect(html).toContain('<footer')
  },
)

test('a page has no inline styles, handlers or scripts', async () => {
  for (const path of [
    '/',
    '/estadisticas/',
    '/trm/',
    '/precios/',
    '/auth/login/',
    '/auth/registro/',
    '/auth/recuperar-contrasena/',
  ]) {
    const { html } = await renderAt(path, '12:43:15')
    expect([path, html.match(/\s(style|on\w+)=/g)]).toEqual([path, null])
    expect([path, html.includes('<script')]).toEqual([path, false])
  }
})

test('the server does not render a page with the human check of a provider', () => {
  const humanCheck = { provider: 'hcaptcha', challengeUrl: null, siteKey: 'x' } as const
  expect(pageRenderer.findPage('/auth/login/', { ...CONFIG, humanCheck })).toBeNull()
  expect(pageRenderer.findPage('/', { ...CONFIG, humanCheck })).not.toBeNull()
})

test('the TRM page has the rate in force, its history as line and table, and the data of the script', async () => {
  const { html, text, data, replies } = await renderAt('/trm/', '12:43:15')
  const { trm, trmHistory } = replies.replies
  const periods = trmHistory?.data ?? []
  const inForce = splitPrice(trm?.data.vigente?.valor ?? null)
  expect(html).toContain(`${inForce?.whole}<span class="fig-decimals">${inForce?.decimals}</span>`)
  expect(html).toMatch(/<path class="picture-line" d="M\d+ \d+L[L\d ]+"/)
  expect(periods.length).toBeGreaterThan(100)
  for (const { valor } of periods.slice(-20)) expect(text).toContain(formatPrice(valor))
  expect(html).not.toContain('aria-busy="true"')
  expect(parsePageData(data)?.first.parts.trmHistory?.periods).toHaveLength(periods.length)
})

test('the plans show base, tax and total, and the sales contact without scripts', async () => {
  const { html, text } = await renderAt('/precios/', '12:43:15')
  for (const { base, tax, total } of PLANS)
    for (const amount of [base, tax, total]) expect(text).toContain(`$ ${formatUsd(amount)}`)
  expect(html.match(/<noscript>.*?<\/noscript>/s)?.[0]).toContain('mailto:')
})

test('a page without replies is marked as busy', async () => {
  const market = { marketTime: toInstant(DAY, '12:43:15'), date: DAY, replies: {} }
  const { html } = await pageRenderer.render({ address: '/', config: CONFIG, market, renderedAt: 0 })
  expect(html).toContain('aria-busy="true"')
})

test('parseOwnTable decodes the entities of a table', () => {
  const rows = parseOwnTable(
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>R&amp;D &lt;x&gt;</td></tr></tbody></table>',
  )
  expect(rows.querySelectorAll('tr')[1]?.children[0]?.textContent).toBe('R&D <x>')
  expect(rows.querySelector('table')).not.toBeNull()
  expect(parseOwnTable('<p>no</p>').querySelector('table')).toBeNull()
})
