import fc from 'fast-check'
import { expect, test } from 'vitest'

import type { MarketEvent } from '#server/market/batch.ts'
import type { ReportResult } from '#server/market/deal-report.ts'
import { DAYS_PER_PART, EVENTS_PER_PART, mergeResults, splitReport } from '#server/market/report-parts.ts'
import { addDays, toDate, toInstant } from '#src/domain/time/bogota.ts'

const toEvent = (index: number, day: number, isAnnulment: boolean): MarketEvent => {
  const time = toInstant(addDays('2026-11-20', -day), '10:00') + index
  const deal = { id: `${index}`, market: 'spot', term: 0, sector: 1, origin: 'negotiated', time, price: 1, amount: 1 }
  return isAnnulment ? { kind: 'annulment', id: `${index}`, time } : ({ kind: 'deal', deal } as MarketEvent)
}

const toDay = (event: MarketEvent) => toDate(event.kind === 'deal' ? event.deal.time : event.time)

const events = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 400 }), fc.boolean()), { maxLength: 1_500 })
  .map((rows) => rows.map(([day, isAnnulment], index) => toEvent(index, day, isAnnulment)))

test('a part has a bounded number of events and days, and the events of a day keep their order', () => {
  fc.assert(
    fc.property(events, (all) => {
      const parts = splitReport({ events: all, markets: ['spot'], strict: false })
      for (const part of parts) {
        expect(part.events.length).toBeLessThanOrEqual(EVENTS_PER_PART)
        expect(new Set(part.events.map(toDay)).size).toBeLessThanOrEqual(DAYS_PER_PART)
        expect(part.markets).toEqual(['spot'])
      }
      const sent = parts.flatMap((part) => part.events)
      expect(sent).toHaveLength(all.length)
      for (const day of new Set(all.map(toDay)))
        expect(sent.filter((event) => toDay(event) === day)).toEqual(all.filter((event) => toDay(event) === day))
    }),
    { numRuns: 50 },
  )
})

test('a batch of one day, an empty one and a strict one are one part', () => {
  const day = Array.from({ length: EVENTS_PER_PART }, (_, index) => toEvent(index, 0, false))
  const days = Array.from({ length: 2 * EVENTS_PER_PART }, (_, index) => toEvent(index, index, false))
  for (const [all, strict] of [[day, false] as const, [[], false] as const, [days, true] as const])
    expect(splitReport({ events: all, markets: [], strict })).toEqual([{ events: all, markets: [], strict }])
})

const NONE: ReportResult = { accepted: 0, repeated: 0, annulled: 0, waiting: [], refused: [] }

test('results are added; only a batch without a valid row fails, with its first refusal', () => {
  const refused = { ...NONE, refused: [{ kind: 'too-old', id: 'a' } as const] }
  const accepted = { ...NONE, accepted: 2, waiting: [{ id: 'b', reason: 'price' } as const] }
  expect(mergeResults([refused, accepted, accepted])).toEqual({
    ok: true,
    value: { ...NONE, accepted: 4, waiting: [...accepted.waiting, ...accepted.waiting], refused: refused.refused },
  })
  expect(mergeResults([refused, { ...NONE, refused: [{ kind: 'unknown-deal', id: 'c' }] }])).toEqual({
    ok: false,
    error: { kind: 'too-old', id: 'a' },
  })
  expect(mergeResults([NONE])).toEqual({ ok: true, value: NONE })
})
