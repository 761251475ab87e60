import { expect, test } from 'vitest'

import type { HolidayGateway } from '#src/application/market/holiday-gateway.ts'

/** What any gateway to the US holidays does, whatever it is made of. */
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
  ])(`${name}: whether %s is a US holiday is %j`, async (date, holiday) => {
    const holidays = await create()
    expect(await holidays.isUsHoliday(date)).toEqual({ ok: true, value: holiday })
  })

  test(`${name}: a holiday lookup that is given up is unreachable`, async () => {
    const controller = new AbortController()
    controller.abort()
    const answer = await (await create()).isUsHoliday('2026-11-20', controller.signal)
    expect(answer).toEqual({ ok: false, error: { kind: 'unreachable' } })
  })
}
