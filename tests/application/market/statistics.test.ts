import { expect, test, vi } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createDownloadStatistics, statisticsCsv } from '#src/application/market/statistics.ts'
import { openMemory } from '#src/composition/memory.ts'
import type { CallFailure } from '#src/domain/call.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import type { Sector } from '#src/domain/trading/market.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import { SPOT_ROW } from '#tests/support/statistics.ts'

const NEXT_DAY_ROW: StatisticsRow = { ...SPOT_ROW, market: 'nextday', term: 1, date: '2026-11-21', count: 244 }

type Replies = Readonly<Record<Sector, Result<readonly StatisticsRow[], CallFailure>>>

/** Opens the tables and waits for both replies. */
async function openTables(replies: Replies = { 1: ok([SPOT_ROW, NEXT_DAY_ROW]), 2: ok([SPOT_ROW, NEXT_DAY_ROW]) }) {
  const memory = createMemoryPorts()
  const market = { ...memory.market, statistics: async (sector: Sector) => replies[sector] }
  const ports = createMemoryPorts({ ...memory, market })
  const portal = openMemory(ports)
  const { createStatistics, createStatisticsTables } = await portal.loadMarket()
  const statistics = createStatistics(15)
  const tables = createStatisticsTables(statistics)
  const listener = vi.fn<() => void>()
  tables.subscribe(listener)
  const isLoading = () => Object.values(statistics.getSnapshot().tables).some(({ loading }) => loading)
  await expect.poll(isLoading).toBe(false)
  const readCounts = (sector: Sector) => tables.getSnapshot().lists[sector].page?.rows.map(({ count }) => count)
  return { ports, portal, tables, listener, readCounts }
}

test('the tables show the rows in the order of the server', async () => {
  const { readCounts } = await openTables()
  expect([readCounts(1), readCounts(2)]).toEqual([
    [2150, 244],
    [2150, 244],
  ])
})

test('getSnapshot returns the same object until a notification', async () => {
  const { tables, listener } = await openTables()
  const before = tables.getSnapshot()
  listener.mockClear()
  expect(tables.getSnapshot()).toBe(before)
  tables.sort(1, 'count')
  expect(listener).toHaveBeenCalledOnce()
  expect(tables.getSnapshot()).not.toBe(before)
})

test('sort changes one table and announces its order', async () => {
  const { tables, portal, readCounts } = await openTables()
  const readAnnouncement = () => portal.announcer.getSnapshot().text
  tables.sort(1, 'count')
  expect([readCounts(1), readCounts(2)]).toEqual([
    [244, 2150],
    [2150, 244],
  ])
  expect(readAnnouncement()).toBe('Ordenado por No. Trans., de menor a mayor')
  tables.sort(1, 'count')
  expect(readAnnouncement()).toBe('Ordenado por No. Trans., de mayor a menor')
  tables.sort(1, 'count')
  expect(readAnnouncement()).toBe('Orden original')
})

test('a download saves the rows in the order shown and shows a toast', async () => {
  const { ports, portal, tables } = await openTables()
  tables.sort(1, 'count')
  tables.download(1)
  const [file] = ports.downloads.files()
  expect(file?.name).toBe('estadisticas-2026-11-21-sector-1.csv')
  expect(file?.text.split('\r\n')[1]).toMatch(/^NEXT;/)
  expect(portal.toasts.getSnapshot().current?.text).toBe('Archivo descargado: estadisticas-2026-11-21-sector-1.csv')
})

test('downloadFailed is true after a refused download until a download succeeds', async () => {
  const { ports, portal, tables } = await openTables()
  ports.downloads.setAllowed(false)
  tables.download(2)
  expect([tables.getSnapshot().downloadFailed, portal.toasts.getSnapshot().current]).toEqual([true, null])
  ports.downloads.setAllowed(true)
  tables.download(2)
  expect(tables.getSnapshot().downloadFailed).toBe(false)
})

test('a failed table has no page, and the other table shows its rows', async () => {
  const { tables, readCounts } = await openTables({ 1: err({ kind: 'timeout' }), 2: ok([SPOT_ROW]) })
  expect(tables.getSnapshot().lists[1]).toMatchObject({ page: null, total: 0 })
  expect(readCounts(2)).toEqual([2150])
})

const EARLIER_ROW: StatisticsRow = { ...SPOT_ROW, market: 'nextday', term: 2, date: '2026-11-19', close: null }

test('the file has fifteen columns with headings and numbers that a spreadsheet can read', () => {
  expect(statisticsCsv([SPOT_ROW, EARLIER_ROW]).split('\r\n')).toEqual([
    '\uFEFFMerc.;Moneda;Plazo;Monto Acumulado;Apertura;Cierre;No. Trans.;Promedio;Precio mínimo;Precio máximo;Monto promedio;Monto mínimo;Monto máximo;Monto último;Fecha',
    'SPOT;USD/COP;0;1322400000;4091;4102,35;2150;4101,6;4085,2;4118,9;615070;5000;5000000;500000;2026-11-20',
    'NEXT;USD/COP;2;1322400000;4091;;2150;4101,6;4085,2;4118,9;615070;5000;5000000;500000;2026-11-19',
    '',
  ])
})

test('the file is named by its latest day and its sector, and preserves the order of the rows', () => {
  const ports = createMemoryPorts()
  const download = createDownloadStatistics(ports)
  expect(download(2, [EARLIER_ROW, SPOT_ROW])).toBe('estadisticas-2026-11-20-sector-2.csv')
  expect(ports.downloads.files()).toEqual([
    {
      name: 'estadisticas-2026-11-20-sector-2.csv',
      type: 'text/csv;charset=utf-8',
      text: statisticsCsv([EARLIER_ROW, SPOT_ROW]),
    },
  ])
})

test('the file of an empty table has only headings, and its name has the reference date', () => {
  const ports = createMemoryPorts()
  ports.marketClock.set(toInstant('2026-11-22', '10:00'))
  expect(createDownloadStatistics(ports)(1, [])).toBe('estadisticas-2026-11-20-sector-1.csv')
  expect(ports.downloads.files()[0]?.text.split('\r\n')).toHaveLength(2)
})

test('a failed download returns null', () => {
  const ports = createMemoryPorts()
  ports.downloads.setAllowed(false)
  expect(createDownloadStatistics(ports)(1, [SPOT_ROW])).toBeNull()
})
