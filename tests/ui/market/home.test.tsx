import { act, configure, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { ok } from '#src/domain/result.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { getRegion, openPortal, REPLIES, type Replies, readText } from '#tests/ui/portal.tsx'

afterEach(() => vi.restoreAllMocks())

const TIMEOUT = { kind: 'timeout' } as const
const OPEN_STATE = 'Mercado abierto'

const readRows = (name: string) =>
  getRegion(name)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => (cell.textContent ?? '').replaceAll(/\s+/g, ' ').trim()))

test('the home has every region by its exact name, one main and one h1', async () => {
  await openPortal()
  for (const name of [
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
  ]) {
    expect(screen.getAllByRole('region', { name })).toHaveLength(1)
  }
  expect(screen.getAllByRole('main')).toHaveLength(1)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Dólar Spot')
})

test('the figures show the loaded values in es-CO format', async () => {
  await openPortal()
  expect(readText('Precio de cierre')).toBe(
    'Precio de cierreÚltima operación 12:28:09$4.102,35sube +5,95(+0,15%)frente al cierre anterior 4.096,40sube +11,35(+0,28%)frente a la apertura',
  )
  expect(readText('Precio promedio')).toBe('Precio promedio$4.101,62')
  expect(readText('Precios del dólar')).toBe(
    'TRMSubeayer 4.090,02$4.098,17AperturaBajaayer 4.094,20$4.091,00MínimoBajaayer 4.086,30$4.085,20MáximoIgualayer 4.118,90$4.118,90',
  )
  expect(readText('Montos del dólar')).toBe(
    'Montos negociadosAcumulado a las 12:28Negociado1.284.650.000USDÚltimo500.000USDPromedio612.321USDMínimo50.000USDMáximos5.000.000USDTransacciones2.098',
  )
})

test('the quotes are shown in tables with name, value and change', async () => {
  await openPortal()
  expect(readRows('Divisas')).toEqual([
    ['EUR/USD', '1,0842', 'sube +0,0021'],
    ['USD/JPY', '154,38', 'baja −0,62'],
    ['USD/CLP', '941,20', 'sin cambio 0,00'],
  ])
  expect(readRows('Acciones')).toEqual([
    ['ECOPETROL', '$ 1.845', 'sube +0,82%'],
    ['ISA', '$ 19.380', 'baja −0,41%'],
  ])
  expect(readRows('Índices')).toEqual([['MSCI COLCAP', '1.396,40', 'sube +0,74%']])
})

test('the ticker shows the configured symbols, and a dash for a symbol without a quote', async () => {
  await openPortal({ config: { tickers: ['ISA', 'GEB'] } })
  const items = getRegion('Acciones colombianas')
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(items).toEqual(['ISA19.380baja −0,41%', 'GEB—'])
  expect(getRegion('Acciones colombianas').getByRole('img', { name: 'sin dato' }).textContent).toBe('—')
})

// "Title is 'Next day' when the market is 76, otherwise 'Dólar Spot'." (§2.4)
test('the chart of the home has the title Dólar Spot, with its content as the subtitle (§2.4)', async () => {
  await openPortal()
  const chart = getRegion('Gráfica')
  expect(chart.getByRole('heading', { level: 2 }).textContent).toBe('Dólar Spot')
  expect(chart.getByText('Precio y monto, hoy')).toBeTruthy()
  expect(chart.getByRole('figure').getAttribute('aria-label')).toBe('Dólar Spot: precio y monto, 08:00 a 13:00')
})

test('the chart shows a summary as text', async () => {
  await openPortal()
  expect(readText('Gráfica')).toContain('Precio y monto, hoy')
  await expect
    .poll(() => readText('Gráfica'))
    .toContain(
      'De 08:00 a 12:28 el precio pasó de 4.091,00 a 4.102,35 pesos, con mínimo de 4.091,00 y máximo de 4.118,90.',
    )
})

const BEFORE_THE_FIRST_DEAL: Replies = {
  ...REPLIES,
  closeAndAverage: { tradingDay: '2026-11-20', value: { close: null, average: null, time: null } },
  prices: {
    tradingDay: '2026-11-20',
    value: {
      trm: { value: 4098.17, change: 'UP', previous: 4090.02 },
      open: { value: null, change: 'SAME', previous: 4094.2 },
      low: { value: null, change: 'SAME', previous: 4086.3 },
      high: { value: null, change: 'SAME', previous: null },
      previousClose: 4096.4,
    },
  },
  amounts: {
    tradingDay: '2026-11-20',
    value: { sum: 0, last: null, average: null, low: null, high: null, count: 0 },
  },
  intraday: {
    tradingDay: '2026-11-20',
    value: {
      times: new Float64Array(0),
      prices: new Float64Array(0),
      amounts: new Float64Array(0),
      sequence: null,
    },
  },
}

test('an unknown value is a dash named "sin dato"', async () => {
  await openPortal({ replies: BEFORE_THE_FIRST_DEAL, now: toInstant('2026-11-20', '07:30') })
  expect(readText('Precio de cierre').trim()).toBe('Precio de cierre—')
  expect(getRegion('Precio de cierre').getByRole('img', { name: 'sin dato' })).toBeTruthy()
  expect(readText('Precio promedio')).toBe('Precio promedio—')
  expect(readText('Precios del dólar')).toBe(
    'TRMSubeayer 4.090,02$4.098,17Aperturaayer 4.094,20—Mínimoayer 4.086,30—Máximo—',
  )
  expect(readText('Montos del dólar')).toBe(
    'Montos negociadosNegociado0USDÚltimo—Promedio—Mínimo—Máximos—Transacciones0',
  )
  expect(readText('Gráfica')).toContain('Aún no hay operaciones hoy. El mercado abre a las 08:00')
  expect(screen.getByText('Mercado por abrir')).toBeTruthy()
})

test('close and average below 1 are shown as 0 (§3)', async () => {
  const closeAndAverage = { tradingDay: '2026-11-20', value: { close: 0.99, average: 0.5, time: null } }
  await openPortal({ replies: { ...REPLIES, closeAndAverage } })
  expect(readText('Precio de cierre')).toContain('$0,00')
  expect(readText('Precio promedio')).toContain('$0,00')
})

test('panels are busy and show no figures before their first replies', async () => {
  const pendingCalls = Object.keys(REPLIES) as (keyof Replies)[]
  await openPortal({ pendingCalls })
  for (const name of ['Precio de cierre', 'Precios del dólar', 'Montos del dólar', 'Divisas', 'Noticias']) {
    expect(screen.getByRole('region', { name }).getAttribute('aria-busy')).toBe('true')
    expect(readText(name)).not.toMatch(/\d/)
  }
  expect(screen.queryByRole('alert')).toBeNull()
})

const PANELS: readonly (readonly [call: keyof Replies, region: string, title: string, value: string])[] = [
  ['closeAndAverage', 'Precio de cierre', 'No pudimos consultar el precio de cierre', '4.102'],
  ['closeAndAverage', 'Precio promedio', 'No pudimos consultar el precio promedio', '4.101,62'],
  ['prices', 'Precios del dólar', 'No pudimos consultar los precios del dólar', '4.098,17'],
  ['amounts', 'Montos del dólar', 'No pudimos consultar los montos del dólar', '1.284.650.000'],
  ['intraday', 'Gráfica', 'No pudimos consultar la gráfica', 'De 08:00 a 12:28'],
  ['currencies', 'Divisas', 'No pudimos consultar las divisas', '1,0842'],
  ['stocks', 'Acciones', 'No pudimos consultar las acciones', '1.845'],
  ['stocks', 'Acciones colombianas', 'No pudimos consultar las acciones colombianas', '1.845'],
  ['indices', 'Índices', 'No pudimos consultar los índices', '1.396,40'],
  ['indexSeries', 'Índices', 'No pudimos consultar la línea del índice', 'MSCI COLCAP, hoy'],
  ['news', 'Noticias', 'No pudimos consultar las noticias', 'El dólar sube'],
]

test.each(PANELS)(
  'a failure of %s shows an error in %s, the other requests still show values, and Reintentar loads again',
  async (call, name, title, value) => {
    const { services, flush } = await openPortal({ failures: { [call]: TIMEOUT } })
    expect(readText(name)).toContain(title)
    const others = PANELS.filter(([otherCall]) => otherCall !== call)
    for (const [, otherName, , otherValue] of others) expect(readText(otherName)).toContain(otherValue)

    services.failures = {}
    fireEvent.click(getRegion(name).getByRole('button', { name: 'Reintentar' }))
    await flush()
    expect(readText(name)).toContain(value)
    expect(screen.queryByText(title)).toBeNull()
  },
)

const getAnnouncement = () => document.getElementById('anuncios')?.lastElementChild?.textContent

test('an outage is announced once, and no panel is an alert', async () => {
  const failures = Object.fromEntries(PANELS.map(([call]) => [call, TIMEOUT]))
  const { portal } = await openPortal({ failures })
  expect(screen.getAllByRole('button', { name: 'Reintentar' }).length).toBeGreaterThan(9)
  expect(portal.announcer.getSnapshot().number).toBe(1)
  expect(getAnnouncement()).toBe('No pudimos consultar algunas secciones. Cada una ofrece Reintentar.')
  expect(screen.queryAllByRole('alert')).toEqual([])
})

test('a failed retry announces its section, a successful retry announces nothing', async () => {
  const { services, portal, flush } = await openPortal({ failures: { currencies: TIMEOUT } })
  const retry = () => fireEvent.click(getRegion('Divisas').getByRole('button', { name: 'Reintentar' }))
  retry()
  await flush()
  expect(getAnnouncement()).toBe('No pudimos consultar las divisas')
  services.failures = {}
  retry()
  await flush()
  expect(portal.announcer.getSnapshot().number).toBe(2)
})

test.each([
  [{ kind: 'timeout' }, 'El servicio tardó más de 10 segundos en responder.'],
  [{ kind: 'unreachable' }, 'No pudimos comunicarnos con el servicio.'],
  [{ kind: 'rejected', status: 429, message: 'Espere un minuto.' }, 'Espere un minuto.'],
  [{ kind: 'rejected', status: 403, message: null }, 'El servicio no aceptó la consulta.'],
  [{ kind: 'server-error', status: 503, message: null }, 'El servicio presentó un error.'],
  [{ kind: 'malformed' }, 'El servicio respondió con datos que no pudimos leer.'],
] as const)('a failure %o shows "%s"', async (failure, text) => {
  await openPortal({ failures: { currencies: failure } })
  expect(readText('Divisas')).toContain(text)
})

test('a running retry hides the old error and does not move the focus', async () => {
  const { services, flush } = await openPortal({ failures: { currencies: TIMEOUT } })
  const button = getRegion('Divisas').getByRole('button', { name: 'Reintentar' })
  button.focus()
  services.pendingCalls = ['currencies']
  fireEvent.click(button)
  await flush()
  expect(getRegion('Divisas').getByRole('button', { name: 'Reintentar' })).toBe(button)
  expect(document.activeElement).toBe(button)
  expect(
    getRegion('Divisas').getByRole('group', { name: 'No pudimos consultar las divisas' }).getAttribute('aria-busy'),
  ).toBe('true')
  expect(readText('Divisas')).not.toContain('tardó')
})

test('a failed refresh shows the old values and marks them as not updated', async () => {
  const portal = await openPortal()
  portal.services.failures = { currencies: TIMEOUT }
  await portal.refresh()
  expect(readText('Divisas')).toContain('No se pudo actualizar')
  expect(readRows('Divisas')).toHaveLength(3)
  expect(readText('Acciones')).not.toContain('No se pudo actualizar')

  portal.services.failures = {}
  await portal.refresh()
  expect(readText('Divisas')).not.toContain('No se pudo actualizar')
})

test('several failed panels show one note in the page header, and each panel shows its time', async () => {
  const portal = await openPortal()
  portal.services.failures = { currencies: TIMEOUT, amounts: TIMEOUT, stocks: TIMEOUT, news: TIMEOUT }
  await portal.refresh()
  expect(screen.getAllByText(/No se pudo actualizar/)).toHaveLength(1)
  const head = screen.getByRole('heading', { level: 1 }).parentElement ?? document.body
  within(head).getByText('No se pudo actualizar')
  for (const name of ['Divisas', 'Montos del dólar', 'Acciones', 'Noticias']) {
    expect(readText(name)).toContain('Actualizado a las 12:43')
  }
  expect(readText('Montos del dólar')).toContain('1.284.650.000')

  portal.services.failures = {}
  await portal.refresh()
  expect(screen.queryByText(/No se pudo actualizar/)).toBeNull()
})

test.each([
  ['Precio de cierre', 'closeAndAverage', 'Última operación 12:28:09 · No se pudo actualizar'],
  ['Precios del dólar', 'prices', 'Actualizado a las 12:43 · No se pudo actualizar'],
  ['Montos del dólar', 'amounts', 'Actualizado a las 12:43 · No se pudo actualizar'],
  // The deals list fails too. Two failed panels show the note in the page header.
  ['Gráfica', 'intraday', 'Actualizado a las 12:43'],
  ['Divisas', 'currencies', 'Actualizado a las 12:43 · No se pudo actualizar'],
  ['Acciones', 'stocks', 'Actualizado a las 12:43 · No se pudo actualizar'],
  ['Índices', 'indices', 'Actualizado a las 12:43 · No se pudo actualizar'],
  ['Índices', 'indexSeries', 'Actualizado a las 12:43 · No se pudo actualizar'],
  ['Noticias', 'news', 'Actualizado a las 12:43 · No se pudo actualizar'],
] as const)('%s shows the time of its values when %s fails', async (panel, call, text) => {
  const portal = await openPortal()
  expect(readText(panel)).not.toContain('No se pudo actualizar')
  portal.services.failures = { [call]: TIMEOUT }
  await portal.refresh()
  expect(readText(panel)).toContain(text)
})

test('amounts newer than the close do not show the time of the close', async () => {
  const portal = await openPortal()
  expect(readText('Montos del dólar')).toContain('Acumulado a las 12:28')
  portal.services.failures = { closeAndAverage: TIMEOUT }
  await portal.refresh()
  expect(readText('Montos del dólar')).not.toContain('Acumulado a las')
})

test('the index shows the day of its line', async () => {
  const portal = await openPortal()
  expect(readText('Índices')).toContain('MSCI COLCAP, hoy')
  portal.services.replies = {
    ...portal.services.replies,
    indexSeries: {
      name: 'MSCI COLCAP',
      times: Float64Array.of(toInstant('2026-11-19', '16:00')),
      values: Float64Array.of(1386.9),
    },
  }
  await portal.refresh()
  expect(readText('Índices')).toContain('MSCI COLCAP, jueves 19 de noviembre')
})

test('a changed value flashes in its direction, an unchanged or first value does not', async () => {
  const portal = await openPortal()
  const listFlashes = () =>
    [...document.querySelectorAll('.animate-flash-up, .animate-flash-down')].map(({ className }) => className)
  expect(listFlashes()).toEqual([])
  portal.services.replies = {
    ...REPLIES,
    closeAndAverage: { tradingDay: '2026-11-20', value: { close: 4103, average: 4101.62, time: null } },
    amounts: { tradingDay: '2026-11-20', value: { ...REPLIES.amounts.value, last: 200000 } },
  }
  await portal.refresh()
  expect(listFlashes()).toEqual(['animate-flash-up', 'animate-flash-down'])
  expect(screen.getByRole('region', { name: 'Precio de cierre' }).getAttribute('aria-busy')).toBe('false')
  expect(getRegion('Precio de cierre').getByText('4.103', { exact: false }).className).toBe('animate-flash-up')
})

test('a value flashes again only after its last flash has faded', async () => {
  const portal = await openPortal()
  const showClose = async (close: number) => {
    portal.services.replies = {
      ...REPLIES,
      closeAndAverage: { tradingDay: '2026-11-20', value: { close, average: 4101.62, time: null } },
    }
    await portal.refresh()
    return getRegion('Precio de cierre').getByText(String(close).replace(/^4/, '4.'), { exact: false })
  }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = await showClose(4103)
  const second = await showClose(4101)
  expect([second === first, second.className]).toEqual([true, 'animate-flash-up'])
  act(() => vi.advanceTimersByTime(600))
  expect(second.className).toBe('')
  const third = await showClose(4099)
  expect([third === second, third.className]).toEqual([false, 'animate-flash-down'])
})

test('an unexpected exception is logged and shown as a failure', async () => {
  const crash = new Error('boom')
  const { ports } = await openPortal({ errors: { currencies: crash } })
  expect(readText('Divisas')).toContain('No pudimos consultar las divisas')
  expect(readText('Divisas')).toContain('Ocurrió un error inesperado.')
  expect(ports.log.entries()).toEqual([{ message: 'Error inesperado al consultar', detail: crash }])
})

test('a panel that fails to render does not affect other panels and can be retried', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const brokenReplies = { ...REPLIES, currencies: [null] } as unknown as Replies
  const portal = await openPortal({ replies: brokenReplies })
  expect(readText('Divisas')).toContain('No pudimos mostrar esta sección')
  expect(readText('Acciones')).toContain('ECOPETROL')
  expect(portal.ports.log.entries().map(({ message }) => message)).toEqual(['Error inesperado al mostrar la página'])

  portal.services.replies = REPLIES
  await portal.refresh()
  fireEvent.click(getRegion('Divisas').getByRole('button', { name: 'Reintentar' }))
  expect(readText('Divisas')).toContain('EUR/USD')
})

test('on a Sunday the market is closed and the data shows its trading day', async () => {
  await openPortal({ now: toInstant('2026-11-22', '11:00') })
  expect(screen.getByText('Mercado cerrado. Datos del viernes 20 de noviembre')).toBeTruthy()
  expect(screen.getByText('Domingo, 22 de noviembre de 2026')).toBeTruthy()
  expect(readText('Gráfica')).toContain('Precio y monto, viernes 20 de noviembre')
  expect(readText('Gráfica')).toContain('TRM del día')
})

test.each([
  ['07:59', 'Mercado por abrir'],
  ['08:00', OPEN_STATE],
  ['12:59', OPEN_STATE],
  ['13:00', 'Mercado cerrado'],
])('the page header shows at %s of a trading day: %s', async (time, text) => {
  await openPortal({ now: toInstant('2026-11-20', time) })
  expect(screen.getByText(text)).toBeTruthy()
})

const HOLIDAY = 'DIA FESTIVO en USA – Solo disponible NEXT DAY'

test('a US holiday shows its notice', async () => {
  await openPortal({ holiday: ok(true) })
  expect(screen.getByText(HOLIDAY)).toBeTruthy()
})

test('a failed holiday lookup shows no notice and is logged', async () => {
  const { ports } = await openPortal({ holiday: { ok: false, error: TIMEOUT }, now: toInstant('2026-11-11', '10:00') })
  expect(screen.queryByText(HOLIDAY)).toBeNull()
  expect(ports.log.entries()).toEqual([{ message: 'Error al consultar días festivos', detail: TIMEOUT }])
})

test.each([
  ['currencies', ['Divisas']],
  ['stocks', ['Acciones colombianas', 'Acciones']],
  ['indices', ['Índices']],
  ['news', ['Noticias']],
] as const)('only the regions of simulated %s are marked (D41)', async (kind, names) => {
  await openPortal({ config: { simulated: [kind] } })
  const marks = screen.getAllByText('Datos simulados')
  expect(marks.map((mark) => mark.closest('section')?.getAttribute('aria-label'))).toEqual(names)
})

test.each([
  ['stocks', 'Acciones', '2026-11-20', 'Datos de las 09:05'],
  ['stocks', 'Acciones colombianas', '2026-11-20', 'Datos de las 09:05'],
  ['news', 'Noticias', '2026-11-19', 'Datos del jueves 19 de noviembre, 09:05'],
] as const)('late %s show the time of their data in %s (D53)', async (feed, name, day, text) => {
  await openPortal({ replies: { ...REPLIES, feeds: { [feed]: { updatedAt: toInstant(day, '09:05'), late: true } } } })
  expect(getRegion(name).getByText(text)).toBeTruthy()
})

test('a late TRM shows the time of its data, next to the link to its history', async () => {
  const feeds = { trm: { updatedAt: toInstant('2026-11-19', '09:05'), late: true } }
  await openPortal({ replies: { ...REPLIES, feeds } })
  const note = screen.getByRole('link', { name: 'Historia de la TRM' }).parentElement
  expect(note?.textContent).toContain('Datos del jueves 19 de noviembre, 09:05')
})

test('the simulated market is marked in the page header', async () => {
  await openPortal({ config: { simulated: ['market'] } })
  expect(screen.getByText('Datos simulados').closest('section')).toBeNull()
})

test('real data has no simulation mark', async () => {
  await openPortal()
  expect(screen.queryByText('Datos simulados')).toBeNull()
})

test('the home shows visitors the delay and the note on registered deals', async () => {
  await openPortal()
  expect(screen.getByText('Información con 15 minutos de retraso. No incluye operaciones registradas.')).toBeTruthy()
})

test('an offline page shows the time of its data, and a notice when the data is current again', async () => {
  const portal = await openPortal()
  await portal.setOnline(false)
  expect(screen.getByText('No hay conexión a internet.')).toBeTruthy()
  expect(screen.getByText(/Mostramos los últimos datos recibidos, de las 12:43\./)).toBeTruthy()
  expect(screen.getByText('Sin conexión')).toBeTruthy()
  expect(readText('Precio de cierre')).toContain('4.102')

  portal.ports.clock.advance(5_000)
  portal.services.failures = { closeAndAverage: TIMEOUT }
  await portal.setOnline(true)
  expect(screen.queryByText('No hay conexión a internet.')).toBeNull()
  expect(screen.queryByText('Conexión restablecida. Datos al día.')).toBeNull()

  portal.services.failures = {}
  await portal.refresh()
  const toast = screen.getByText('Conexión restablecida. Datos al día.')
  fireEvent.animationEnd(toast)
  expect(screen.queryByText('Conexión restablecida. Datos al día.')).toBeNull()
})

test('under StrictMode a restored connection shows one toast', async () => {
  configure({ reactStrictMode: true })
  onTestFinished(() => configure({ reactStrictMode: false }))
  const portal = await openPortal()
  await portal.setOnline(false)
  await portal.refresh()
  await portal.setOnline(true)
  fireEvent.animationEnd(screen.getByText('Conexión restablecida. Datos al día.'))
  expect(screen.queryByText('Conexión restablecida. Datos al día.')).toBeNull()
})

test('a page without replies shows that its data is late, then that prices do not update', async () => {
  const portal = await openPortal({ now: toInstant('2026-11-20', '10:00') })
  const allCalls = Object.keys(REPLIES) as (keyof Replies)[]
  portal.services.pendingCalls = allCalls
  const reconnectAfter = async (minutes: number) => {
    await portal.setOnline(false)
    portal.ports.clock.advance(minutes * MINUTE_MS)
    await portal.setOnline(true)
  }
  await reconnectAfter(2)
  expect(screen.getByText('Última actualización 10:00:00').className).toContain('before:border-warning')
  expect(screen.queryByText(/Los precios no se actualizan/)).toBeNull()

  await reconnectAfter(4)
  expect(screen.getByText('Los precios no se actualizan desde las 10:00:00.')).toBeTruthy()
  expect(readText('Precio de cierre')).toContain('4.102')

  portal.services.pendingCalls = []
  await reconnectAfter(0)
  expect(screen.queryByText(/Los precios no se actualizan/)).toBeNull()
  expect(screen.getByText(OPEN_STATE)).toBeTruthy()
})

test('a new trading day removes the figures of the previous day', async () => {
  const portal = await openPortal()
  portal.services.pendingCalls = ['closeAndAverage', 'prices', 'amounts', 'intraday']
  portal.ports.marketClock.set(toInstant('2026-11-23', '08:30'))
  await portal.flush()
  expect(readText('Precio de cierre')).not.toContain('4.102')
  expect(readText('Divisas')).toContain('EUR/USD')
})

test('every panel loads when the page opens and again after a minute', async () => {
  const portal = await openPortal()
  const initialCalls = Object.keys(REPLIES)
    .filter((name) => !['periodChart', 'statistics', 'trmHistory', 'days'].includes(name))
    .sort()
  await expect.poll(() => document.title).toContain('4.102,35')
  expect([...portal.calls].sort()).toEqual(initialCalls)
  await portal.refresh()
  // `refresh` hides the page. The title of a hidden page also loads the close (D76).
  expect([...portal.calls].sort()).toEqual([...initialCalls, ...initialCalls, 'closeAndAverage'].sort())
})

test('a news item shows 200 characters and opens the rest at its source or in a dialog', async () => {
  await openPortal()
  const articles = getRegion('Noticias').getAllByRole('article')
  expect(articles[0]?.textContent).toContain(`${'x'.repeat(199)}y… Leer mas...`)
  expect(articles[0]?.textContent).not.toContain('z')
  const link = getRegion('Noticias').getByRole('link', { name: 'Leer mas... El dólar sube' })
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://noticias.example/1', 'noopener'])

  fireEvent.click(getRegion('Noticias').getByRole('button', { name: 'Leer mas... El peso cede' }))
  const dialog = screen.getByRole('dialog', { name: 'El peso cede' })
  expect(within(dialog).getByText('Un texto corto.')).toBeTruthy()
  expect(within(dialog).getByText('Viernes, 20 de noviembre de 2026, 12:40')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('dialog', { name: 'El peso cede' })).toBeNull()
})

const TEN_NEWS = Array.from({ length: 10 }, (_, i) => ({
  id: `n${i}`,
  headline: `Titular ${i}`,
  body: 'Un texto corto.',
  link: null,
  time: null,
}))

const listHeadlines = () =>
  getRegion('Noticias')
    .getAllByRole('article')
    .map((article) => within(article).getByRole('heading').textContent)

// "news list (headline, first 200 characters of body, link 'Leer mas...')" (§2.4): the whole list.
test('the panel shows all news that the service sends, the items after the fifth behind a button (§2.4)', async () => {
  const portal = await openPortal({ replies: { ...REPLIES, news: TEN_NEWS } })
  const headlines = TEN_NEWS.map(({ headline }) => headline)
  expect(listHeadlines()).toEqual(headlines.slice(0, 5))

  const more = getRegion('Noticias').getByRole('button', { name: 'Ver más noticias' })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(more)
  expect(more.getAttribute('aria-expanded')).toBe('true')
  expect(listHeadlines()).toEqual(headlines)
  expect(document.getElementById(more.getAttribute('aria-controls') ?? '')?.textContent).toContain('Titular 9')

  portal.services.replies = { ...REPLIES, news: TEN_NEWS.toReversed() }
  await portal.refresh()
  expect(listHeadlines()).toEqual(headlines.toReversed())

  fireEvent.click(getRegion('Noticias').getByRole('button', { name: 'Ver menos noticias' }))
  expect(listHeadlines()).toHaveLength(5)
})

test('the panel has no button for more news when all fit', async () => {
  await openPortal({ replies: { ...REPLIES, news: TEN_NEWS.slice(0, 5) } })
  expect(listHeadlines()).toHaveLength(5)
  expect(getRegion('Noticias').queryByRole('button', { name: 'Ver más noticias' })).toBeNull()
})

test('panels without news or quotes show a text', async () => {
  await openPortal({ replies: { ...REPLIES, news: [], currencies: [] } })
  expect(readText('Noticias')).toContain('Sin noticias por ahora.')
  expect(readText('Divisas')).toContain('Sin cotizaciones por ahora.')
})
