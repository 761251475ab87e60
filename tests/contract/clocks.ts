import { expect, test } from 'vitest'

import type { Clock, MarketClock } from '#src/application/platform/clocks.ts'
import { HOUR_MS, type Instant, instantOf } from '#src/domain/time/bogota.ts'

/** What any real clock does. */
export function clockContract(name: string, create: () => Clock): void {
  test(`${name}: the clock tells whole or part milliseconds since 1970 and never runs back`, () => {
    const clock = create()
    const first = clock.now()
    expect(first).toBeGreaterThan(instantOf('2020-01-01', '00:00'))
    expect(clock.now()).toBeGreaterThanOrEqual(first)
  })
}

export interface MarketClockUnderTest {
  readonly marketClock: MarketClock
  readonly clock: { advance(milliseconds: number): void }
  /** Makes the market's now another one, as its server may. */
  readonly set: (now: Instant) => void
}

/** What any market clock does; `create` starts one at an instant. */
export function marketClockContract(name: string, create: (now: Instant) => MarketClockUnderTest): void {
  const NOON = instantOf('2026-11-20', '12:00')

  test(`${name}: the market clock goes with the real one`, () => {
    const { marketClock, clock } = create(NOON)
    expect(marketClock.now()).toBe(NOON)
    clock.advance(2_500)
    expect(marketClock.now()).toBe(NOON + 2_500)
  })

  test.each([-HOUR_MS, HOUR_MS, 72 * HOUR_MS])(`${name}: a step of %i ms is told to all who listen still`, (step) => {
    const { marketClock, set } = create(NOON)
    const heard: string[] = []
    marketClock.subscribe(() => heard.push('one'))
    const stop = marketClock.subscribe(() => heard.push('two'))
    set(NOON + step)
    expect(marketClock.now()).toBe(NOON + step)
    stop()
    stop()
    set(NOON)
    expect(heard).toEqual(['one', 'two', 'one'])
  })

  test(`${name}: a listener may stop while it is told`, () => {
    const { marketClock, set } = create(NOON)
    let heard = 0
    const stop = marketClock.subscribe(() => {
      heard += 1
      stop()
    })
    set(NOON + HOUR_MS)
    set(NOON)
    expect(heard).toBe(1)
  })
}
