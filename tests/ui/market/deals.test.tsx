import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { SECOND_MS, toInstant } from '#src/domain/time/bogota.ts'
import { getRegion, openPortal, REPLIES, type Replies, readText } from '#tests/ui/portal.tsx'

// Loads lazy code before the tests, because its first load is slow.
beforeAll(async () => {
  await import('#src/ui/market/market-screen.tsx')
  await import('#src/ui/market/deals-list.tsx')
})

beforeEach(() => vi.stubGlobal('IntersectionObserver', VisibleObserver))
afterEach(() => vi.unstubAllGlobals())

/** Reports every observed element as visible, because happy-dom has no layout. */
class VisibleObserver {
  readonly #callback: (entries: readonly { readonly isIntersecting: boolean }[]) => void
  constructor(callback: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
    this.#callback = callback
  }
  observe() {
    queueMicrotask(() => this.#callback([{ isIntersecting: true }]))
  }
  disconnect() {}
}

const LIST_NAME = 'Últimas operaciones'
const TODAY = '2026-11-20'

/** Returns replies with a deal per second from 08:00:10, of 1, 2, 3 … thousand US$. */
function createReplies(count: number): Replies {
  const first = toInstant(TODAY, '08:00:10')
  const rows = Array.from({ length: count }, (_, row) => row)
  const value = {
    times: Float64Array.from(rows, (row) => first + row * SECOND_MS),
    prices: Float64Array.from(rows, (row) => 4_100 + (row % 2)),
    amounts: Float64Array.from(rows, (row) => row + 1),
    sequence: null,
  }
  return { ...REPLIES, intraday: { tradingDay: TODAY, value } }
}

async function openDeals(path: string, options: Parameters<typeof openPortal>[0] = {}) {
  const portal = await openPortal({ path, isSignedIn: path !== '/', ...options })
  await screen.findByRole('region', { name: LIST_NAME })
  await portal.flush()
  return portal
}

const findList = () => getRegion(LIST_NAME).findByRole('table')
const readRows = () =>
  getRegion(LIST_NAME)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))
const getField = () => getRegion(LIST_NAME).getByRole<HTMLInputElement>('textbox', { name: 'Monto mínimo' })
const getScroller = () => getRegion(LIST_NAME).getByRole('group', { name: LIST_NAME })

/** Scrolls the list. Sets the height of the rows first, because happy-dom has no layout. */
function scrollList(top: number) {
  const scroller = getScroller()
  const rows = Number(getRegion(LIST_NAME).getByRole('table').getAttribute('aria-rowcount'))
  Object.defineProperty(scroller, 'scrollHeight', { value: rows * 30, configurable: true })
  scroller.scrollTop = top
  fireEvent.scroll(scroller)
}

test.each(['/', '/dashboard/', '/dashboard/spot/', '/dashboard/nextday/'])(
  '%s lists the deals of the trading day, newest first',
  async (path) => {
    await openDeals(path)
    const table = await findList()
    expect(readRows()).toEqual([
      ['12:28:09', 'baja 4.102,35', '500.000'],
      ['10:48:00', 'sube 4.118,90', '40.729.000'],
      ['08:00:10', 'sin cambio 4.091,00', '250.000'],
    ])
    expect(table.getAttribute('aria-rowcount')).toBe('4')
    expect(within(table).getAllByRole('rowheader')).toHaveLength(3)
    expect(readText(LIST_NAME)).toContain('3 operaciones')
  },
)

test('the deals on the home page show their delay', async () => {
  await openDeals('/')
  expect(readText(LIST_NAME)).toContain('Con 15 min de retraso')
})

test('the deals of a signed-in client show no delay', async () => {
  await openDeals('/dashboard/spot/')
  expect(readText(LIST_NAME)).not.toContain('Con 15 min de retraso')
})

test('a visitor requests only delayed deals', async () => {
  const { queries } = await openDeals('/')
  const intradayQueries = queries.filter(({ name }) => name === 'intraday').map(({ query }) => query)
  expect(intradayQueries).toEqual([expect.objectContaining({ delay: 15 })])
})

test('the list announces its pause and no deal', async () => {
  await openDeals('/dashboard/spot/')
  await findList()
  const status = getRegion(LIST_NAME).getByRole('status')
  expect([getRegion(LIST_NAME).getAllByRole('status').length, status.textContent]).toEqual([1, ''])
  expect(
    screen.getByRole('region', { name: LIST_NAME }).querySelector('[aria-live], [role=log], [role=alert]'),
  ).toBeNull()
  fireEvent.click(getRegion(LIST_NAME).getByRole('button', { name: 'Pausar' }))
  expect(status.textContent).toBe('Lista en pausa')
})

test('a paused list counts new deals and shows them when it resumes', async () => {
  const portal = await openDeals('/dashboard/spot/', { replies: createReplies(3) })
  await findList()
  fireEvent.click(getRegion(LIST_NAME).getByRole('button', { name: 'Pausar' }))
  portal.services.replies = createReplies(5)
  await portal.refresh()
  expect(readRows()).toHaveLength(3)
  expect(readText(LIST_NAME)).toContain('Lista en pausa, 2 operaciones nuevas')
  fireEvent.click(getRegion(LIST_NAME).getByRole('button', { name: 'Reanudar' }))
  expect(readRows().map(([time]) => time)).toEqual(['08:00:14', '08:00:13', '08:00:12', '08:00:11', '08:00:10'])
  expect(getRegion(LIST_NAME).getByRole('status').textContent).toBe('')
})

test('scrolling down pauses the list, and scrolling to the top resumes it', async () => {
  const portal = await openDeals('/dashboard/spot/', { replies: createReplies(200) })
  await findList()
  scrollList(600)
  expect(readText(LIST_NAME)).toContain('En pausa al desplazarse, sin operaciones nuevas')
  portal.services.replies = createReplies(201)
  await portal.refresh()
  expect(readText(LIST_NAME)).toContain('1 operación nueva')
  scrollList(0)
  expect(readText(LIST_NAME)).toContain('201 operaciones')
  expect(getRegion(LIST_NAME).getByRole('button', { name: 'Pausar' })).toBeTruthy()
})

test('a list of ten thousand deals renders only the rows near the view', async () => {
  await openDeals('/dashboard/spot/', { replies: createReplies(10_000) })
  const table = await findList()
  expect(table.getAttribute('aria-rowcount')).toBe('10001')
  const readNumbers = () =>
    [...table.querySelectorAll('tbody tr[aria-rowindex]')].map((row) =>
      Number(row.ariaRowIndex ?? row.getAttribute('aria-rowindex')),
    )
  expect(readNumbers().length).toBeLessThan(70)
  expect(readNumbers()[0]).toBe(2)
  scrollList(150_000)
  const numbers = readNumbers()
  expect(numbers.length).toBeLessThan(70)
  // The first and the last row in view at 150,000 px.
  for (const number of [5_002, 5_018]) expect(numbers).toContain(number)
  scrollList(299_700)
  expect(readNumbers().at(-1)).toBe(10_001)
})

test('the list is a tab stop, so that keys scroll it', async () => {
  await openDeals('/dashboard/spot/')
  await findList()
  expect(getScroller().tabIndex).toBe(0)
})

test('the minimum amount filters the list and changes the address without a history entry', async () => {
  const portal = await openDeals('/dashboard/spot/?vista=velas', { replies: createReplies(20) })
  await findList()
  const entryCount = portal.history().length
  fireEvent.change(getField(), { target: { value: '19.000' } })
  expect(readRows().map(([, , amount]) => amount)).toEqual(['20.000', '19.000'])
  expect(readText(LIST_NAME)).toContain('2 de 20 operaciones')
  expect(portal.history().at(-1)).toBe('/dashboard/spot/?vista=velas&minimo=19000')
  fireEvent.change(getField(), { target: { value: '' } })
  expect(readText(LIST_NAME)).toContain('20 operaciones')
  expect(portal.history().at(-1)).toBe('/dashboard/spot/?vista=velas')
  expect(portal.history()).toHaveLength(entryCount)
})

test('the minimum amount of a link filters the list, also after a change of the chart view', async () => {
  const portal = await openDeals('/dashboard/spot/?minimo=2000', { replies: createReplies(3) })
  await findList()
  expect([getField().value, readRows().length]).toEqual(['2.000', 2])
  fireEvent.click(screen.getByRole('tab', { name: 'Velas' }))
  await portal.flush()
  expect(portal.history().at(-1)).toBe('/dashboard/spot/?vista=velas&minimo=2000')
  portal.navigate('/dashboard/spot/')
  await portal.flush()
  expect([getField().value, readRows().length]).toEqual(['', 3])
})

test.each(['abc', '-5', '1,5'])(
  'a link with the invalid minimum amount %s shows a message and lists every deal',
  async (text) => {
    await openDeals(`/dashboard/spot/?minimo=${encodeURIComponent(text)}`)
    await findList()
    const field = getField()
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual([text, 'true'])
    const note = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(note?.textContent).toBe('Escriba un monto entero, como 500.000. Se muestran todas.')
    expect(readRows()).toHaveLength(3)
  },
)

test('an invalid minimum amount shows its error on blur', async () => {
  await openDeals('/dashboard/spot/')
  await findList()
  fireEvent.change(getField(), { target: { value: 'mucho' } })
  expect(getField().getAttribute('aria-invalid')).toBeNull()
  fireEvent.blur(getField())
  expect(getField().getAttribute('aria-invalid')).toBe('true')
})

test('a minimum amount above every deal shows a message and a button that lists every deal', async () => {
  await openDeals('/dashboard/spot/?minimo=999999999')
  expect(await getRegion(LIST_NAME).findByText('Ninguna operación de 999.999.999 USD o más')).toBeTruthy()
  fireEvent.click(getRegion(LIST_NAME).getByRole('button', { name: 'Ver todas' }))
  expect(readRows()).toHaveLength(3)
  expect(getField().value).toBe('')
})

test.each([
  ['/', '07:30', 'Aún no hay operaciones hoyEl mercado abre a las 08:00 y cada operación se ve 15 minutos después.'],
  ['/dashboard/spot/', '07:30', 'Aún no hay operaciones hoyEl mercado abre a las 08:00.'],
  ['/dashboard/spot/', '14:00', 'No hubo operaciones hoy'],
])('%s without deals at %s shows the reason', async (path, time, text) => {
  await openDeals(path, { replies: createReplies(0), now: toInstant(TODAY, time) })
  await expect.poll(() => readText(LIST_NAME)).toContain(text)
})

test('a failed list shows an error and a button that loads the deals again', async () => {
  const portal = await openDeals('/dashboard/spot/', { failures: { intraday: { kind: 'timeout' } } })
  const errorGroup = getRegion(LIST_NAME).getByRole('group', { name: 'No pudimos consultar las operaciones' })
  portal.services.failures = {}
  fireEvent.click(within(errorGroup).getByRole('button', { name: 'Reintentar' }))
  await portal.flush()
  await findList()
  expect(readRows()).toHaveLength(3)
})

test('a change of market resumes a paused list', async () => {
  const portal = await openDeals('/dashboard/spot/')
  await findList()
  fireEvent.click(getRegion(LIST_NAME).getByRole('button', { name: 'Pausar' }))
  portal.navigate('/dashboard/nextday/')
  await portal.flush()
  await findList()
  expect(getRegion(LIST_NAME).getByRole('button', { name: 'Pausar' })).toBeTruthy()
})
