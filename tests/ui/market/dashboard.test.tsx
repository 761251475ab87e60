import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { VISIBLE_TITLE_MS } from '#src/application/market/tab-title.ts'
import { ok } from '#src/domain/result.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { getRegion, openPortal, REPLIES, type Replies, readText } from '#tests/ui/portal.tsx'

// Loads lazy code before the tests, because its first load is slow.
beforeAll(async () => {
  await import('#src/ui/market/market-screen.tsx')
  await import('#src/ui/statistics/statistics.tsx')
  await import('#src/charts/view/candle-chart.tsx')
})

type Portal = Awaited<ReturnType<typeof openPortal>>

/** Opens a dashboard page and waits until its code is loaded. */
async function openDashboard(path: string, options: Parameters<typeof openPortal>[0] = {}) {
  const portal = await openPortal({ path, isSignedIn: true, ...options })
  await screen.findByRole('region', { name: 'Precio de cierre' })
  return portal
}

const readHeading = () => screen.getByRole('heading', { level: 1 }).textContent
const getMarketMenu = () => within(screen.getAllByRole('navigation', { name: 'Mercado' })[0] ?? document.body)
const getTab = (name: string) => screen.getByRole('tab', { name })
const getSelectedPeriod = () =>
  within(screen.getByRole('radiogroup', { name: 'Periodo' }))
    .getByRole('radio', { checked: true })
    .getAttribute('aria-label')
const getStateLine = () => document.querySelector<HTMLElement>('h1 ~ p') ?? document.body
const readStateLine = () => getStateLine().textContent
const listRequestedMarkets = ({ queries }: Portal, name: keyof Replies) =>
  queries.filter((request) => request.name === name).map(({ query }) => (query as { readonly market: string }).market)
const listRequestedCharts = ({ queries }: Portal) =>
  queries
    .filter(({ name }) => name === 'periodChart')
    .map(({ query }) => {
      const { view, market, period } = query as Readonly<Record<'view' | 'market' | 'period', string>>
      return `${market} ${view} ${period}`
    })

const REGIONS = [
  'Precio de cierre',
  'Precio promedio',
  'Precios del dólar',
  'Montos del dólar',
  'Gráfica',
  'Últimas operaciones',
  'Acciones colombianas',
  'Divisas',
  'Acciones',
  'Índices',
  'Noticias',
]

test.each([
  ['/dashboard/', 'Dólar Spot', '4.102,35 ▲ Mercado Dólar'],
  ['/dashboard/spot/', 'Dólar Spot', '4.102,35 ▲ Mercado Dólar'],
  ['/dashboard/nextday/', 'Next day', '4.102,35 ▲ Next day · Mercado Dólar'],
  ['/Dashboard/NextDay', 'Next day', '4.102,35 ▲ Next day · Mercado Dólar'],
])(
  '%s shows every region by its exact name, the heading %s and the document title %s',
  async (path, heading, documentTitle) => {
    const { ports } = await openDashboard(path)
    for (const name of REGIONS) expect(screen.getAllByRole('region', { name })).toHaveLength(1)
    expect(screen.getAllByRole('main')).toHaveLength(1)
    expect(readHeading()).toBe(heading)
    await expect.poll(() => document.title).toContain('4.102,35')
    act(() => ports.clock.advance(VISIBLE_TITLE_MS))
    await expect.poll(() => document.title).toBe(documentTitle)
  },
)

test('an unknown dashboard path redirects to the spot market', async () => {
  const { history } = await openDashboard('/dashboard/otra/')
  expect(history().at(-1)).toBe('/dashboard/spot/')
  expect(readHeading()).toBe('Dólar Spot')
})

test('the header shows the client name, Cerrar sesión and the market menu', async () => {
  await openDashboard('/dashboard/spot/')
  const banner = within(screen.getByRole('banner'))
  expect(banner.getByRole('link', { name: 'Camila Restrepo' })).toBeTruthy()
  expect(banner.getByRole('button', { name: 'Cerrar sesión' })).toBeTruthy()
  const toggle = banner.getByRole('button', { name: 'Abrir menú' })
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(toggle)
  const drawer = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Mercado' })
  expect([toggle.getAttribute('aria-expanded'), toggle.getAttribute('aria-controls')]).toEqual(['true', drawer.id])
  const links = within(within(drawer).getByRole('navigation', { name: 'Mercado' })).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Spot USD/COP',
    'Next day USD/COP',
    'Estadísticas',
    'Alertas',
  ])
  expect(within(drawer).getByRole('link', { name: 'IMCs/Clientes' })).toBeTruthy()
  fireEvent.click(within(drawer).getByRole('link', { name: 'Next day USD/COP' }))
  expect(drawer.open).toBe(false)
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(await screen.findByRole('heading', { level: 1, name: 'Next day' })).toBeTruthy()
})

// "a pay-services button (to /precios/)" (§2.2), in the header of every page
test('the header of the dashboard links to the pricing page', async () => {
  await openDashboard('/dashboard/spot/')
  const link = within(screen.getByRole('banner')).getByRole('link', { name: 'Pagar servicios' })
  expect(link.getAttribute('href')).toBe('/precios/')
})

// "Inside the dashboard the header shows the user name with a Logout action and a menu toggle." (§2.2)
test('the menu toggle of wide pages hides and shows the side menu on every screen of the dashboard', async () => {
  const portal = await openDashboard('/dashboard/spot/')
  const toggle = within(screen.getByRole('banner')).getByRole('button', { name: 'Menú Mercado' })
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  expect(screen.getByRole('navigation', { name: 'Mercado' })).toBeTruthy()
  fireEvent.click(toggle)
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('navigation', { name: 'Mercado' })).toBeNull()

  portal.navigate('/dashboard/estadisticas/')
  await screen.findByRole('heading', { level: 1, name: 'Estadísticas IMCs/Clientes' })
  expect(screen.queryByRole('navigation', { name: 'Mercado' })).toBeNull()
  fireEvent.click(toggle)
  expect(screen.getByRole('navigation', { name: 'Mercado' })).toBeTruthy()
})

test.each([
  ['/dashboard/', 'Spot USD/COP', 'true'],
  ['/dashboard/spot/', 'Spot USD/COP', 'page'],
  ['/dashboard/nextday', 'Next day USD/COP', 'page'],
])('at %s the link %s of the menu has aria-current="%s"', async (path, name, mark) => {
  await openDashboard(path)
  const markedLinks = getMarketMenu()
    .getAllByRole('link')
    .filter((link) => link.hasAttribute('aria-current'))
  expect(markedLinks.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([[name, mark]])
})

test('the state line shows the time of the data and announces only the state', async () => {
  const portal = await openDashboard('/dashboard/spot/')
  expect(readStateLine()).toBe('En tiempo real, 12:43:15. Se actualiza cada 15 s')
  expect(within(getStateLine()).getByRole('status').textContent).toBe('En tiempo real')
  await portal.setOnline(false)
  expect(readStateLine()).toBe('Sin conexión. Datos de las 12:43:15')
})

test('/dashboard/ without the stream claims no real time (D53)', async () => {
  await openDashboard('/dashboard/')
  expect(readStateLine()).toBe('Mercado abierto, 12:43:15. Se actualiza cada 7 min 48 s')
})

test('market requests have the market of the page, and the chart request has no delay', async () => {
  const portal = await openDashboard('/dashboard/nextday/')
  for (const name of ['closeAndAverage', 'prices', 'amounts', 'intraday'] as const) {
    expect(listRequestedMarkets(portal, name)).toEqual(['nextday'])
  }
  expect(portal.queries.find(({ name }) => name === 'intraday')?.query).toMatchObject({ delay: 0 })
})

test('a change of market loads only the new market and hides the values of the old market', async () => {
  const portal = await openDashboard('/dashboard/spot/')
  portal.services.pendingCalls = ['closeAndAverage', 'prices', 'amounts', 'intraday']
  fireEvent.click(getMarketMenu().getByRole('link', { name: 'Next day USD/COP' }))
  await portal.flush()
  expect(readHeading()).toBe('Next day')
  expect(readText('Precio de cierre')).not.toContain('4.102')
  expect(listRequestedMarkets(portal, 'closeAndAverage')).toEqual(['spot', 'nextday'])

  portal.services.pendingCalls = []
  fireEvent.click(getMarketMenu().getByRole('link', { name: 'Spot USD/COP' }))
  await portal.flush()
  await portal.refresh(15 * SECOND_MS)
  // `refresh` hides the page, so that its title loads the close, and shows it again, so that its
  // panel loads the close.
  expect(listRequestedMarkets(portal, 'closeAndAverage')).toEqual(['spot', 'nextday', 'spot', 'spot', 'spot'])
  // Currencies belong to no market: a change of market does not load them.
  expect(portal.calls.filter((name) => name === 'currencies').length).toBeLessThanOrEqual(2)
})

test.each([
  ['/dashboard/', 14, [], []],
  ['/dashboard/', 15, ['intraday'], []],
  ['/dashboard/', 468, ['intraday'], ['amounts', 'closeAndAverage', 'prices']],
  ['/dashboard/spot/', 14, [], []],
  ['/dashboard/spot/', 15, ['intraday'], ['amounts', 'closeAndAverage', 'prices']],
] as const)(
  'on %s, the chart requests after %i s are %j and the panel requests are %j',
  async (path, seconds, chart, panels) => {
    const portal = await openDashboard(path)
    const before = portal.calls.length
    await portal.refresh(seconds * SECOND_MS)
    const newCalls = portal.calls.slice(before)
    const marketCalls = ['amounts', 'closeAndAverage', 'intraday', 'prices']
    // `refresh` hides the page. After 15 s the title of a hidden page loads the close (D76).
    const titleCalls = seconds < 15 ? [] : ['closeAndAverage']
    expect(newCalls.filter((name) => marketCalls.includes(name)).sort()).toEqual(
      [...titleCalls, ...chart, ...panels].sort(),
    )
    expect(newCalls.includes('news')).toBe(panels.length > 0)
  },
)

test('a market page has its tabs and periods and opens with the prices of 1d', async () => {
  const portal = await openDashboard('/dashboard/spot/')
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Precios',
    'Promedios',
    'Velas',
    'Bollinger',
  ])
  const periods = within(screen.getByRole('radiogroup', { name: 'Periodo' })).getAllByRole('radio')
  expect(periods.map((radio) => radio.getAttribute('aria-label'))).toEqual(['1d', '5d', '1m', '6m', '1a'])
  expect(periods.map(({ textContent }) => textContent)).toEqual(['1D', '5D', '1M', '6M', '1A'])
  expect([getTab('Precios').getAttribute('aria-selected'), getSelectedPeriod()]).toEqual(['true', '1d'])
  expect(listRequestedCharts(portal)).toEqual([])
  expect(screen.getByRole('tabpanel', { name: 'Precios' })).toBeTruthy()
  expect(readText('Gráfica')).toContain('De 08:00 a 12:28 el precio pasó de 4.091,00 a 4.102,35 pesos')
})

test('the dashboard start page shows only the chart of the day', async () => {
  await openDashboard('/dashboard/')
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.queryByRole('radiogroup', { name: 'Periodo' })).toBeNull()
  expect(getRegion('Gráfica').getByRole('heading', { name: 'Dólar Spot' })).toBeTruthy()
  expect(getRegion('Gráfica').getByText('Precio y monto, hoy')).toBeTruthy()
})

// "Title is 'Next day' when the market is 76, otherwise 'Dólar Spot'." (§2.4)
test.each([
  ['/dashboard/', 'Dólar Spot: precio y monto, 08:00 a 13:00'],
  ['/dashboard/spot/', 'Dólar Spot: precio y monto, 08:00 a 13:00'],
  ['/dashboard/spot/?periodo=5d', 'Dólar Spot: precio y monto, cinco sesiones'],
  ['/dashboard/nextday/', 'Next day: precio y monto, 08:00 a 16:00'],
  ['/dashboard/nextday/?periodo=5d', 'Next day: precio y monto, cinco sesiones'],
])('the chart of %s has the title of its market (§2.4)', async (path, name) => {
  await openDashboard(path)
  expect(await getRegion('Gráfica').findByRole('figure', { name })).toBeTruthy()
})

const DAYS = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'].map((day) => toInstant(day, '00:00'))
const STARTS = Float64Array.from(DAYS)
const CLOSES = Float64Array.of(4080, 4120.5, 4075, 4102.35)
const NO_VALUES = Float64Array.of(Number.NaN, Number.NaN, Number.NaN, Number.NaN)
const CHARTS = {
  prices: { view: 'prices', starts: STARTS, closes: CLOSES, amounts: Float64Array.of(1, 2, 3, 4) },
  averages: { view: 'averages', starts: STARTS, closes: CLOSES, short: NO_VALUES, long: NO_VALUES },
  bollinger: {
    view: 'bollinger',
    starts: STARTS,
    closes: CLOSES,
    upper: NO_VALUES,
    middle: NO_VALUES,
    lower: NO_VALUES,
  },
  candles: {
    view: 'candles',
    starts: STARTS,
    open: CLOSES,
    high: Float64Array.of(4090, 4130, 4080, 4110),
    low: Float64Array.of(4070, 4110, 4070, 4100),
    close: CLOSES,
  },
} as const

const withChart = (view: keyof typeof CHARTS): Replies => ({
  ...REPLIES,
  periodChart: { value: CHARTS[view], tradingDay: '2026-11-20' },
})

test.each([
  ['prices', '', 'Precios', ['Precio', 'Monto'], '4.075,00 y máximo de 4.120,50'],
  ['averages', 'vista=promedios&', 'Promedios', ['Precio', 'Media móvil 8', 'Media móvil 13'], 'máximo de 4.120,50'],
  [
    'candles',
    'vista=velas&',
    'Velas',
    ['Cierre mayor que apertura', 'Cierre menor que apertura'],
    '4.070,00 y máximo de 4.130,00',
  ],
  [
    'bollinger',
    'vista=bollinger&',
    'Bollinger',
    ['Precio', 'Media móvil 20', '±2 desviaciones estándar'],
    'máximo de 4.120,50',
  ],
] as const)(
  'a link to %s of 1m shows that view with its legend and summary',
  async (view, query, name, legendTexts, summary) => {
    const portal = await openDashboard(`/dashboard/nextday/?${query}periodo=1m`, { replies: withChart(view) })
    expect([getTab(name).getAttribute('aria-selected'), getSelectedPeriod()]).toEqual(['true', '1m'])
    expect(listRequestedCharts(portal)).toEqual([`nextday ${view} 1m`])
    const legend = getRegion('Gráfica').getAllByRole('listitem')
    expect(legend.map(({ textContent }) => textContent)).toEqual([...legendTexts])
    await expect
      .poll(() => readText('Gráfica'))
      .toContain('De 17 nov 2026 a 20 nov 2026 el precio pasó de 4.080,00 a 4.102,35 pesos')
    expect(readText('Gráfica')).toContain(summary)
  },
)

test('a selected view or period replaces invalid values of the address and adds a history entry', async () => {
  const portal = await openDashboard('/dashboard/spot/?vista=torta&periodo=2d&desde=ayer', {
    replies: withChart('candles'),
  })
  expect([getTab('Precios').getAttribute('aria-selected'), getSelectedPeriod()]).toEqual(['true', '1d'])
  fireEvent.click(screen.getByRole('radio', { name: '6m' }))
  await portal.flush()
  await act(async () => fireEvent.click(getTab('Velas')))
  expect(portal.history().slice(1)).toEqual(['/dashboard/spot/?periodo=6m', '/dashboard/spot/?vista=velas&periodo=6m'])
  expect(listRequestedCharts(portal)).toEqual(['spot prices 6m', 'spot candles 6m'])
  portal.navigate('/dashboard/spot/?periodo=6m')
  await portal.flush()
  expect([getTab('Precios').getAttribute('aria-selected'), getSelectedPeriod()]).toEqual(['true', '6m'])
})

test('a failed chart shows an error and a button that loads the chart again', async () => {
  const portal = await openDashboard('/dashboard/spot/?periodo=5d', { failures: { periodChart: { kind: 'timeout' } } })
  expect(getRegion('Gráfica').getByRole('group', { name: 'No pudimos consultar la gráfica' })).toBeTruthy()
  expect(readText('Precio de cierre')).toContain('$4.102,35')
  portal.services.failures = {}
  fireEvent.click(getRegion('Gráfica').getByRole('button', { name: 'Reintentar' }))
  await portal.flush()
  expect(getRegion('Gráfica').queryByText('No pudimos consultar la gráfica')).toBeNull()
})

const EMPTY = new Float64Array(0)
const NO_DEALS: Replies = {
  ...REPLIES,
  intraday: { tradingDay: '2026-11-20', value: { times: EMPTY, prices: EMPTY, amounts: EMPTY, sequence: null } },
  periodChart: {
    tradingDay: '2026-11-20',
    value: { view: 'averages', starts: EMPTY, closes: EMPTY, short: EMPTY, long: EMPTY },
  },
}

test('a view selected offline shows a notice and loads when the connection returns', async () => {
  const portal = await openDashboard('/dashboard/spot/')
  await portal.setOnline(false)
  fireEvent.click(getTab('Promedios'))
  await portal.flush()
  const chart = getRegion('Gráfica')
  expect(chart.getByText('Los datos llegarán al volver la conexión.')).toBeTruthy()
  expect(chart.queryByText('No pudimos consultar la gráfica')).toBeNull()
  await portal.setOnline(true)
  expect(listRequestedCharts(portal)).toEqual(['spot averages 1d'])
  expect(chart.queryByText('Los datos llegarán al volver la conexión.')).toBeNull()
})

test('a chart that was drawn online shows no offline notice', async () => {
  const portal = await openDashboard('/dashboard/spot/')
  await portal.setOnline(false)
  expect(getRegion('Gráfica').queryByText('No hay conexión a internet.')).toBeNull()
})

test.each(['/dashboard/', '/dashboard/spot/', '/dashboard/spot/?vista=promedios'])(
  'before the first deal of the day, %s offers the chart of five days',
  async (path) => {
    const now = toInstant('2026-11-20', '07:30')
    const portal = await openDashboard(path, { replies: NO_DEALS, now })
    expect(readText('Gráfica')).toContain('Aún no hay operaciones hoy')
    expect(readText('Gráfica')).toContain('El mercado abre a las 8:00 a. m.')
    expect(readStateLine()).toBe('Mercado por abrir. Datos de las 07:30:00')
    await act(async () => fireEvent.click(getRegion('Gráfica').getByRole('button', { name: 'Ver 5D' })))
    expect(getSelectedPeriod()).toBe('5d')
    expect(portal.history().at(-1)).toContain('periodo=5d')
  },
)

test('a US holiday shows a notice with a link to next day only on the spot market', async () => {
  const portal = await openDashboard('/dashboard/spot/', { holiday: ok(true) })
  const notice = screen.getByText('DIA FESTIVO en USA – Solo disponible NEXT DAY')
  expect(notice).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Ver Next day' }))
  await portal.flush()
  expect(readHeading()).toBe('Next day')
  expect(screen.queryByText(/DIA FESTIVO/)).toBeNull()
})

test('a holiday of both countries shows the notice without a link to next day', async () => {
  const now = toInstant('2026-12-25', '10:00')
  await openDashboard('/dashboard/spot/', { holiday: ok(true), now })
  expect(screen.getByText('DIA FESTIVO en USA – Solo disponible NEXT DAY')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Ver Next day' })).toBeNull()
})

test('a news item with a link opens in a dialog on the dashboard', async () => {
  await openDashboard('/dashboard/spot/')
  expect(getRegion('Noticias').queryByRole('link')).toBeNull()
  fireEvent.click(getRegion('Noticias').getByRole('button', { name: 'Leer mas... El dólar sube' }))
  expect(screen.getByRole('dialog', { name: 'El dólar sube' }).textContent).toContain('yz')
})

test('the statistics page shows the market menu', async () => {
  const portal = await openDashboard('/dashboard/spot/')
  fireEvent.click(getMarketMenu().getByRole('link', { name: 'Estadísticas' }))
  await portal.flush()
  expect(await screen.findByRole('heading', { level: 1, name: /^Estadísticas/ })).toBeTruthy()
  expect(getMarketMenu().getByRole('link', { current: 'page' }).textContent).toBe('Estadísticas')
  expect(screen.getAllByRole('main')).toHaveLength(1)
})

test('figures of a previous trading day show their day', async () => {
  const withYesterday = <T,>(value: T) => ({ value, tradingDay: '2026-11-19' })
  const replies: Replies = {
    ...REPLIES,
    closeAndAverage: withYesterday(REPLIES.closeAndAverage.value),
    amounts: withYesterday(REPLIES.amounts.value),
    intraday: withYesterday(REPLIES.intraday.value),
  }
  await openDashboard('/dashboard/spot/', { replies })
  expect(readStateLine()).toBe('Mercado cerrado. Datos del jueves 19 de noviembre')
  expect(readText('Montos del dólar')).toContain('Acumulado del jueves 19 de noviembre')
  expect(readText('Gráfica')).toContain('TRM del díajueves 19 de noviembre')
})
