import { expect, test, vi } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import {
  createMonthView,
  daysCsv,
  MONTH_COLUMNS,
  type MonthState,
  type MonthView,
  toRowFigures,
} from '#src/application/market/month.ts'
import { waitUntil } from '#src/application/platform/readable.ts'
import { err } from '#src/domain/result.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import type { Day } from '#src/domain/trading/days.ts'

const FIGURES = {
  open: 4_000,
  low: 3_990.5,
  high: 4_010,
  close: 4_005.25,
  average: 4_001.1,
  amount: 2_500_000,
  count: 7,
}
const toDay = (date: string, spot: Day['spot'] = FIGURES, nextday: Day['nextday'] = null): Day => ({
  ...{ date, trm: 4_002.75, spot, nextday },
})

async function openMonth(month: string, delay = 15) {
  const ports = createMemoryPorts()
  ports.marketClock.set(toInstant('2026-11-20', '12:43:15'))
  const calls = vi.spyOn(ports.market, 'days')
  const show = vi.fn()
  const view = createMonthView({ ...ports, toasts: { show }, readFirstView: () => null }, month, delay)
  const { unsubscribe } = view.subscribe(() => undefined)
  const rows = view.list.subscribe(() => undefined)
  await waitUntil(view, ({ days }) => days.value !== null)
  const close = () => {
    unsubscribe()
    rows.unsubscribe()
  }
  return { ports, calls, show, view, close }
}

const readRows = ({ list }: Pick<MonthView, 'list'>) => list.getSnapshot().page?.rows ?? []
const readNeighbours = ({ neighbours: { previous, next } }: MonthState) => [previous, next]

test('a month lists its business days up to today, the last first, holidays of the US too', async () => {
  const { view, close } = await openMonth('2026-11')
  const rows = readRows(view)
  expect(rows.map(({ date }) => date.slice(8))).toEqual([
    '20',
    '19',
    '18',
    '17',
    '13',
    '12',
    '11',
    '10',
    '09',
    '06',
    '05',
    '04',
    '03',
  ])
  const holiday = rows.find(({ date }) => date === '2026-11-11')
  expect(holiday?.spot).toBeNull()
  expect(holiday && toRowFigures(holiday)).toBe(holiday?.nextday)
  expect(readNeighbours(view.getSnapshot())).toEqual(['2026-10', null])
  close()
})

test('the months next to a month stay within the history', async () => {
  for (const [month, expected] of [
    ['2026-09', ['2026-08', '2026-10']],
    ['2027-03', ['2026-11', null]],
  ] as const) {
    const { view, close } = await openMonth(month)
    expect(readNeighbours(view.getSnapshot())).toEqual(expected)
    close()
  }
  const { view, ports, close } = await openMonth('1990-01')
  const known = await ports.market.days({ from: '2026-11-18', until: '2026-11-18' })
  expect(readNeighbours(view.getSnapshot())).toEqual([null, known.ok ? known.value.first?.slice(0, 7) : ''])
  close()
})

test('each column sorts by the figure that its row shows', async () => {
  const { view, close } = await openMonth('2026-11')
  for (const column of MONTH_COLUMNS) {
    view.list.sort(column)
    const rows = readRows(view)
    const keys = rows.map((day) => (column === 'date' || column === 'trm' ? day[column] : toRowFigures(day)?.[column]))
    expect(keys).toHaveLength(13)
    expect(keys).toEqual(keys.toSorted((one, other) => ((one ?? 0) < (other ?? 0) ? -1 : 1)))
  }
  close()
})

test('the file of the month has its rows, with both markets; a refused download says so', async () => {
  const { ports, view, show, close } = await openMonth('2026-11')
  view.download([toDay('2026-11-20', FIGURES, { ...FIGURES, close: 4_007 })])
  expect(ports.downloads.files()).toMatchObject([{ name: 'dolar-2026-11.csv' }])
  expect(show).toHaveBeenCalledOnce()
  expect(view.getSnapshot().failedFile).toBeNull()
  vi.spyOn(ports.downloads, 'save').mockReturnValue(false)
  view.download([])
  expect(view.getSnapshot().failedFile).toBe('month')
  close()
})

test('the file of the year has the business days of the year, is loaded once at a time, and may fail', async () => {
  const { ports, view, calls, close } = await openMonth('2026-11')
  calls.mockClear()
  await Promise.all([view.downloadYear(), view.downloadYear()])
  expect(calls.mock.calls).toEqual([[{ from: '2026-01-01', until: '2026-12-31' }]])
  const [file] = ports.downloads.files()
  expect(file?.name).toBe('dolar-2026.csv')
  // The last first, as in the table and in the file of a month.
  expect(
    file?.text
      .split('\r\n')
      .slice(1, 3)
      .map((line) => line.slice(0, 10)),
  ).toEqual(['2026-11-20', '2026-11-19'])
  expect(file?.text).not.toContain('2026-11-15')
  calls.mockResolvedValue(err({ kind: 'timeout' }))
  await view.downloadYear()
  expect(view.getSnapshot()).toMatchObject({ isLoadingYear: false, failedFile: 'year' })
  close()
})

test.each([
  ['2026-11', true],
  ['2026-12', true],
  ['2027-01', false],
  ['1990-01', false],
])('of %s, the file of the year is offered: %s', async (month, hasYear) => {
  const { view, close } = await openMonth(month)
  expect(view.getSnapshot().hasYear).toBe(hasYear)
  close()
})

test('a file has a line of titles, decimal commas and empty cells for a market without deals', () => {
  const [titles, line] = daysCsv([toDay('2026-11-20')]).split(/\r?\n/)
  expect(titles).toContain('Fecha;TRM;Apertura (')
  expect(line).toBe('2026-11-20;4002,75;4000;3990,5;4010;4005,25;4001,1;2500000;7;;;;;;;')
})
