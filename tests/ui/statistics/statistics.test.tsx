import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ok } from '#src/domain/result.ts'
import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { getRegion, openPortal, REPLIES, readText } from '#tests/ui/portal.tsx'

afterEach(() => vi.restoreAllMocks())

/** Timeout for the lazy code of the page. */
const LOAD_TIMEOUT = { timeout: 60_000, interval: 50 }

const PUBLIC_PATH = '/estadisticas/'
const DASHBOARD_PATH = '/dashboard/estadisticas/'
const TABLES = ['IMCs/IMCs', 'IMCs/Clientes'] as const

const [SPOT] = REPLIES.statistics
if (!SPOT) throw new Error('the statistics of the tests are empty')

const NEXT_DAY = {
  ...SPOT,
  market: 'nextday',
  term: 1,
  sum: 151_280_000,
  open: 4092.1,
  close: 4103.15,
  count: 244,
  averageAmount: 620_000,
} as const

const THREE_ROW_REPLIES = { ...REPLIES, statistics: [SPOT, NEXT_DAY, { ...NEXT_DAY, term: 2, close: null, count: 9 }] }

/** Opens the statistics and waits for their code. */
async function openStatistics(options: Parameters<typeof openPortal>[0] = {}) {
  const portal = await openPortal({ path: PUBLIC_PATH, replies: THREE_ROW_REPLIES, ...options })
  const findHeading = async () => {
    await portal.flush()
    return screen.getByRole('heading', { level: 1, name: 'Estadísticas IMCs/Clientes' })
  }
  await vi.waitFor(findHeading, LOAD_TIMEOUT)
  const countLoads = () => portal.calls.filter((name) => name === 'statistics').length
  return { ...portal, countLoads }
}

const readAnnouncement = () => document.getElementById('anuncios')?.lastElementChild?.textContent

const readRows = (name: string) =>
  getRegion(name)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => (cell.textContent ?? '').replaceAll(/\s+/g, ' ')))

const readColumn = (name: string, column: number) => readRows(name).map((cells) => cells[column])

const getColumnHeader = (name: string, title: string) => getRegion(name).getByRole('columnheader', { name: title })
const press = (container: ReturnType<typeof getRegion>, name: string) =>
  fireEvent.click(container.getByRole('button', { name }))

test('a row has fifteen columns with prices, amounts and the number of deals', async () => {
  const { queries } = await openStatistics()
  for (const name of TABLES) {
    expect(readRows(name)[0]).toEqual([
      'SPOT',
      'USD/COP',
      '0',
      '$ 1.322.400.000',
      '$ 4.091,00',
      '$ 4.102,35',
      '2.150',
      '$ 4.101,60',
      '$ 4.085,20',
      '$ 4.118,90',
      '$ 615.070',
      '$ 5.000',
      '$ 5.000.000',
      '$ 500.000',
      '2026-11-20',
    ])
    expect(getRegion(name).getByText(/Precios en COP, montos en USD/).tagName).toBe('CAPTION')
  }
  expect(queries.filter(({ name }) => name === 'statistics').map(({ query }) => query)).toEqual([1, 2])
})

test('an unknown figure is a dash named "sin dato"', async () => {
  await openStatistics()
  expect(readColumn('IMCs/IMCs', 5)).toEqual(['$ 4.102,35', '$ 4.103,15', '—'])
  expect(getRegion('IMCs/IMCs').getAllByRole('img', { name: 'sin dato' })).toHaveLength(1)
})

test('a heading sorts only its own table, the third press restores the order, and the order is announced', async () => {
  await openStatistics()
  const [table, otherRows] = [getRegion(TABLES[0]), readRows(TABLES[1])]
  expect(getColumnHeader(TABLES[0], 'No. Trans.').hasAttribute('aria-sort')).toBe(false)
  press(table, 'No. Trans.')
  expect(getColumnHeader(TABLES[0], 'No. Trans.').getAttribute('aria-sort')).toBe('ascending')
  expect(readColumn(TABLES[0], 6)).toEqual(['9', '244', '2.150'])
  expect(readAnnouncement()).toBe('Ordenado por No. Trans., de menor a mayor')
  press(table, 'No. Trans.')
  expect(getColumnHeader(TABLES[0], 'No. Trans.').getAttribute('aria-sort')).toBe('descending')
  expect(readColumn(TABLES[0], 6)).toEqual(['2.150', '244', '9'])
  expect(readAnnouncement()).toBe('Ordenado por No. Trans., de mayor a menor')
  press(table, 'Cierre')
  expect(getColumnHeader(TABLES[0], 'No. Trans.').hasAttribute('aria-sort')).toBe(false)
  expect(readColumn(TABLES[0], 5)).toEqual(['$ 4.102,35', '$ 4.103,15', '—'])
  press(table, 'Cierre')
  press(table, 'Cierre')
  expect(readAnnouncement()).toBe('Orden original')
  expect(readRows(TABLES[0])).toEqual(otherRows)
  expect(readRows(TABLES[1])).toEqual(otherRows)
})

test('new rows do not change the chosen order', async () => {
  const { services, refresh } = await openStatistics()
  press(getRegion(TABLES[0]), 'No. Trans.')
  services.replies = { ...REPLIES, statistics: [{ ...SPOT, count: 2151 }, NEXT_DAY] }
  await refresh(60 * SECOND_MS)
  expect(readColumn(TABLES[0], 6)).toEqual(['244', '2.151'])
})

test.each([
  ['visitors', 60, false, PUBLIC_PATH],
  ['clients', 15, true, DASHBOARD_PATH],
  ['clients on the public address', 15, true, PUBLIC_PATH],
])('both tables of %s load again after %i s', async (_, seconds, isSignedIn, path) => {
  const { countLoads, refresh } = await openStatistics({ isSignedIn, path })
  expect(countLoads()).toBe(2)
  await refresh((seconds - 5) * SECOND_MS)
  expect(countLoads()).toBe(2)
  await refresh(5 * SECOND_MS)
  expect(countLoads()).toBe(4)
})

test('clients see that the tables are in real time, visitors see their delay', async () => {
  const { countLoads } = await openStatistics({ isSignedIn: true })
  expect(readText(TABLES[0])).toContain('Actualizado a las 12:43:15')
  expect(screen.getByText('En tiempo real')).toBeTruthy()
  expect(screen.queryByText(/15 minutos de retraso/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar sesión' }))
  await screen.findByText('Información con 15 minutos de retraso. Incluye operaciones registradas.')
  expect(screen.queryByText('En tiempo real')).toBeNull()
  expect(countLoads()).toBe(4)
})

test('a download has the rows in the shown order, and a toast names the file', async () => {
  const { ports } = await openStatistics()
  press(getRegion(TABLES[1]), 'No. Trans.')
  press(getRegion(TABLES[1]), 'Descargar CSV')
  const [file] = ports.downloads.files()
  expect(file?.name).toBe('estadisticas-2026-11-20-sector-2.csv')
  expect(file?.text.split('\r\n').map((line) => line.split(';')[6])).toEqual([
    'No. Trans.',
    '9',
    '244',
    '2150',
    undefined,
  ])
  const toast = screen.getByText('Archivo descargado: estadisticas-2026-11-20-sector-2.csv')
  expect(toast.parentElement?.getAttribute('role')).toBe('status')
  fireEvent.animationEnd(screen.getByText(/Archivo descargado/))
  expect(screen.queryByText(/Archivo descargado/)).toBeNull()
})

test('two downloads of one table show two toasts, one after the other', async () => {
  await openStatistics()
  press(getRegion(TABLES[0]), 'Descargar CSV')
  const first = screen.getByText(/Archivo descargado/)
  press(getRegion(TABLES[0]), 'Descargar CSV')
  fireEvent.animationEnd(first)
  const second = screen.getByText(/Archivo descargado/)
  expect(second.textContent).toBe(first.textContent)
  expect(second).not.toBe(first)
})

test('a download that the browser refuses shows a persistent notice', async () => {
  const { ports } = await openStatistics()
  ports.downloads.setAllowed(false)
  press(getRegion(TABLES[0]), 'Descargar CSV')
  expect(within(screen.getByRole('alert')).getByText(/No pudimos entregar el archivo/)).toBeTruthy()
  ports.downloads.setAllowed(true)
  press(getRegion(TABLES[0]), 'Descargar CSV')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a table without loaded rows has headings, skeleton rows and no download', async () => {
  await openStatistics({ pendingCalls: ['statistics'] })
  for (const name of TABLES) {
    expect(screen.getByRole('region', { name }).getAttribute('aria-busy')).toBe('true')
    expect(getRegion(name).getAllByRole('columnheader')).toHaveLength(15)
    expect(readRows(name)).toHaveLength(4)
    expect(getRegion(name).getByRole<HTMLButtonElement>('button', { name: 'Descargar CSV' }).disabled).toBe(true)
  }
})

test('a failed table shows an error, and its retry button loads only this table', async () => {
  const { services, flush } = await openStatistics({ failures: { statistics: { kind: 'malformed' } } })
  for (const name of TABLES) {
    expect(getRegion(name).getByRole('group', { name: `No pudimos consultar ${name}` })).toBeTruthy()
    expect(getRegion(name).queryByRole('table')).toBeNull()
  }
  services.failures = {}
  press(getRegion(TABLES[0]), 'Reintentar')
  await flush()
  expect(readRows(TABLES[0])).toHaveLength(3)
  expect(getRegion(TABLES[1]).getByRole('button', { name: 'Reintentar' })).toBeTruthy()
})

test('a failed refresh shows the old rows with their time, and one note in the page header', async () => {
  const { services, refresh } = await openStatistics()
  services.failures = { statistics: { kind: 'timeout' } }
  await refresh(60 * SECOND_MS)
  for (const name of TABLES) {
    expect(readRows(name)).toHaveLength(3)
    expect(readText(name)).toContain('Actualizado a las 12:43')
  }
  expect(screen.getAllByText('No se pudo actualizar')).toHaveLength(1)
})

test('a table without rows shows that there are no deals yet', async () => {
  await openStatistics({ replies: { ...REPLIES, statistics: [] } })
  for (const name of TABLES) expect(getRegion(name).getByText('Sin operaciones todavía.')).toBeTruthy()
})

test('the page shows the trading day of the tables on a day without trading', async () => {
  await openStatistics({ now: toInstant('2026-11-22', '11:00') })
  expect(screen.getByText('Mercado cerrado. Datos del viernes 20 de noviembre')).toBeTruthy()
})

test('next day is open on a US holiday, and spot shows its last trading day', async () => {
  const statistics = [
    { ...SPOT, date: '2026-11-10' },
    { ...NEXT_DAY, date: '2026-11-11' },
  ]
  await openStatistics({
    now: toInstant('2026-11-11', '11:00'),
    holiday: ok(true),
    replies: { ...REPLIES, statistics },
  })
  expect(screen.getByText('Mercado abierto')).toBeTruthy()
  expect(screen.getByText('DIA FESTIVO en USA – Solo disponible NEXT DAY')).toBeTruthy()
  expect(readColumn(TABLES[0], 14)).toEqual(['2026-11-10', '2026-11-11'])
})

test('the dashboard menu marks Estadísticas as the current page', async () => {
  await openStatistics({ isSignedIn: true, path: DASHBOARD_PATH })
  const menu = within(screen.getByRole('navigation', { name: 'Mercado' }))
  expect(menu.getByRole('link', { name: 'Estadísticas' }).getAttribute('aria-current')).toBe('page')
})
