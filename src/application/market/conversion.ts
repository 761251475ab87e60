import { formatDecimal } from '#src/domain/decimal.ts'
import type { Result } from '#src/domain/result.ts'
import {
  AMOUNT_DIGITS,
  type ConvertedCurrency,
  convert,
  parseAmount,
  RATE_DIGITS,
  type TypedFailure,
} from '#src/domain/trading/conversion.ts'

export const CONVERTER = 'Convertidor'
export const AMOUNT_LABEL = 'Monto'
export const CURRENCY_LABEL = 'Convertir'

/** The directions, as labels of a choice. */
export const CURRENCY_CHOICES = [
  ['usd', 'Dólares a pesos'],
  ['cop', 'Pesos a dólares'],
] as const satisfies readonly (readonly [ConvertedCurrency, string])[]

const MALFORMED = 'Escriba una cifra, con coma antes de los decimales: 1.500.000,50'

/** Why a typed amount is refused. */
const AMOUNT_ERRORS: Readonly<Record<TypedFailure, string>> = {
  empty: 'Escriba el monto',
  malformed: MALFORMED,
  'too-precise': 'El monto tiene como máximo dos decimales',
  'too-small': 'El monto mínimo es 0,01',
  'too-large': 'El monto máximo es 9.999.999.999.999,99',
}

/** Why a typed rate is refused. */
const RATE_ERRORS: Readonly<Record<TypedFailure, string>> = {
  empty: 'Escriba la tasa en pesos por dólar',
  malformed: 'Escriba una cifra, con coma antes de los decimales: 4.102,35',
  'too-precise': 'La tasa tiene como máximo cuatro decimales',
  'too-small': 'La tasa mínima es 1 peso por dólar',
  'too-large': 'La tasa máxima es 100.000 pesos por dólar',
}

export const RESULT_TOO_LARGE = 'El resultado pasa de 9.999.999.999.999,99'

const toError = (parsed: Result<bigint, TypedFailure>, errors: typeof AMOUNT_ERRORS) =>
  parsed.ok ? null : errors[parsed.error]

export const findAmountError = (text: string): string | null => toError(parseAmount(text), AMOUNT_ERRORS)
export const findRateError = (parsed: Result<bigint, TypedFailure>): string | null => toError(parsed, RATE_ERRORS)

const NO_BREAK = '\u00a0'

/** Centavos with their currency: `US$ 1.000,00`, `$ 4.098.170,00`. */
export const formatMoney = (currency: ConvertedCurrency, units: bigint): string =>
  `${currency === 'usd' ? 'US$' : '$'}${NO_BREAK}${formatDecimal(units, AMOUNT_DIGITS)}`

/** A rate with two decimals, or with all four if it has more: `4.098,17`, `4.102,3541`. */
export function formatExactRate(rate: bigint): string {
  const text = formatDecimal(rate, RATE_DIGITS)
  return text.endsWith('00') ? text.slice(0, -2) : text
}

/** What an amount is in the other currency; null without a valid amount. */
export interface Conversion {
  readonly amount: string
  /** Null when it is above the maximum. */
  readonly result: string | null
}

/** Converts a typed amount at a rate. */
export function toConversion(from: ConvertedCurrency, amountText: string, rate: bigint): Conversion | null {
  const amount = parseAmount(amountText)
  if (!amount.ok) return null
  const result = convert(from, amount.value, rate)
  return {
    amount: formatMoney(from, amount.value),
    result: result === null ? null : formatMoney(from === 'usd' ? 'cop' : 'usd', result),
  }
}
