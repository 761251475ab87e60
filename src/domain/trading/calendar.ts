import { addDays, type BogotaDate, type Instant, toDate, toWeekday } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

type HolidayRule = (year: string) => BogotaDate

/**
 * Returns the first `weekday` on or after a date. For example, the third Monday is the first Monday
 * on or after the 15th.
 */
const findWeekday = (date: BogotaDate, weekday: number): BogotaDate =>
  addDays(date, (weekday - toWeekday(date) + 7) % 7)

const fixedDay =
  (day: string): HolidayRule =>
  (year) =>
    `${year}-${day}`

const weekdayFrom =
  (day: string, weekday: number): HolidayRule =>
  (year) =>
    findWeekday(`${year}-${day}`, weekday)

const daysAfterEaster =
  (days: number): HolidayRule =>
  (year) =>
    addDays(findEaster(year), days)

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher's computation). */
function findEaster(year: string): BogotaDate {
  const y = Number(year)
  const golden = y % 19
  const century = Math.floor(y / 100)
  const shift = century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + shift + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor((y % 100) / 4) - epact - (y % 4)) % 7
  const correction = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  return addDays(`${year}-03-22`, epact + weekday - 7 * correction)
}

/**
 * Ley 51 de 1983 ("Emiliani"): holidays have a fixed date, move to the next Monday, or follow
 * Easter.
 */
const COLOMBIAN_HOLIDAYS: readonly HolidayRule[] = [
  fixedDay('01-01'),
  weekdayFrom('01-06', MONDAY),
  weekdayFrom('03-19', MONDAY),
  daysAfterEaster(-3),
  daysAfterEaster(-2),
  fixedDay('05-01'),
  daysAfterEaster(43),
  daysAfterEaster(64),
  daysAfterEaster(71),
  weekdayFrom('06-29', MONDAY),
  fixedDay('07-20'),
  fixedDay('08-07'),
  weekdayFrom('08-15', MONDAY),
  weekdayFrom('10-12', MONDAY),
  weekdayFrom('11-01', MONDAY),
  weekdayFrom('11-11', MONDAY),
  fixedDay('12-08'),
  fixedDay('12-25'),
]

/** The Federal Reserve moves a holiday from Sunday to Monday, but not from Saturday. */
const movedFromSunday =
  (day: string): HolidayRule =>
  (year) => {
    const date = `${year}-${day}`
    return toWeekday(date) === SUNDAY ? addDays(date, 1) : date
  }

/** Holidays of the Federal Reserve banks; `since` is their first year. */
const US_HOLIDAYS: readonly (readonly [since: number, rule: HolidayRule])[] = [
  [1914, movedFromSunday('01-01')],
  [1986, weekdayFrom('01-15', MONDAY)],
  [1971, weekdayFrom('02-15', MONDAY)],
  [1971, weekdayFrom('05-25', MONDAY)],
  [2021, movedFromSunday('06-19')],
  [1914, movedFromSunday('07-04')],
  [1914, weekdayFrom('09-01', MONDAY)],
  [1971, weekdayFrom('10-08', MONDAY)],
  [1978, movedFromSunday('11-11')],
  [1942, weekdayFrom('11-22', THURSDAY)],
  [1914, movedFromSunday('12-25')],
]

interface YearHolidays {
  readonly colombian: ReadonlySet<BogotaDate>
  readonly us: ReadonlySet<BogotaDate>
}

const holidaysByYear = new Map<string, YearHolidays>()

/** Returns the holidays of a year; each year is computed once. */
function findHolidays(year: string): YearHolidays {
  const cached = holidaysByYear.get(year)
  if (cached) return cached
  const rules = US_HOLIDAYS.filter(([since]) => since <= Number(year))
  const holidays = {
    colombian: new Set(COLOMBIAN_HOLIDAYS.map((rule) => rule(year))),
    us: new Set(rules.map(([, rule]) => rule(year))),
  }
  holidaysByYear.set(year, holidays)
  return holidays
}

const isWeekend = (date: BogotaDate) => toWeekday(date) === SATURDAY || toWeekday(date) === SUNDAY

/** Whether the day is a public holiday in Colombia (Ley 51 de 1983). */
export const isColombianHoliday = (date: BogotaDate): boolean => findHolidays(date.slice(0, 4)).colombian.has(date)

/** Whether the day is a holiday of the Federal Reserve banks, not of the NYSE (D2). */
export const isUsHoliday = (date: BogotaDate): boolean => findHolidays(date.slice(0, 4)).us.has(date)

/** Whether the day is a business day in Colombia. */
export const isBusinessDay = (date: BogotaDate): boolean => !isWeekend(date) && !isColombianHoliday(date)

/**
 * Whether the market trades on the day: next day on every Colombian business day, spot not on US
 * holidays (D2).
 */
export const isTradingDay = (market: Market, date: BogotaDate): boolean =>
  isBusinessDay(date) && (market === 'nextday' || !isUsHoliday(date))

function findTradingDay(market: Market, date: BogotaDate, step: 1 | -1): BogotaDate {
  let day = date
  while (!isTradingDay(market, day)) day = addDays(day, step)
  return day
}

/** The last trading day on or before the given date. */
export const tradingDayOnOrBefore = (market: Market, date: BogotaDate): BogotaDate => findTradingDay(market, date, -1)

/** The last trading day before the given date. */
export const previousTradingDay = (market: Market, date: BogotaDate): BogotaDate =>
  findTradingDay(market, addDays(date, -1), -1)

/** The first trading day after the given date. */
export const nextTradingDay = (market: Market, date: BogotaDate): BogotaDate =>
  findTradingDay(market, addDays(date, 1), 1)

const DAYS_SINCE_FRIDAY: Readonly<Record<number, number>> = { [SATURDAY]: 1, [SUNDAY]: 2 }

/**
 * The default date of a request: today in Bogotá; on Saturday and Sunday the Friday before (§4,
 * D1). Holidays are not skipped.
 */
export function referenceDate(now: Instant): BogotaDate {
  const today = toDate(now)
  return addDays(today, -(DAYS_SINCE_FRIDAY[toWeekday(today)] ?? 0))
}
