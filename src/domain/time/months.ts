import { addDays, type BogotaDate } from '#src/domain/time/bogota.ts'

/**
 * Returns the same day of an earlier month. It may not exist (`2026-02-31`): as a text it still
 * compares as the end of that month.
 */
export function subtractMonths(date: BogotaDate, months: number): BogotaDate {
  const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - months
  const [year, monthOfYear] = [Math.floor(month / 12), (month % 12) + 1]
  return `${String(year).padStart(4, '0')}-${String(monthOfYear).padStart(2, '0')}${date.slice(7)}`
}

/** The first day of a period of months that ends on `last`. */
export function firstDayOfMonths(months: number, last: BogotaDate): BogotaDate {
  const bound = subtractMonths(last, months)
  let day = `${bound.slice(0, 8)}01`
  while (day <= bound) day = addDays(day, 1)
  return day
}
