import { addDays, type BogotaDate, DAY_MS, toInstant } from '#src/domain/time/bogota.ts'

/** The days before the last day on which the administrators get a reminder, the first one first. */
export const REMINDER_DAYS = [30, 7] as const
export type ReminderDays = (typeof REMINDER_DAYS)[number]

/** A later last day is taken for a mistyped year. */
export const MAX_EXPIRY_DAYS = 3_660

/** Until when a user has a screen. */
export interface ScreenExpiry {
  /** The last day; at its end the screen is released. */
  readonly endsOn: BogotaDate
  /** The day on which an administrator chose the last day. */
  readonly setOn: BogotaDate
  /** The last reminder that was sent about this day; null before the first. */
  readonly reminded: ReminderDays | null
}

export type ExpiryViolation = 'required' | 'not-future' | 'too-far'

const MIDNIGHT = '00:00'

/** Returns the number of days from `from` to `until`; negative when `until` is before. */
export const countDays = (from: BogotaDate, until: BogotaDate): number =>
  Math.round((toInstant(until, MIDNIGHT) - toInstant(from, MIDNIGHT)) / DAY_MS)

/** The broken rule of a chosen last day; null for a valid one (D108). */
export function expiryViolation(endsOn: BogotaDate | null, today: BogotaDate): ExpiryViolation | null {
  if (endsOn === null) return 'required'
  if (endsOn <= today) return 'not-future'
  return endsOn > addDays(today, MAX_EXPIRY_DAYS) ? 'too-far' : null
}

/** Whether the last day is over, so that the screen is released (D108). */
export const hasEnded = (endsOn: BogotaDate, today: BogotaDate): boolean => today > endsOn

/**
 * Returns the reminder that is due on a day; null without one. Of two missed reminders only the
 * last is due. A last day that was chosen after the day of a reminder has no such reminder: who
 * chose it knows (D108).
 */
export function findDueReminder({ endsOn, setOn, reminded }: ScreenExpiry, today: BogotaDate): ReminderDays | null {
  if (hasEnded(endsOn, today)) return null
  const remaining = countDays(today, endsOn)
  const due = REMINDER_DAYS.findLast((days) => remaining <= days) ?? null
  if (due === null || setOn >= addDays(endsOn, -due)) return null
  return reminded !== null && reminded <= due ? null : due
}

/** Whether the page points at the last day: it is near, and not yet over. */
export const isEndingSoon = (endsOn: BogotaDate, today: BogotaDate): boolean =>
  !hasEnded(endsOn, today) && countDays(today, endsOn) <= REMINDER_DAYS[0]

/** A screen with its user and its last day. */
export interface ExpiringScreen {
  readonly packageId: string
  readonly number: string
  readonly screen: string
  readonly userId: string
  readonly fullName: string
  readonly endsOn: BogotaDate
}

/** Another last day of a screen; null removes it. */
export interface ExpiryChange {
  readonly number: string
  readonly screen: string
  /** The user whom the administrator saw on the screen. */
  readonly userId: string
  readonly endsOn: BogotaDate | null
}
