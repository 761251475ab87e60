import { type DecimalFailure, divideUnits, parseTypedDecimal } from '#src/domain/decimal.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { type BogotaDate, toWeekday } from '#src/domain/time/bogota.ts'
import { isColombianHoliday, isTradingDay } from '#src/domain/trading/calendar.ts'
import { toCentavos } from '#src/domain/trading/deal.ts'

/** The currency of the amount; the result has the other one. */
export const CURRENCIES = ['usd', 'cop'] as const
export type ConvertedCurrency = (typeof CURRENCIES)[number]

/** The rates of a conversion: the TRM, the last price and the average of the spot market, or a typed rate. */
export const RATE_KINDS = ['trm', 'last', 'average', 'typed'] as const
export type RateKind = (typeof RATE_KINDS)[number]

/** Amounts are whole centavos. */
export const AMOUNT_DIGITS = 2
/** Rates are whole ten-thousandths of a peso per dollar. */
export const RATE_DIGITS = 4

/**
 * Maximum amount and result, in centavos: below ten billion (10^13). Fifteen digits, which every
 * program reads exactly.
 */
export const MAX_AMOUNT = 10n ** 15n - 1n

const RATE_UNIT = 10n ** BigInt(RATE_DIGITS)

/** Limits of a typed rate: 1 and 100.000 pesos per dollar. With less than 1, cents would be lost. */
export const MIN_RATE = RATE_UNIT
export const MAX_RATE = 100_000n * RATE_UNIT

/** Why a text is no amount or no rate. */
export type TypedFailure = DecimalFailure | 'empty' | 'too-small' | 'too-large'

interface Limits {
  readonly digits: number
  readonly least: bigint
  readonly most: bigint
}

/** Checks a number, or passes on why a text is none. */
const checkLimits = (units: bigint | DecimalFailure, { least, most }: Limits): Result<bigint, TypedFailure> => {
  if (typeof units === 'string') return err(units)
  if (units < least) return err('too-small')
  return units > most ? err('too-large') : ok(units)
}

const AMOUNT: Limits = { digits: AMOUNT_DIGITS, least: 1n, most: MAX_AMOUNT }
const RATE: Limits = { digits: RATE_DIGITS, least: MIN_RATE, most: MAX_RATE }

export const checkAmount = (units: bigint | DecimalFailure) => checkLimits(units, AMOUNT)
export const checkRate = (units: bigint | DecimalFailure) => checkLimits(units, RATE)

const parseTyped = (text: string, limits: Limits): Result<bigint, TypedFailure> =>
  text.trim() === '' ? err('empty') : checkLimits(parseTypedDecimal(text, limits.digits), limits)

/** Parses a typed amount, `1.500.000,50`, to centavos. */
export const parseAmount = (text: string): Result<bigint, TypedFailure> => parseTyped(text, AMOUNT)

/** Parses a typed rate, `4.102,3541`, to ten-thousandths of a peso. */
export const parseRate = (text: string): Result<bigint, TypedFailure> => parseTyped(text, RATE)

/** Converts a price in pesos, which has at most two decimals, to a rate. */
export const toRate = (price: number): bigint => BigInt(toCentavos(price)) * 10n ** BigInt(RATE_DIGITS - AMOUNT_DIGITS)

/**
 * Converts centavos of one currency to centavos of the other at a rate, half up. Null for a result
 * above the maximum.
 */
export function convert(from: ConvertedCurrency, amount: bigint, rate: bigint): bigint | null {
  const result = from === 'usd' ? divideUnits(amount * rate, RATE_UNIT) : divideUnits(amount * RATE_UNIT, rate)
  return result > MAX_AMOUNT ? null : result
}

/** Why the spot market does not trade on a day; null for a trading day. */
export type ClosedDay = 'weekend' | 'holiday' | 'us-holiday'

const SUNDAY = 0
const SATURDAY = 6

export function findClosedDay(date: BogotaDate): ClosedDay | null {
  if (isTradingDay('spot', date)) return null
  const weekday = toWeekday(date)
  if (weekday === SUNDAY || weekday === SATURDAY) return 'weekend'
  return isColombianHoliday(date) ? 'holiday' : 'us-holiday'
}
