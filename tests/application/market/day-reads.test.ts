import { expect, test, vi } from 'vitest'

import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import {
  createReadAmounts,
  createReadCloseAndAverage,
  createReadHolidayNotice,
  createReadIntraday,
  createReadPrices,
} from '#src/application/market/day-resources.ts'
import { createReadPeriodChart } from '#src/application/market/period-chart.ts'
import type { HolidayGateway, MarketGateway } from '#src/application/market/ports.ts'
import { openMemory } from '#src/composition/memory.ts'
import { err } from '#src/domain/result.ts'
import { toInstant } from '#src/domain/time/bogota.ts'

const READS = [
  ['closeAndAverage', createReadCloseAndAverage],
  ['prices', createReadPrices],
  ['amounts', createReadAmounts],
  ['intraday', createReadIntraday],
] as const

test.each(READS)(
  'the read of %s requests the reference date of the market clock, not of the real clock',
  async (call, createRead) => {
    const ports = createMemoryPorts()
    const request = vi.spyOn(ports.market, call)
    const { signal } = new AbortController()
    const result = await createRead(ports)('nextday', 0, signal)
    expect(request).toHaveBeenCalledExactlyOnceWith({ date: '2026-11-20', market: 'nextday', delay: 0 }, signal)
    expect(result).toEqual(await request.mock.results[0]?.value)
  },
)

test('readPeriodChart requests the reference date', async () => {
  const ports = createMemoryPorts()
  const request = vi.spyOn(ports.market, 'periodChart')
  const { signal } = new AbortController()
  const query = { view: 'candles', market: 'nextday', period: '5d', narrow: true } as const
  ports.marketClock.set(toInstant('2026-11-22', '10:00'))
  const result = await createReadPeriodChart(ports)(query, signal)
  expect(request).toHaveBeenCalledExactlyOnceWith({ ...query, date: '2026-11-20' }, signal)
  expect(result).toEqual(await request.mock.results[0]?.value)
  expect(result).toMatchObject({ ok: true, value: { tradingDay: '2026-11-20', value: { view: 'candles' } } })
})

test('readPeriodChart returns a failure unchanged', async () => {
  const failure = err({ kind: 'timeout' } as const)
  const ports = createMemoryPorts()
  const market: MarketGateway = { ...ports.market, periodChart: async () => failure }
  const query = { view: 'prices', market: 'spot', period: '1d', narrow: false } as const
  expect(await createReadPeriodChart({ ...ports, market })(query)).toEqual(failure)
})

test.each([
  ['2026-11-20', '23:59:59', '2026-11-20'],
  ['2026-11-21', '00:00', '2026-11-20'],
  ['2026-11-22', '23:59:59', '2026-11-20'],
  ['2026-11-23', '00:00', '2026-11-23'],
  ['2026-11-16', '10:00', '2026-11-16'],
])('readPrices on %s at %s requests the reference date %s', async (date, time, reference) => {
  const ports = createMemoryPorts()
  ports.marketClock.set(toInstant(date, time))
  const request = vi.spyOn(ports.market, 'prices')
  await createReadPrices(ports)('spot', 15)
  expect(request.mock.calls[0]?.[0].date).toBe(reference)
  expect(openMemory(ports).createMarketStatus('spot').getSnapshot().date).toBe(reference)
})

test.each(READS)('the read of %s returns a failure unchanged', async (call, createRead) => {
  const failure = err({ kind: 'server-error', status: 500, message: 'Falló.' } as const)
  const ports = createMemoryPorts()
  const market: MarketGateway = { ...ports.market, [call]: async () => failure }
  expect(await createRead({ ...ports, market })('spot', 15)).toEqual(failure)
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
