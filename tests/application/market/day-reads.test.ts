import { expect, test, vi } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { atReferenceDate, createReadHolidayNotice } from '#src/application/market/day-resources.ts'
import type { HolidayGateway } from '#src/application/market/ports.ts'
import { openMemory } from '#src/composition/memory.ts'
import { err } from '#src/domain/result.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

test.each([
  ['2026-11-20', '23:59:59', '2026-11-20'],
  ['2026-11-21', '00:00', '2026-11-20'],
  ['2026-11-22', '23:59:59', '2026-11-20'],
  ['2026-11-23', '00:00', '2026-11-23'],
  ['2026-11-16', '10:00', '2026-11-16'],
])('a query on %s at %s has the reference date %s', (date, time, reference) => {
  const ports = createMemoryPorts()
  ports.marketClock.set(toInstant(date, time))
  const query = { market: 'spot', delay: 15 } as const
  expect(atReferenceDate(ports, query)).toEqual({ ...query, date: reference })
  expect(openMemory(ports).createMarketStatus('spot').getSnapshot().date).toBe(reference)
})

test.each([
  ['2026-11-11', 'spot', true],
  ['2026-11-11', 'nextday', false],
  ['2026-11-20', 'spot', false],
  ['2026-07-04', 'spot', false],
] as const)('readHolidayNotice on %s for %s returns %j', async (date, market, notice) => {
  const ports = createMemoryPorts()
  ports.marketClock.set(toInstant(date, '10:00'))
  expect(await createReadHolidayNotice(ports)(market)).toBe(notice)
})

test('readHolidayNotice for nextday requests no holiday', async () => {
  const ports = createMemoryPorts()
  const request = vi.spyOn(ports.holidays, 'isUsHoliday')
  await createReadHolidayNotice(ports)('nextday')
  expect(request).not.toHaveBeenCalled()
})

const timeoutHolidays: HolidayGateway = { isUsHoliday: async () => err({ kind: 'timeout' }) }

test('readHolidayNotice returns false and logs a failed lookup', async () => {
  const ports = createMemoryPorts({ holidays: timeoutHolidays })
  expect(await createReadHolidayNotice(ports)('spot')).toBe(false)
  expect(ports.log.entries()).toEqual([{ message: 'Error al consultar días festivos', detail: { kind: 'timeout' } }])
})

test('readHolidayNotice logs no aborted lookup', async () => {
  const ports = createMemoryPorts({ holidays: timeoutHolidays })
  const controller = new AbortController()
  controller.abort()
  expect(await createReadHolidayNotice(ports)('spot', controller.signal)).toBe(false)
  expect(ports.log.entries()).toEqual([])
})

test.each([
  ['2026-11-20', '07:59:59', 'spot', 'before'],
  ['2026-11-20', '12:43:15', 'spot', 'open'],
  ['2026-11-20', '13:00', 'spot', 'closed'],
  ['2026-11-20', '13:00', 'nextday', 'open'],
  ['2026-11-22', '11:00', 'nextday', 'no-trading-day'],
] as const)('on %s at %s the status of the market %s is %s', (date, time, market, phase) => {
  const ports = createMemoryPorts()
  ports.marketClock.set(toInstant(date, time))
  expect(openMemory(ports).createMarketStatus(market).getSnapshot()).toMatchObject({ phase, today: date })
})
