import { expect, test } from 'vitest'

import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'
import {
  findCorrections,
  MAX_CORRECTIONS,
  type TimedDeal,
  toLatestCorrections,
} from '#src/domain/trading/corrections.ts'

const NOON = toInstant('2026-11-20', '12:00')
const WINDOW = 15 * MINUTE_MS

const deal = (changes: Partial<TimedDeal> = {}): TimedDeal => ({
  ...{ id: 'op-1', market: 'spot', term: 0, sector: 1, origin: 'negotiated', price: 4_100, amount: 250_000 },
  ...{ time: NOON, sequence: 1, recordedAt: NOON, annulment: null },
  ...changes,
})
const ON_TIME = deal({ id: 'op-0' })
const FACTS = { date: '2026-11-20', time: NOON, price: 4_100, amount: 250_000 }

test.each([
  ['a deal recorded at its time', {}, []],
  ['a deal recorded 15 minutes later', { recordedAt: NOON + WINDOW }, []],
  [
    'a deal recorded a millisecond after that',
    { recordedAt: NOON + WINDOW + 1 },
    [{ kind: 'late', ...FACTS, at: NOON + WINDOW + 1 }],
  ],
  ['an annulment before visitors saw the deal', { annulment: { recordedAt: NOON + WINDOW } }, []],
  [
    'an annulment after they saw it',
    { annulment: { recordedAt: NOON + WINDOW + 1 } },
    [{ kind: 'annulled', ...FACTS, at: NOON + WINDOW + 1 }],
  ],
  ['a late deal of IMCs and clients', { sector: 2, recordedAt: NOON + 2 * WINDOW }, []],
] as const)('%s has the corrections %#  (D119)', (_name, changes, expected) => {
  expect(findCorrections([ON_TIME, deal(changes)])).toEqual(expected)
})

test('an imported day has no corrections', () => {
  expect(findCorrections([deal({ recordedAt: NOON + 2 * WINDOW }), deal({ recordedAt: NOON + 3 * WINDOW })])).toEqual(
    [],
  )
})

test('the latest corrections are the newest ones, the last first', () => {
  const corrections = Array.from({ length: 30 }, (_, i) => ({ kind: 'late' as const, ...FACTS, at: NOON + i }))
  const latest = toLatestCorrections(corrections)
  expect([latest.length, latest[0]?.at]).toEqual([MAX_CORRECTIONS, NOON + 29])
})
