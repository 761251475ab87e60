import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTrmChoice, parseTrmChoice } from '#src/application/navigation/query.ts'

import { parseDate } from '#src/domain/time/bogota.ts'
import { DEFAULT_TRM_CHOICE, parseLookupDay, TRM_SPANS, toTrmSpanRange } from '#src/domain/trading/trm-choice.ts'
import { MAX_TRM_DAYS } from '#src/domain/trading/trm-periods.ts'

test.each([
  ['', DEFAULT_TRM_CHOICE],
  ['?periodo=1a', { span: '1a', lookup: null }],
  ['periodo=TODO&fecha=2026-3-5', { span: 'todo', lookup: { date: '2026-03-05' } }],
  ['periodo=5d&fecha=', DEFAULT_TRM_CHOICE],
  ['fecha=ayer', { span: '6m', lookup: { invalid: 'ayer' } }],
  ['fecha=2026-02-30', { span: '6m', lookup: { invalid: '2026-02-30' } }],
])('parseTrmChoice of "%s" returns %j', (query, choice) => {
  expect(parseTrmChoice(query)).toEqual(choice)
})

test('parsing a formatted choice returns the same choice', () => {
  const anyLookup = fc.oneof(
    fc.constant(null),
    fc.string({ maxLength: 30 }).map(parseLookupDay),
    fc.constant({ date: '2026-03-05' }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...TRM_SPANS), anyLookup, (span, lookup) => {
      expect(parseTrmChoice(formatTrmChoice({ span, lookup }))).toEqual({ span, lookup })
    }),
  )
})

test.each([
  ['1m', '2026-11-20', '2026-10-21', '2026-11-23'],
  ['1m', '2026-03-31', '2026-03-01', '2026-04-01'],
  ['1m', '2028-03-30', '2028-03-01', '2028-03-31'],
  ['6m', '2026-11-20', '2026-05-21', '2026-11-23'],
  ['1a', '2026-11-22', '2025-11-23', '2026-11-23'],
] as const)('the span %s on %s is from %s to %s, the next trading day', (span, today, from, until) => {
  expect(toTrmSpanRange(span, today)).toEqual({ from, until })
})

test('every range has valid days, and at most MAX_TRM_DAYS of them', () => {
  const anyDay = fc
    .integer({ min: 0, max: 30_000 })
    .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(fc.constantFrom(...TRM_SPANS), anyDay, (span, today) => {
      const { from, until } = toTrmSpanRange(span, today)
      expect([parseDate(from), parseDate(until), from <= today]).toEqual([from, until, true])
      expect((Date.parse(until) - Date.parse(from)) / 86_400_000).toBeLessThan(MAX_TRM_DAYS)
    }),
  )
})
