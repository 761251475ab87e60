import { expect, test } from 'vitest'
import type { Result } from '#src/domain/result.ts'
import { addDays, type BogotaDate } from '#src/domain/time/bogota.ts'
import { AFTER_SPOT, type CreateMarket, JUST_OPENED, ON_SUNDAY } from '#tests/contract/market-gateway.ts'

const TODAY = '2026-11-20'

function getValue<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`failed: ${JSON.stringify(result.error)}`)
  return result.value
}

/** Tests of the TRM of every market gateway, as a visitor sees it (D67). */
export function trmContract(name: string, create: CreateMarket): void {
  test(`${name}: trmNow and prices return the same TRM in force and the same previous TRM`, async () => {
    const { market } = await create(AFTER_SPOT)
    const { inForce } = getValue(await market.trmNow(15))
    const prices = getValue(await market.prices({ date: TODAY, market: 'spot', delay: 15 })).value
    expect(inForce).toEqual({ value: prices.trm.value, from: TODAY, until: TODAY, previous: prices.trm.previous })
  })

  test(`${name}: before the first visible deal there is no next TRM`, async () => {
    const { market } = await create(JUST_OPENED)
    const { inForce, next } = getValue(await market.trmNow(0))
    expect([inForce?.until, next]).toEqual([TODAY, null])
  })

  test(`${name}: at 13:20 a visitor sees the next TRM as an estimate`, async () => {
    const { market } = await create(AFTER_SPOT)
    const { next } = getValue(await market.trmNow(0))
    expect(next).toMatchObject({ from: '2026-11-21', until: '2026-11-23', estimated: true })
    expect(next?.value).toBeGreaterThan(0)
  })

  test(`${name}: on a Sunday the TRM of the Friday is in force until Monday, without a next TRM`, async () => {
    const { market } = await create(ON_SUNDAY)
    const { inForce, next } = getValue(await market.trmNow(15))
    expect(inForce).toMatchObject({ from: '2026-11-21', until: '2026-11-23' })
    expect(next).toBeNull()
  })

  test(`${name}: a history covers each day of its range once`, async () => {
    const { market } = await create(ON_SUNDAY)
    const range = { from: '2026-11-01', until: '2026-11-22' }
    const { periods, known } = getValue(await market.trmHistory(range))
    expect(periods[0]?.from).toBe('2026-10-31')
    expect(periods.at(-1)?.until).toBe('2026-11-23')
    for (const [i, period] of periods.entries()) {
      const before = periods[i - 1]
      if (before) expect([period.from, period.previous]).toEqual([addDays(before.until, 1), before.value])
    }
    expect(known?.until).toBe('2026-11-23')
  })

  test.each<readonly [BogotaDate, BogotaDate, BogotaDate]>([
    ['2026-11-16', '2026-11-14', '2026-11-17'],
    ['2026-11-19', '2026-11-19', '2026-11-19'],
  ])(`${name}: the history of %s has one TRM, in force from %s to %s`, async (date, from, until) => {
    const { market } = await create(AFTER_SPOT)
    const { periods } = getValue(await market.trmHistory({ from: date, until: date }))
    expect(periods).toEqual([{ value: expect.any(Number), from, until, previous: expect.any(Number) }])
  })

  test(`${name}: the history of a range without a fixed TRM is empty and names the last known day`, async () => {
    const { market } = await create(AFTER_SPOT)
    const { periods, known } = getValue(await market.trmHistory({ from: '2026-12-01', until: '2026-12-05' }))
    expect([periods, known?.until]).toEqual([[], TODAY])
  })

  test(`${name}: an aborted load of the TRM returns unreachable`, async () => {
    const { market } = await create(AFTER_SPOT)
    const abortedSignal = AbortSignal.abort()
    const failure = { ok: false, error: { kind: 'unreachable' } }
    expect(await market.trmNow(15, abortedSignal)).toEqual(failure)
    expect(await market.trmHistory({ from: TODAY, until: TODAY }, abortedSignal)).toEqual(failure)
  })
}
