import { addDays, type BogotaDate, type Instant, toDate, toWeekday } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

type HolidayRule = (year: string) => BogotaDate

/**
 * Returns the first such weekday on or after a date. For example, the third Monday is the first one
 * from the 15th on.
 */
const weekdayFrom = (date: BogotaDate, weekday: number): BogotaDate =>
  addDays(date, (weekday - toWeekday(date) + 7) % 7)

const fixed =
  (day: string): HolidayRule =>
  (year) =>
    `${year}-${day}`

const from =
  (day: string, weekday: number): HolidayRule =>
  (year) =>
    weekdayFrom(`${year}-${day}`, weekday)

const afterEaster =
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
 * Ley 51 de 1983 ("Emiliani"): some holidays stay on their date, the others move to the next
 * Monday.
 */
const COLOMBIAN_HOLIDAYS: readonly HolidayRule[] = [
  fixed('01-01'),
  from('01-06', MONDAY),
  from('03-19', MONDAY),
  afterEaster(-3),
  afterEaster(-2),
  fixed('05-01'),
  afterEaster(43),
  afterEaster(64),
  afterEaster(71),
  from('06-29', MONDAY),
  fixed('07-20'),
  fixed('08-07'),
  from('08-15', MONDAY),
  from('10-12', MONDAY),
  from('11-01', MONDAY),
  from('11-11', MONDAY),
  fixed('12-08'),
  fixed('12-25'),
]

/** The Federal Reserve moves a holiday from Sunday to Monday, but not from Saturday. */
const observed =
  (day: string): HolidayRule =>
  (year) => {
    const date = `${year}-${day}`
    return toWeekday(date) === SUNDAY ? addDays(date, 1) : date
  }

/** Holidays of the Federal Reserve banks, each with its first year. */
const US_HOLIDAYS: readonly (readonly [since: number, rule: HolidayRule])[] = [
  [1914, observed('01-01')],
  [1986, from('01-15', MONDAY)],
  [1971, from('02-15', MONDAY)],
  [1971, from('05-25', MONDAY)],
  [2021, observed('06-19')],
  [1914, observed('07-04')],
  [1914, from('09-01', MONDAY)],
  [1971, from('10-08', MONDAY)],
  [1978, observed('11-11')],
  [1942, from('11-22', THURSDAY)],
  [1914, observed('12-25')],
]

interface YearHolidays {
  readonly colombian: ReadonlySet<BogotaDate>
  readonly us: ReadonlySet<BogotaDate>
}

const years = new Map<string, YearHolidays>()

/** The holidays of a year, computed once. */
function loadHolidays(year: string): YearHolidays {
  const known = years.get(year)
  if (known) return known
  const valid = US_HOLIDAYS.filter(([since]) => since <= Number(year))
  const holidays = {
    colombian: new Set(COLOMBIAN_HOLIDAYS.map((rule) => rule(year))),
    us: new Set(valid.map(([, rule]) => rule(year))),
  }
  years.set(year, holidays)
  return holidays
}

const isWeekend = (date: BogotaDate) => toWeekday(date) === SATURDAY || toWeekday(date) === SUNDAY

/**
 * Whether the day is a public holiday in Colombia (Ley 51 de 1983).
 */
export const isColombianHoliday = (date: BogotaDate): boolean => loadHolidays(date.slice(0, 4)).colombian.has(date)

/** Whether the day is a holiday of the Federal Reserve banks, not of the NYSE (D2). */
export const isUsHoliday = (date: BogotaDate): boolean => loadHolidays(date.slice(0, 4)).us.has(date)

/** Whether Colombia works on the day. */
export const isBusinessDay = (date: BogotaDate): boolean => !isWeekend(date) && !isColombianHoliday(date)

/**
 * Whether the market trades on the day: spot when both countries work, next day when Colombia does
 * (D2).
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
 * The date of a request made now: today in Bogotá, on Saturday and Sunday the Friday before (§4,
 * D1). Holidays count.
 */
export function referenceDate(now: Instant): BogotaDate {
  const today = toDate(now)
  return addDays(today, -(DAYS_SINCE_FRIDAY[toWeekday(today)] ?? 0))
}
