import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { chartCsv, createChartFiles } from '#src/application/market/chart-files.ts'
import { NOT_DOWNLOADED } from '#src/application/market/statistics.ts'
import { createToasts } from '#src/application/platform/notices.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

const at = (time: string) => toInstant('2026-11-20', time)
const DEALS = {
  starts: Float64Array.of(at('08:00:10'), at('10:48:00'), at('12:28:09')),
  columns: [
    { title: 'Precio', values: Float64Array.of(4091, 4118.9, Number.NaN) },
    { title: 'Monto, USD', values: Float64Array.of(250_000, 40_729_000, 500_000) },
  ],
}

test('the file has the points of the range, with day and time; a gap is an empty cell (D129)', () => {
  expect(chartCsv(DEALS, { from: at('10:48:00'), to: at('12:28:09') })).toBe(
    '\uFEFFFecha;Hora;Precio;Monto, USD\r\n2026-11-20;10:48:00;4118,9;40729000\r\n2026-11-20;12:28:09;;500000\r\n',
  )
})

test('the file of whole days has no times', () => {
  const starts = Float64Array.of(toInstant('2026-11-19', '08:00'), at('08:00'))
  const points = { starts, columns: [{ title: 'Cierre', values: Float64Array.of(4090, 4102.35) }] }
  expect(chartCsv(points, { from: starts[0] ?? 0, to: at('08:00') })).toBe(
    '\uFEFFFecha;Cierre\r\n2026-11-19;4090\r\n2026-11-20;4102,35\r\n',
  )
})

test('an average has four decimals in the file, and not the digits of a binary fraction (D129)', () => {
  const columns = [{ title: 'Media simple 20', values: Float64Array.of(3_825.2515000000003, 0.1 + 0.2, 1 / 3) }]
  expect(chartCsv({ starts: DEALS.starts, columns }, { from: at('08:00'), to: at('13:00') })).toBe(
    '\uFEFFFecha;Hora;Media simple 20\r\n2026-11-20;08:00:10;3825,2515\r\n2026-11-20;10:48:00;0,3\r\n2026-11-20;12:28:09;0,3333\r\n',
  )
})

test('the file has each point of the range once, in order', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 5_000 }), { maxLength: 50 }),
      fc.integer({ min: 0, max: 5_000 }),
      fc.integer({ min: 0, max: 5_000 }),
      (seconds, from, to) => {
        const sorted = seconds.toSorted((one, other) => one - other)
        const starts = Float64Array.from(sorted, (second) => at('08:00') + second * 1_000)
        const range = { from: at('08:00') + from * 1_000, to: at('08:00') + to * 1_000 }
        const csv = chartCsv({ starts, columns: [{ title: 'x', values: Float64Array.from(sorted) }] }, range)
        const values = csv
          .trim()
          .split('\r\n')
          .slice(1)
          .map((row) => Number(row.split(';').at(-1)))
        expect(values).toEqual(sorted.filter((second) => second >= from && second <= to))
      },
    ),
  )
})

function createFiles() {
  const ports = createMemoryPorts()
  const toasts = createToasts()
  return { ports, toasts, files: createChartFiles({ ...ports, toasts }) }
}
const SUBJECT = { market: 'spot', view: 'prices', period: '1d' } as const

test('files are named by market, view, period and market time, and a toast names them', () => {
  const { ports, toasts, files } = createFiles()
  files.savePoints(SUBJECT, DEALS, { from: at('08:00'), to: at('13:00') })
  files.savePicture({ market: 'nextday', view: 'candles', period: '6m' }, Uint8Array.of(1, 2))
  const names = [ports.downloads.files()[0]?.name, ports.downloads.pictures()[0]?.name]
  expect(names[0]).toMatch(/^dolar-spot-precios-1d-\d{4}-\d\d-\d\d-\d{6}\.csv$/)
  expect(names[1]).toMatch(/^dolar-next-day-velas-6m-\d{4}-\d\d-\d\d-\d{6}\.png$/)
  expect(toasts.getSnapshot().current?.text).toBe(`Archivo descargado: ${names[0]}`)
})

test.each(['refused', 'not created'])('a picture that is %s says so', (how) => {
  const { ports, toasts, files } = createFiles()
  ports.downloads.setAllowed(how !== 'refused')
  files.savePicture(SUBJECT, how === 'refused' ? Uint8Array.of(1) : null)
  expect(toasts.getSnapshot().current?.text).toBe(NOT_DOWNLOADED)
  expect(ports.downloads.pictures()).toEqual([])
})

test('the note of a picture has the time of Bogotá, the delay of the data, and that they are simulated', () => {
  const { files } = createFiles()
  expect(files.describePicture({ delay: 15, isSimulated: true })).toMatch(
    /^Mercado Dólar\. Descargada el \d+ \p{L}+ \d{4} a las \d\d:\d\d:\d\d, hora de Bogotá\. Información con 15 minutos de retraso\. .* Datos simulados\.$/u,
  )
  expect(files.describePicture({ delay: 0, isSimulated: false })).toMatch(
    /, hora de Bogotá\. Servicio en tiempo real\.$/,
  )
})
