import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_FIGURES, formatFigure, formatOtherDay, summarizeDay } from '#src/application/market/day-text.ts'
import { formatPercent, formatPrice } from '#src/domain/money.ts'
import { addDays } from '#src/domain/time/bogota.ts'
import { previousTradingDay } from '#src/domain/trading/calendar.ts'
import { type Day, type DayFigures, toDayKind } from '#src/domain/trading/days.ts'
import { computeMove } from '#src/domain/trading/figures.ts'

const MONDAY = '2025-09-22'
const KNOWN = { first: '2005-01-03', today: '2026-11-20' }

const SPOT: DayFigures = {
  ...{ open: 3_880, low: 3_871.5, high: 3_902.25, close: 3_890.4, average: 3_888.12 },
  ...{ amount: 1_204_650_000, count: 2_098 },
}
const toDay = (date: string, spot: DayFigures | null, nextday: DayFigures | null = null): Day => ({
  ...{ date, trm: 3_866.01, spot, nextday },
})
const summarize = (day: Day, before: readonly Day[] = [], isOver = true) =>
  summarizeDay({ day, before, isOver, kind: toDayKind(day.date, KNOWN) })

describe('the summary of a day (D123)', () => {
  test('has the figures of spot, the close before, next day and the TRM', () => {
    const before = [toDay('2025-09-19', { ...SPOT, close: 3_878.1 }), toDay('2025-09-21', null)]
    expect(summarize(toDay(MONDAY, SPOT, { ...SPOT, close: 3_891 }), before)).toBe(
      'El lunes, 22 de septiembre de 2025 el dólar spot abrió en 3.880,00 pesos y cerró en 3.890,40, 12,30 pesos más que el viernes 19 de septiembre (+0,32%). El mínimo fue 3.871,50, el máximo 3.902,25 y el promedio 3.888,12 pesos, con 2.098 operaciones por 1.204.650.000 dólares. En el mercado next day el último precio fue 3.891,00 pesos. La TRM vigente fue 3.866,01 pesos.',
    )
  })

  test.each([
    ['lower', 3_900, ', 9,60 pesos menos que el viernes 19 de septiembre (−0,25%).'],
    ['the same', 3_890.4, ' y cerró en 3.890,40, igual que el viernes 19 de septiembre.'],
  ])('a close that is %s than the day before', (_, close, expected) => {
    expect(summarize(toDay(MONDAY, SPOT), [toDay('2025-09-19', { ...SPOT, close })])).toContain(expected)
  })

  test('names the year of a day before that is not in its own', () => {
    const before = [toDay('2025-12-30', { ...SPOT, close: 3_878.1 })]
    expect(summarize(toDay('2026-01-02', SPOT), before)).toContain('más que el martes 30 de diciembre de 2025 (')
  })

  test('of today says where the price is, not where it closed', () => {
    expect(summarize(toDay('2026-11-20', { ...SPOT, count: 1 }), [], false)).toMatch(
      /abrió en 3\.880,00 pesos y va en 3\.890,40\..* con 1 operación por/,
    )
  })

  test.each([
    ['2025-09-20', 'El sábado 20 de septiembre no hubo mercado. El dólar se negocia de lunes a viernes.'],
    ['2025-11-03', 'El lunes 3 de noviembre fue festivo en Colombia. No hubo mercado.'],
    ['2025-09-23', 'Ese día no tiene operaciones. Consulte el día anterior o el siguiente.'],
  ])('of %s, without deals, says why', (date, reason) => {
    expect(summarize(toDay(date, null))).toBe(`${reason} La TRM vigente fue 3.866,01 pesos.`)
    expect(summarize({ ...toDay(date, null), trm: null })).toBe(reason)
  })

  test('of a US holiday is that of the next-day market and says so (D2)', () => {
    const before = [toDay('2025-10-10', SPOT, { ...SPOT, close: 3_880.4 })]
    const text = summarize(toDay('2025-11-11', null, SPOT), before)
    expect(text).toMatch(/^El martes, 11 de noviembre de 2025 el dólar next day abrió en .*, 10,00 pesos más que/)
    expect(text).toContain('Fue festivo en Estados Unidos: solo hubo mercado next day.')
  })
})

const price = fc.integer({ min: 90_000, max: 600_000 }).map((centavos) => centavos / 100)
const figures: fc.Arbitrary<DayFigures> = fc.record({
  ...{ open: price, low: price, high: price, close: price, average: price },
  ...{ amount: fc.integer({ min: 1, max: 22_000_000_000 }), count: fc.integer({ min: 1, max: 99_999 }) },
})
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

/** The numbers of a text without its dates, which have at most four digits without groups. */
const readNumbers = (text: string) =>
  (text.replace(/\d{1,2} de [a-z]+( de \d{4})?/g, '').match(/[−+]?\d[\d.]*(,\d+)?/g) ?? []).map((number) =>
    number.replace(/\.$/, ''),
  )

const anyDay = fc.record({
  offset: fc.integer({ min: 0, max: 400 }),
  ...{ trm: maybe(price), spot: maybe(figures), nextday: maybe(figures) },
  ...{ beforeSpot: maybe(figures), beforeNextday: maybe(figures), isOver: fc.boolean() },
})

/** The change of the close in pesos and in percent, as the summary writes them. */
function formatMove(close: number, previous: DayFigures | null): readonly string[] {
  const move = computeMove(previous?.close ?? null, close)
  if (move === null || move.pesos === 0) return []
  return [formatPrice(Math.abs(move.pesos)), formatPercent(move.percent).replace('%', '')]
}

const sortUnique = (texts: readonly string[]) => [...new Set(texts)].sort()

/** The formatted figures of a table, without those of a market that the summary only mentions. */
function listFigures({ trm, spot, nextday }: Day, before: Day): readonly string[] {
  const main = spot ?? nextday
  const previous = spot ? before.spot : before.nextday
  return [
    ...(main ? DAY_FIGURES.map((figure) => formatFigure(figure, main[figure])) : []),
    ...(main ? formatMove(main.close, previous) : []),
    ...(spot && nextday ? [formatPrice(nextday.close)] : []),
    ...(trm === null ? [] : [formatPrice(trm)]),
  ]
}

test('each number of a summary is one of the table, and it has all those of the main market (D123)', () => {
  fc.assert(
    fc.property(anyDay, ({ offset, trm, spot, nextday, beforeSpot, beforeNextday, isOver }) => {
      const day: Day = { date: addDays(MONDAY, offset), trm, spot, nextday }
      const before = toDay(previousTradingDay('spot', day.date), beforeSpot, beforeNextday)
      const text = summarize(day, [before], isOver)
      expect(sortUnique(readNumbers(text))).toEqual(sortUnique(listFigures(day, before)))
      expect(text).not.toMatch(/—|null|NaN|undefined| {2}/)
    }),
  )
})

test.each([
  ['2025-09-23', MONDAY, 'martes 23 de septiembre'],
  // The first day of the history, from a page before it.
  ['2005-01-03', '1990-01-01', 'lunes 3 de enero de 2005'],
  ['2025-12-30', '2026-01-02', 'martes 30 de diciembre de 2025'],
])('%s on the page of %s is %s (D123)', (date, page, text) => {
  expect(formatOtherDay(date, page)).toBe(text)
})
