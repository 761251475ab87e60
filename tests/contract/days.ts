import { expect, test } from 'vitest'
import type { Result } from '#src/domain/result.ts'
import type { DayList } from '#src/domain/trading/days.ts'
import { AFTER_SPOT, type CreateMarket, JUST_OPENED, ON_SUNDAY } from '#tests/contract/market-gateway.ts'

const TODAY = '2026-11-20'

function getValue<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`)
  return result.value
}

const findDay = ({ days }: DayList, date: string) => days.find((day) => day.date === date)

/** Tests of the days of every market gateway, as a visitor sees them (D123). */
export function daysContract(name: string, create: CreateMarket): void {
  test(`${name}: the figures of a past day are those of the other calls`, async () => {
    const { market } = await create(AFTER_SPOT)
    const date = '2026-11-18'
    const day = findDay(getValue(await market.days({ from: date, until: date })), date)
    for (const id of ['spot', 'nextday'] as const) {
      const query = { date, market: id, delay: 15 }
      const prices = getValue(await market.prices(query)).value
      const amounts = getValue(await market.amounts(query)).value
      const { close, average } = getValue(await market.closeAndAverage(query)).value
      expect(day?.[id]).toEqual({
        ...{ open: prices.open.value, low: prices.low.value, high: prices.high.value, close, average },
        ...{ amount: amounts.sum, count: amounts.count },
      })
    }
    const { trm } = getValue(await market.prices({ date, market: 'spot', delay: 15 })).value
    expect(day?.trm).toBe(trm.value)
  })

  test(`${name}: a range has each calendar day up to today; holidays have a TRM without deals`, async () => {
    const { market } = await create(ON_SUNDAY)
    const list = getValue(await market.days({ from: '2026-11-01', until: '2026-11-30' }))
    expect(list.days.map(({ date }) => date)).toEqual(
      Array.from({ length: 22 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`),
    )
    expect(findDay(list, '2026-11-02')).toEqual({
      ...{ date: '2026-11-02', trm: expect.any(Number) },
      ...{ spot: null, nextday: null },
    })
    expect(list.first).not.toBeNull()
  })

  test(`${name}: on a US holiday only the next-day market has figures (D2)`, async () => {
    const { market } = await create(AFTER_SPOT)
    const date = '2026-11-11'
    const day = findDay(getValue(await market.days({ from: date, until: date })), date)
    expect([day?.spot, day?.nextday]).toEqual([null, expect.objectContaining({ close: expect.any(Number) })])
  })

  test(`${name}: before its first visible deal, today has no figures`, async () => {
    const { market } = await create(JUST_OPENED)
    const day = findDay(getValue(await market.days({ from: TODAY, until: TODAY })), TODAY)
    expect([day?.spot, day?.nextday]).toEqual([null, null])
  })

  test(`${name}: a range before the history is empty and names its first day`, async () => {
    const { market } = await create(AFTER_SPOT)
    const { days, first } = getValue(await market.days({ from: '2001-01-01', until: '2001-01-31' }))
    expect([days, typeof first]).toEqual([[], 'string'])
  })

  test.each([
    ['reversed', '2026-11-20', '2026-11-19'],
    ['longer than a leap year', '2025-11-01', '2026-11-02'],
  ])(`${name}: a range that is %s is rejected`, async (_, from, until) => {
    const { market } = await create(AFTER_SPOT)
    expect(await market.days({ from, until })).toMatchObject({ ok: false, error: { kind: 'rejected', status: 400 } })
  })

  test(`${name}: an aborted load of the days returns unreachable`, async () => {
    const { market } = await create(AFTER_SPOT)
    expect(await market.days({ from: TODAY, until: TODAY }, AbortSignal.abort())).toEqual({
      ok: false,
      error: { kind: 'unreachable' },
    })
  })
}
