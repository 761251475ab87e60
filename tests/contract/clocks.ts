import { expect, test } from 'vitest'

import type { Clock, MarketClock } from '#src/application/platform/ports.ts'
import { HOUR_MS, type Instant, toInstant } from '#src/domain/time/bogota.ts'

/** Tests of every clock. */
export function clockContract(name: string, create: () => Clock): void {
  test(`${name}: the clock returns epoch milliseconds and does not go back`, () => {
    const clock = create()
    const first = clock.now()
    expect(first).toBeGreaterThan(toInstant('2020-01-01', '00:00'))
    expect(clock.now()).toBeGreaterThanOrEqual(first)
  })
}

export interface MarketClockUnderTest {
  readonly marketClock: MarketClock
  readonly clock: { advance(milliseconds: number): void }
  /** Sets the market time. */
  readonly set: (now: Instant) => void
  /** Sets since when the source of the spot market has been silent: now, or null. */
  readonly setFrozen: (isFrozen: boolean) => void
}

/** Tests of every market clock. `create` starts the clock at this instant. */
export function marketClockContract(name: string, create: (now: Instant) => MarketClockUnderTest): void {
  const NOON = toInstant('2026-11-20', '12:00')

  test(`${name}: the market clock advances with the real clock`, () => {
    const { marketClock, clock } = create(NOON)
    expect(marketClock.now()).toBe(NOON)
    clock.advance(2_500)
    expect(marketClock.now()).toBe(NOON + 2_500)
  })

  test.each([-1, 1, 72])(
    `${name}: a jump of the market clock by %i h notifies each listener until it unsubscribes`,
    (hours) => {
      const jump = hours * HOUR_MS
      const { marketClock, set } = create(NOON)
      const calls: string[] = []
      marketClock.subscribe(() => calls.push('one'))
      const stop = marketClock.subscribe(() => calls.push('two'))
      set(NOON + jump)
      expect(marketClock.now()).toBe(NOON + jump)
      stop()
      stop()
      set(NOON)
      expect(calls).toEqual(['one', 'two', 'one'])
    },
  )

  test(`${name}: the start and the end of a source's silence notify the listeners (D114)`, () => {
    const { marketClock, setFrozen } = create(NOON)
    const states: unknown[] = []
    marketClock.subscribe(() => states.push(marketClock.frozenSince('spot')))
    expect(marketClock.frozenSince('spot')).toBe(null)
    setFrozen(true)
    setFrozen(false)
    expect(states).toEqual([NOON, null])
  })

  test(`${name}: a listener can unsubscribe while it is called`, () => {
    const { marketClock, set } = create(NOON)
    let calls = 0
    const stop = marketClock.subscribe(() => {
      calls += 1
      stop()
    })
    set(NOON + HOUR_MS)
    set(NOON)
    expect(calls).toBe(1)
  })
}
