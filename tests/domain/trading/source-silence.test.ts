import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type Instant, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import { afterSign, type SourceState, UNKNOWN_SOURCE, watchSource } from '#src/domain/trading/source-silence.ts'

const FRIDAY = '2026-11-20'
const SATURDAY = '2026-11-21'
const LIMIT = 2 * MINUTE_MS
const at = (time: string, date = FRIDAY) => toInstant(date, time)

const frozenSince = (state: SourceState, now: Instant, watchedSince: Instant = at('06:00')) =>
  watchSource(state, { market: 'spot', now, limitMs: LIMIT, watchedSince }).frozenSince

describe('a source is frozen in market hours after a silence beyond the limit (D114)', () => {
  const seen = afterSign(at('10:00'))
  test.each([
    ['before the opening', UNKNOWN_SOURCE, at('07:59:59'), null],
    ['at the opening', UNKNOWN_SOURCE, at('08:00'), null],
    ['the limit after the opening', UNKNOWN_SOURCE, at('08:02'), null],
    ['a millisecond later', UNKNOWN_SOURCE, at('08:02') + 1, at('08:00')],
    ['with a batch of the day before', afterSign(at('12:59', '2026-11-19')), at('08:02') + 1, at('08:00')],
    ['with a batch just before the opening', afterSign(at('07:59')), at('08:02'), null],
    ['the limit after the last batch', seen, at('10:02'), null],
    ['a millisecond beyond', seen, at('10:02') + 1, at('10:00')],
    ['just before the close', seen, at('13:00') - 1, at('10:00')],
    ['at the close', seen, at('13:00'), null],
    ['on a day without trading', afterSign(at('12:59')), at('10:00', SATURDAY), null],
  ])('%s', (_name, state, now, expected) => {
    expect(frozenSince(state, now)).toBe(expected)
  })

  test('the time before the server ran does not count', () => {
    expect(frozenSince(seen, at('11:02'), at('11:00'))).toBe(null)
    expect(frozenSince(seen, at('11:02') + 1, at('11:00'))).toBe(at('10:00'))
  })

  test('a freeze outlasts a restart of the server, but not the day', () => {
    const frozen = { ...seen, frozenSince: at('10:00') }
    expect(frozenSince(frozen, at('11:00'), at('11:00'))).toBe(at('10:00'))
    expect(
      watchSource(frozen, { market: 'spot', now: at('08:01', '2026-11-23'), limitMs: LIMIT, watchedSince: 0 }),
    ).toEqual(seen)
  })

  test('the next-day market is watched until its own close', () => {
    const watch = { market: 'nextday', limitMs: LIMIT, watchedSince: 0 } as const
    expect(watchSource(seen, { ...watch, now: at('15:59') }).frozenSince).toBe(at('10:00'))
    expect(watchSource(seen, { ...watch, now: at('16:00') }).frozenSince).toBe(null)
  })
})

test('a source that sends a batch within each limit is never frozen', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: LIMIT }), { minLength: 1, maxLength: 300 }), (gaps) => {
      let now = at('07:55')
      let state: SourceState = UNKNOWN_SOURCE
      for (const gap of gaps) {
        state = watchSource(afterSign(now), { market: 'spot', now: now + gap, limitMs: LIMIT, watchedSince: 0 })
        expect(state.frozenSince).toBe(null)
        now += gap
      }
    }),
  )
})
