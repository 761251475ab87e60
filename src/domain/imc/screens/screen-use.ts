import { type BogotaDate, parseDate } from '#src/domain/time/bogota.ts'

/** A row of the operator's report: the screen and the day of its last use, as they were typed. */
export interface UseReportRow {
  /** The line of the file. */
  readonly line: number
  readonly number: string
  readonly screen: string
  readonly date: string
}

/** A screen of the entity with its stored last use; null without one. */
export interface ReportableScreen {
  readonly id: string
  readonly number: string
  readonly screen: string
  readonly lastUse: BogotaDate | null
}

/** Why a row of a report is refused (D102). */
export interface UseProblem {
  readonly line: number
  readonly code: 'unknown-screen' | 'invalid-date' | 'future-date'
}

/** The last uses to store, and the rows that refuse the whole report. */
export interface CheckedUses {
  readonly changes: readonly { readonly id: string; readonly on: BogotaDate }[]
  readonly problems: readonly UseProblem[]
}

/** Length of a subscription's number; spreadsheets remove its leading zeros. */
const NUMBER_DIGITS = 6

const toNumber = (text: string): string =>
  /^\d+$/.test(text.trim()) ? text.trim().padStart(NUMBER_DIGITS, '0') : text.trim()

const toKey = (number: string, screen: string): string => `${toNumber(number)}/${screen.trim().toUpperCase()}`

function findProblem(
  screen: ReportableScreen | undefined,
  on: BogotaDate | null,
  today: BogotaDate,
): UseProblem['code'] | null {
  if (screen === undefined) return 'unknown-screen'
  if (on === null) return 'invalid-date'
  return on > today ? 'future-date' : null
}

/**
 * Checks all rows of a report, and returns the newest use of each screen that is newer than the
 * stored one. A report with a problem changes nothing (D102).
 */
export function checkUses(
  rows: readonly UseReportRow[],
  screens: readonly ReportableScreen[],
  today: BogotaDate,
): CheckedUses {
  const byKey = new Map(screens.map((screen) => [toKey(screen.number, screen.screen), screen]))
  const newest = new Map<string, BogotaDate>()
  const problems: UseProblem[] = []
  for (const { line, number, screen: name, date } of rows) {
    const screen = byKey.get(toKey(number, name))
    const on = parseDate(date.trim())
    const code = findProblem(screen, on, today)
    if (code !== null) problems.push({ line, code })
    else if (screen && on && on > (newest.get(screen.id) ?? screen.lastUse ?? '')) newest.set(screen.id, on)
  }
  return { changes: problems.length > 0 ? [] : [...newest].map(([id, on]) => ({ id, on })), problems }
}
