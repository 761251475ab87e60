import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkUses, type ReportableScreen, type UseReportRow } from '#src/domain/imc/screens/screen-use.ts'
import { addDays } from '#src/domain/time/bogota.ts'

const TODAY = '2026-11-20'

const SCREENS: readonly ReportableScreen[] = [
  { id: 'pan-1', number: '004512', screen: 'P-01', lastUse: null },
  { id: 'pan-2', number: '004512', screen: 'P-02', lastUse: '2026-11-10' },
]

const row = (date: string, screen = 'P-01', number = '004512'): UseReportRow => ({ line: 2, number, screen, date })

test.each([
  ['the first use', row('2026-11-12'), { id: 'pan-1', on: '2026-11-12' }],
  ['the use of today', row(TODAY), { id: 'pan-1', on: TODAY }],
  ['a number without its leading zeros', row('2026-11-12', 'p-01', '4512'), { id: 'pan-1', on: '2026-11-12' }],
  ['a day after the stored one', row('2026-11-11', 'P-02'), { id: 'pan-2', on: '2026-11-11' }],
])('%s is stored (D102)', (_, reported, change) => {
  expect(checkUses([reported], SCREENS, TODAY)).toEqual({ changes: [change], problems: [] })
})

test.each(['2026-11-10', '2026-11-09'])('%s does not replace 2026-11-10 (D102)', (date) => {
  expect(checkUses([row(date, 'P-02')], SCREENS, TODAY)).toEqual({ changes: [], problems: [] })
})

test.each([
  ['an unknown screen', row('2026-11-12', 'P-09'), 'unknown-screen'],
  ['an unknown subscription', row('2026-11-12', 'P-01', '009999'), 'unknown-screen'],
  ['a day that does not exist', row('2026-02-30'), 'invalid-date'],
  ['an empty date', row(''), 'invalid-date'],
  ['tomorrow', row('2026-11-21'), 'future-date'],
])('%s refuses the whole report (D102)', (_, wrong, code) => {
  const rows = [row('2026-11-12'), { ...wrong, line: 3 }]
  expect(checkUses(rows, SCREENS, TODAY)).toEqual({ changes: [], problems: [{ line: 3, code }] })
})

test('any order of the rows stores the newest day of each screen, and a second report changes nothing (D102)', () => {
  const reported = fc.record({
    line: fc.integer({ min: 2, max: 99 }),
    number: fc.constant('004512'),
    screen: fc.constantFrom('P-01', 'P-02'),
    date: fc.integer({ min: 0, max: 60 }).map((days) => addDays(TODAY, -days)),
  })
  fc.assert(
    fc.property(fc.array(reported), (rows) => {
      const { changes } = checkUses(rows, SCREENS, TODAY)
      const store = (screens: readonly ReportableScreen[], stored: typeof changes) =>
        screens.map((screen) => ({
          ...screen,
          lastUse: stored.find(({ id }) => id === screen.id)?.on ?? screen.lastUse,
        }))
      const after = store(SCREENS, changes)
      for (const { screen, lastUse } of after) {
        const days = [
          ...rows.filter((one) => one.screen === screen).map(({ date }) => date),
          SCREENS.find((one) => one.screen === screen)?.lastUse ?? '',
        ].toSorted()
        expect(lastUse ?? '').toBe(days.at(-1))
      }
      expect(checkUses(rows, after, TODAY).changes).toEqual([])
      expect(store(SCREENS, checkUses(rows.toReversed(), SCREENS, TODAY).changes)).toEqual(after)
    }),
  )
})
