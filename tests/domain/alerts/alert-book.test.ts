import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type AlertRule, NEW_STATE } from '#src/domain/alerts/alert.ts'
import {
  type AlertLine,
  type BookAlert,
  createAlertBook,
  createEmptySeries,
  type Firing,
} from '#src/domain/alerts/alert-book.ts'
import type { PricedDeal } from '#src/domain/alerts/price-series.ts'
import { DAY_MS, MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'

const START = toInstant('2025-09-22', '08:00')

const RULE: AlertRule = {
  kind: 'price',
  market: 'spot',
  side: 'above',
  level: 4_000,
  minutes: null,
  pause: 5,
  until: null,
}

const toAlert = (rule: Partial<AlertRule>, id = 'a', afterLine = 0): BookAlert => ({
  ...RULE,
  ...rule,
  id,
  afterLine,
  state: NEW_STATE,
})

const deal = (id: string, price: number, minute: number, market: 'spot' | 'nextday' = 'spot'): PricedDeal => ({
  id,
  market,
  time: START + minute * MINUTE_MS,
  centavos: Math.round(price * 100),
})

const toLines = (...portions: readonly (readonly PricedDeal[])[]): readonly AlertLine[] =>
  portions.map((deals, index) => ({ id: index + 1, deals, annulled: [] }))

const createBook = (alerts: readonly BookAlert[], close: number | null = null) => {
  const book = createAlertBook(createEmptySeries({ spot: close === null ? null : close * 100, nextday: null }))
  for (const alert of alerts) book.set(alert)
  return book
}

const fold = (alert: BookAlert, lines: readonly AlertLine[], close: number | null = null) => {
  const book = createBook([alert], close)
  return lines.flatMap((line) => book.evaluate(line).firings.map(({ dealId }) => dealId))
}

/** A minute between deals, so that pauses of five minutes do not matter every five deals. */
const path = (prices: readonly number[], step = 10) =>
  prices.map((price, index) => deal(`d${index}`, price, index * step))

test.each<[string, Partial<AlertRule>, readonly number[], readonly string[]]>([
  ['a price at the level crosses it', {}, [3_999.99, 4_000], ['d1']],
  ['the first known price crosses a level that it is beyond of', {}, [4_001, 4_002], ['d0']],
  ['below the level from above', { side: 'below' }, [4_000.01, 4_000, 3_990], ['d1']],
  ['one centavo before the level does not', {}, [3_990, 3_999.99], []],
  ['a return by less than 0.05 % is the same crossing', {}, [3_990, 4_000, 3_998.01, 4_001], ['d1']],
  ['a return by 0.05 % is another', {}, [3_990, 4_000, 3_998, 4_001], ['d1', 'd3']],
  ['once', { pause: null }, [3_990, 4_000, 3_990, 4_001], ['d1']],
  [
    'within the pause',
    { pause: 60 },
    [3_990, 4_000, 3_990, 4_001, 3_990, 4_001, 3_990, 4_001, 3_990, 4_001],
    ['d1', 'd7'],
  ],
])('%s (D125)', (_what, rule, prices, expected) => {
  expect(fold(toAlert(rule), toLines(...path(prices).map((one) => [one])))).toEqual(expected)
})

test('an alert that starts beyond its level waits for the return (D125)', () => {
  expect(fold(toAlert({}, 'a', 1), toLines(...path([4_010, 4_020, 3_990, 4_000]).map((one) => [one])))).toEqual(['d3'])
})

test('deals up to the line of the alert do not fire it (D125)', () => {
  expect(fold(toAlert({}, 'a', 2), toLines(...path([3_990, 4_000, 4_001]).map((one) => [one])))).toEqual([])
})

test('a change since the close fires at its percentage, on each day again (D125)', () => {
  const rule = { kind: 'close', level: 1, pause: 5 } as const
  const next = { ...deal('n0', 4_090, 0), time: START + DAY_MS }
  const lines = toLines([deal('d0', 4_039.99, 0)], [deal('d1', 4_040, 10)], [next])
  expect(fold(toAlert(rule), lines, 4_000)).toEqual(['d1', 'n0'])
  expect(
    fold(toAlert({ ...rule, side: 'below' }), toLines([deal('d0', 3_960.01, 0)], [deal('d1', 3_960, 1)]), 4_000),
  ).toEqual(['d1'])
})

test('a change within minutes compares with the price then (D125)', () => {
  const rule = { kind: 'window', level: 1, minutes: 5 } as const
  const lines = toLines([deal('d0', 4_000, 0)], [deal('d1', 4_050, 4)], [deal('d2', 4_050, 5)], [deal('d3', 4_050, 6)])
  expect(fold(toAlert(rule), lines)).toEqual(['d2'])
})

test('after its last day, an alert no longer fires (D125)', () => {
  expect(fold(toAlert({ until: '2025-09-21' }), toLines(...path([3_990, 4_000]).map((one) => [one])))).toEqual([])
  expect(fold(toAlert({ until: '2025-09-22' }), toLines(...path([3_990, 4_000]).map((one) => [one])))).toEqual(['d1'])
})

test('a late deal changes no current price (D125)', () => {
  expect(fold(toAlert({}), toLines([deal('d0', 3_990, 10)], [deal('late', 4_100, 5)]))).toEqual([])
})

test('an annulled deal gives an alert back, and arms it for the next crossing (D125)', () => {
  const book = createBook([toAlert({ pause: null })])
  for (const line of toLines([deal('d0', 3_990, 0)], [deal('d1', 4_000, 1)])) book.evaluate(line)
  expect(book.get('a')?.state).toMatchObject({ status: 'done', firedBy: 'd1' })
  const outcome = book.evaluate({ id: 3, deals: [], annulled: [deal('d1', 4_000, 1)] })
  expect(outcome.firings).toEqual([])
  expect(book.get('a')?.state).toEqual({ status: 'active', isArmed: true, firedAt: null, firedBy: null })
  expect(book.evaluate({ id: 4, deals: [deal('d2', 4_003, 2)], annulled: [] }).firings).toHaveLength(1)
})

test('an annulled deal that had armed an alert does not count as a return (D125)', () => {
  const book = createBook([toAlert({})])
  for (const line of toLines([deal('d0', 3_990, 0)], [deal('d1', 4_000, 10)], [deal('d2', 3_900, 20)]))
    book.evaluate(line)
  book.evaluate({ id: 4, deals: [], annulled: [deal('d2', 3_900, 20)] })
  expect(book.evaluate({ id: 5, deals: [deal('d3', 4_001, 30)], annulled: [] }).firings).toEqual([])
})

test('the TRM fires its active alerts once (D125)', () => {
  const book = createBook([
    toAlert({ kind: 'trm', pause: null }),
    toAlert({ kind: 'trm', pause: 5 }, 'b'),
    toAlert({}, 'c'),
  ])
  const publish = () =>
    book.publishTrm({ from: '2025-09-23', value: 4_012.5, at: START }).firings.map(({ alertId }) => alertId)
  expect(publish()).toEqual(['a', 'b'])
  expect(publish()).toEqual([])
})

const LEVELS = [3_980, 3_990, 4_000, 4_010]
const rules: readonly BookAlert[] = LEVELS.flatMap((level, index) =>
  (['above', 'below'] as const).flatMap((side) => [
    toAlert({ level, side, pause: index % 2 === 0 ? null : 5 }, `${side} ${level}`),
    toAlert({ kind: 'window', minutes: 5, level: 0.1 * (index + 1), side }, `window ${side} ${level}`),
    toAlert({ kind: 'close', level: 0.1 * (index + 1), side, pause: null }, `close ${side} ${level}`),
  ]),
)

interface Step {
  readonly price: number
  readonly minutes: number
  readonly annul: boolean
}

const steps = fc.array(
  fc.record({
    price: fc.integer({ min: 3_970, max: 4_020 }),
    minutes: fc.integer({ min: -1, max: 40 }),
    annul: fc.boolean(),
  }),
  { maxLength: 60 },
)

/** Lines of one deal each; some annul the deal before. */
function createLines(list: readonly Step[]): readonly AlertLine[] {
  let minute = 0
  const deals = list.map(({ price, minutes }, index) => {
    minute += minutes
    return deal(`d${index}`, price, Math.max(0, minute))
  })
  return deals.map((one, index) => {
    const last = deals[index - 1]
    return { id: index + 1, deals: [one], annulled: list[index]?.annul && index % 7 === 3 && last ? [last] : [] }
  })
}

const run = (book: ReturnType<typeof createBook>, lines: readonly AlertLine[]) =>
  lines.flatMap((line) => book.evaluate(line).firings)

test('a restart from the stored states at any line gives the same firings (D125)', () => {
  fc.assert(
    fc.property(steps, fc.nat(), (list, cut) => {
      const lines = createLines(list)
      const expected = run(createBook(rules, 4_000), lines)
      const at = lines.length === 0 ? 0 : cut % (lines.length + 1)
      const first = createBook(rules, 4_000)
      const before = run(first, lines.slice(0, at))
      // The prices are read again from the tables: the same lines without any alert.
      const series = createEmptySeries({ spot: 400_000, nextday: null })
      const prices = createAlertBook(series)
      for (const line of lines.slice(0, at)) prices.evaluate(line)
      const second = createAlertBook(series)
      for (const { id } of rules) second.set(first.get(id) ?? toAlert({}))
      expect([...before, ...run(second, lines.slice(at))]).toEqual(expected)
    }),
  )
})

test('two firings of an alert have a return beyond the hysteresis between them (D125)', () => {
  fc.assert(
    fc.property(steps, (list) => {
      const lines = createLines(list.map((step) => ({ ...step, annul: false, minutes: Math.max(0, step.minutes) })))
      const firings = run(createBook([toAlert({ pause: 0 })]), lines)
      const deals = lines.flatMap((line) => line.deals)
      const indexes = firings.map(({ dealId }: Firing) => deals.findIndex(({ id }) => id === dealId))
      for (const [place, index] of indexes.entries()) {
        const next = indexes[place + 1]
        expect(deals[index]?.centavos).toBeGreaterThanOrEqual(400_000)
        if (next !== undefined)
          expect(Math.min(...deals.slice(index, next).map(({ centavos }) => centavos))).toBeLessThanOrEqual(399_800)
      }
    }),
  )
})
