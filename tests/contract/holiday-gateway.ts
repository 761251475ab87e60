import { expect, test } from 'vitest'

import type { HolidayGateway } from '#src/application/market/ports.ts'

/** Tests of every holiday gateway. */
export function holidayGatewayContract(name: string, create: () => Promise<HolidayGateway>): void {
  test.each([
    ['2026-11-11', true],
    ['2026-11-26', true],
    ['2026-01-19', true],
    ['2026-12-25', true],
    ['2026-11-20', false],
    ['2026-07-03', false],
    ['2026-11-16', false],
    ['2026-11-22', false],
  ])(`${name}: isUsHoliday of %s is %j`, async (date, isHoliday) => {
    const holidays = await create()
    expect(await holidays.isUsHoliday(date)).toEqual({ ok: true, value: isHoliday })
  })

  test(`${name}: an aborted holiday lookup returns unreachable`, async () => {
    const controller = new AbortController()
    controller.abort()
    const result = await (await create()).isUsHoliday('2026-11-20', controller.signal)
    expect(result).toEqual({ ok: false, error: { kind: 'unreachable' } })
  })
}
