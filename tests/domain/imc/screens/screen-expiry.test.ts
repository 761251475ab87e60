import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  countDays,
  expiryViolation,
  findDueReminder,
  hasEnded,
  isEndingSoon,
  MAX_EXPIRY_DAYS,
  type ReminderDays,
  type ScreenExpiry,
} from '#src/domain/imc/screens/screen-expiry.ts'
import { addDays, type BogotaDate } from '#src/domain/time/bogota.ts'

const TODAY = '2026-11-20'
const inDays = (days: number) => addDays(TODAY, days)

test.each<[BogotaDate | null, ReturnType<typeof expiryViolation>]>([
  [null, 'required'],
  [inDays(-1), 'not-future'],
  [TODAY, 'not-future'],
  [inDays(1), null],
  [inDays(MAX_EXPIRY_DAYS), null],
  [inDays(MAX_EXPIRY_DAYS + 1), 'too-far'],
])('the last day %s has the violation %s (D108)', (endsOn, violation) => {
  expect(expiryViolation(endsOn, TODAY)).toBe(violation)
})

test.each([
  [-1, true],
  [0, false],
  [1, false],
])('a last day in %i days has ended: %s (D108)', (days, ended) => {
  expect(hasEnded(inDays(days), TODAY)).toBe(ended)
})

test.each([
  [-1, false],
  [0, true],
  [30, true],
  [31, false],
])('a last day in %i days is near: %s', (days, near) => {
  expect(isEndingSoon(inDays(days), TODAY)).toBe(near)
})

test.each<[number, ReminderDays | null, ReminderDays | null]>([
  [31, null, null],
  [30, null, 30],
  [30, 30, null],
  [8, null, 30],
  [8, 30, null],
  [7, null, 7],
  [7, 30, 7],
  [7, 7, null],
  [0, 30, 7],
  [0, 7, null],
  [-1, null, null],
])('%i days before the last day, after the reminder %s, the reminder %s is due (D108)', (days, reminded, due) => {
  expect(findDueReminder({ endsOn: inDays(days), setOn: '2026-01-01', reminded }, TODAY)).toBe(due)
})

test.each<[number, number, ReminderDays | null]>([
  [31, 30, 30],
  [30, 30, null],
  [30, 7, 7],
  [8, 7, 7],
  [7, 7, null],
  [1, 1, null],
])('a last day chosen %i days before it has, %i days before it, the reminder %s (D108)', (chosen, days, due) => {
  const endsOn = inDays(days)
  expect(findDueReminder({ endsOn, setOn: addDays(endsOn, -chosen), reminded: null }, TODAY)).toBe(due)
})

/** Returns the reminders that a server sends on the days on which it runs, each day twice. */
function simulate(endsOn: BogotaDate, days: readonly BogotaDate[]) {
  let expiry: ScreenExpiry = { endsOn, setOn: TODAY, reminded: null }
  const sent: { readonly reminder: ReminderDays; readonly left: number }[] = []
  for (const day of days.flatMap((one) => [one, one])) {
    const reminder = findDueReminder(expiry, day)
    if (reminder === null) continue
    sent.push({ reminder, left: countDays(day, endsOn) })
    expiry = { ...expiry, reminded: reminder }
  }
  return sent
}

test('a server that runs on some of the days sends each reminder at most once, never early and never late (D108)', () => {
  const running = fc.array(fc.boolean(), { minLength: 62, maxLength: 62 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), running, (length, isRunning) => {
      const days = isRunning.flatMap((runs, i) => (runs && i <= length + 1 ? [inDays(i)] : []))
      const endsOn = inDays(length)
      const sent = simulate(endsOn, days)
      expect(new Set(sent.map(({ reminder }) => reminder)).size).toBe(sent.length)
      for (const { reminder, left } of sent) {
        expect(left).toBeLessThanOrEqual(reminder)
        expect(left).toBeGreaterThanOrEqual(0)
      }
      const lastChance = days.some((day) => countDays(day, endsOn) <= 7 && day <= endsOn)
      if (length > 7 && lastChance) expect(sent.at(-1)?.reminder).toBe(7)
    }),
  )
})

test('a moved last day begins again with its reminders (D108)', () => {
  const before: ScreenExpiry = { endsOn: inDays(7), setOn: '2026-01-01', reminded: 7 }
  expect(findDueReminder(before, TODAY)).toBeNull()
  const moved: ScreenExpiry = { endsOn: inDays(40), setOn: TODAY, reminded: null }
  expect([30, 31, 32].map((left) => findDueReminder(moved, inDays(40 - left)))).toEqual([30, null, null])
})
