import { expect, test } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import {
  createTrmHistoryView,
  createTrmLookupView,
  createTrmView,
  formatTrmDates,
  lookupFailureMessage,
  lookupLead,
  trmCsv,
} from '#src/application/market/trm.ts'
import { formatNextTrm, formatTrmDays, formatTrmInForce } from '#src/application/market/trm-note.ts'
import { ok } from '#src/domain/result.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'

const runEventLoop = async () => {
  for (let turn = 0; turn < 5; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

const WEEKEND_TRM = { value: 3818.43, from: '2026-11-21', until: '2026-11-23', previous: 3809 }
const FRIDAY_TRM = { value: 3809, from: '2026-11-20', until: '2026-11-20', previous: null }

test.each([
  [WEEKEND_TRM, 'TRM vigente del sábado 21 al lunes 23: 3.818,43'],
  [FRIDAY_TRM, 'TRM vigente del viernes 20: 3.809,00'],
  [
    { ...WEEKEND_TRM, from: '2026-11-28', until: '2026-12-01' },
    'TRM vigente del sábado 28 de noviembre al martes 1 de diciembre: 3.818,43',
  ],
])('formatTrmInForce names the days of the TRM (D67): %j', (period, text) => {
  expect(formatTrmInForce(period)).toBe(text)
})

test.each([
  [true, 'TRM estimada del sábado 21 al lunes 23: 3.818,43'],
  [false, 'Próxima TRM del sábado 21 al lunes 23: 3.818,43'],
])('formatNextTrm names the next TRM (estimate: %s)', (estimated, text) => {
  expect(formatNextTrm({ ...WEEKEND_TRM, estimated })).toBe(text)
})

test('formatTrmDays names only days; formatTrmDates and lookupLead add the month and the year', () => {
  expect(formatTrmDays(WEEKEND_TRM)).toBe('del sábado 21 al lunes 23')
  expect(formatTrmDates(WEEKEND_TRM)).toBe('Del sábado 21 al lunes 23 de noviembre de 2026')
  expect(formatTrmDates(FRIDAY_TRM)).toBe('Viernes, 20 de noviembre de 2026')
  expect(lookupLead('2026-03-05')).toBe('TRM vigente el jueves, 5 de marzo de 2026')
})

test('lookupFailureMessage names the first or the last day with a TRM', () => {
  const known = { from: '2025-11-04', until: '2026-11-23' }
  expect(lookupFailureMessage({ kind: 'before-history', known })).toBe(
    'No hay datos de esa fecha: la historia empieza el 4 nov 2025.',
  )
  expect(lookupFailureMessage({ kind: 'not-fixed-yet', known })).toBe(
    'Esa fecha aún no tiene TRM: la última fijada rige hasta el 23 nov 2026.',
  )
})

test('trmCsv writes the days, the TRM, and its change in pesos and in percent', () => {
  expect(trmCsv([WEEKEND_TRM, FRIDAY_TRM])).toBe(
    '\uFEFFDesde;Hasta;TRM;Cambio;Variación %\r\n2026-11-21;2026-11-23;3818,43;9,43;0,25\r\n2026-11-20;2026-11-20;3809;;\r\n',
  )
})

/** Creates memory ports whose market has the TRMs `FRIDAY_TRM` and `WEEKEND_TRM`. */
function createPorts() {
  const ports = createMemoryPorts()
  const queries: unknown[] = []
  const market = {
    ...ports.market,
    trmNow: async () => ok({ inForce: FRIDAY_TRM, next: { ...WEEKEND_TRM, estimated: true } }),
    trmHistory: async (range: unknown) => {
      queries.push(range)
      return ok({ periods: [FRIDAY_TRM, WEEKEND_TRM], known: { from: FRIDAY_TRM.from, until: WEEKEND_TRM.until } })
    },
  }
  const toasts: string[] = []
  const deps = {
    ...ports,
    market,
    toasts: { show: (text: string) => void toasts.push(text) },
    readFirstView: () => null,
  }
  return { ports, deps, queries, toasts }
}

test('the view loads the TRM in force and, for visitors, refreshes the TRM each minute', async () => {
  const { ports, deps } = createPorts()
  const view = createTrmView(deps, 15)
  view.subscribe(() => {})
  await runEventLoop()
  expect(view.getSnapshot().trm.value?.inForce).toEqual(FRIDAY_TRM)
  const { updatedAt } = view.getSnapshot().trm
  ports.clock.advance(MINUTE_MS)
  await runEventLoop()
  expect(view.getSnapshot().trm.updatedAt).toBe((updatedAt ?? 0) + MINUTE_MS)
})

test('the history shows the latest TRM first and reloads on another day', async () => {
  const { ports, deps, queries } = createPorts()
  const view = createTrmHistoryView(deps, '1m', 15)
  view.subscribe(() => {})
  await runEventLoop()
  expect(view.list.getSnapshot().page?.rows).toEqual([WEEKEND_TRM, FRIDAY_TRM])
  expect(queries).toEqual([{ from: '2026-10-21', until: '2026-11-23' }])
  ports.marketClock.set(toInstant('2026-11-23', '07:00'))
  await runEventLoop()
  expect(queries.at(-1)).toEqual({ from: '2026-10-24', until: '2026-11-24' })
})

test('a download has its days in its name, and a refused download sets downloadFailed', async () => {
  const { ports, deps, toasts } = createPorts()
  const view = createTrmHistoryView(deps, '1m', 15)
  view.subscribe(() => {})
  await runEventLoop()
  view.download([WEEKEND_TRM, FRIDAY_TRM])
  expect(toasts).toEqual(['Archivo descargado: trm-2026-11-20-a-2026-11-23.csv'])
  expect(view.getSnapshot().downloadFailed).toBe(false)
  const refusingView = createTrmHistoryView({ ...deps, downloads: { ...ports.downloads, save: () => false } }, '1m', 15)
  refusingView.download([FRIDAY_TRM])
  expect(refusingView.getSnapshot().downloadFailed).toBe(true)
})

test.each([
  ['2026-11-22', { ok: true, value: WEEKEND_TRM }],
  ['2026-11-24', { ok: false, error: { kind: 'not-fixed-yet', known: { from: '2026-11-20', until: '2026-11-23' } } }],
])('a lookup of %s results in %j', async (date, result) => {
  const { deps, queries } = createPorts()
  const view = createTrmLookupView(deps, date)
  view.subscribe(() => {})
  expect(view.getSnapshot().result).toBeNull()
  await runEventLoop()
  expect(view.getSnapshot().result).toEqual(result)
  expect(queries).toEqual([{ from: date, until: date }])
})
