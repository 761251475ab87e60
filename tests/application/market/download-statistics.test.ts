import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createDownloadStatistics, statisticsCsv } from '#src/application/market/statistics.ts'
import { toInstant } from '#src/domain/time/bogota.ts'
import type { StatisticsRow } from '#src/domain/trading/statistics.ts'
import { SPOT_ROW } from '#tests/support/statistics.ts'

const NEXT_DAY_ROW: StatisticsRow = { ...SPOT_ROW, market: 'nextday', term: 2, date: '2026-11-19', close: null }

test('the file has fifteen columns with headings and numbers that a spreadsheet can read', () => {
  expect(statisticsCsv([SPOT_ROW, NEXT_DAY_ROW]).split('\r\n')).toEqual([
    '\uFEFFMerc.;Moneda;Plazo;Monto Acumulado;Apertura;Cierre;No. Trans.;Promedio;Precio mínimo;Precio máximo;Monto promedio;Monto mínimo;Monto máximo;Monto último;Fecha',
    'SPOT;USD/COP;0;1322400000;4091;4102,35;2150;4101,6;4085,2;4118,9;615070;5000;5000000;500000;2026-11-20',
    'NEXT;USD/COP;2;1322400000;4091;;2150;4101,6;4085,2;4118,9;615070;5000;5000000;500000;2026-11-19',
    '',
  ])
})

test('the file is named by its latest day and its sector, and preserves the order of the rows', () => {
  const ports = createMemoryPorts()
  const download = createDownloadStatistics(ports)
  expect(download(2, [NEXT_DAY_ROW, SPOT_ROW])).toBe('estadisticas-2026-11-20-sector-2.csv')
  expect(ports.downloads.files()).toEqual([
    {
      name: 'estadisticas-2026-11-20-sector-2.csv',
      type: 'text/csv;charset=utf-8',
      text: statisticsCsv([NEXT_DAY_ROW, SPOT_ROW]),
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
