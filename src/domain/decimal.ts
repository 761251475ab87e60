/**
 * Exact decimal numbers: whole units of a power of ten, such as centavos. They add, multiply and
 * compare without the drift of binary fractions.
 */

/** Why a text is no decimal number: no number, or more decimals than allowed. */
export type DecimalFailure = 'malformed' | 'too-precise'

/** Maximum number of digits before the decimals: more is no amount, and costs time. */
const MAX_WHOLE_DIGITS = 20

/** Digits, also in groups of three, and decimals after a comma: `1.234,5`, `1 234,50`, `1234`. */
const TYPED = /^(\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:[ \u00a0]\d{3})+)(?:,(\d+))?$/
/** Digits and decimals after a point: `1234.5`. */
const PLAIN = /^(\d+)(?:\.(\d+))?$/

function parseWith(pattern: RegExp, text: string, digits: number): bigint | DecimalFailure {
  const [, grouped, decimals = ''] = pattern.exec(text) ?? []
  const whole = grouped?.replaceAll(/\D/g, '')
  if (whole === undefined || whole.length > MAX_WHOLE_DIGITS) return 'malformed'
  const exact = decimals.replace(/0+$/, '')
  if (exact.length > digits) return 'too-precise'
  return BigInt(whole + exact.padEnd(digits, '0'))
}

/** Parses a number as Colombians type it, `1.234,5`, to units of `digits` decimals. */
export const parseTypedDecimal = (text: string, digits: number): bigint | DecimalFailure =>
  parseWith(TYPED, text.trim(), digits)

/** Parses a number as programs write it, `1234.5`, to units of `digits` decimals. */
export const parsePlainDecimal = (text: string, digits: number): bigint | DecimalFailure =>
  parseWith(PLAIN, text, digits)

function split(units: bigint, digits: number) {
  const text = String(units).padStart(digits + 1, '0')
  const cut = text.length - digits
  return { whole: text.slice(0, cut), decimals: text.slice(cut) }
}

/** Formats units for Colombians: groups of three, all decimals after a comma: `1.234,50`. */
export function formatDecimal(units: bigint, digits: number): string {
  const { whole, decimals } = split(units, digits)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.')
  return digits === 0 ? grouped : `${grouped},${decimals}`
}

/** Formats units for programs: a point before the decimals, and no zeros at their end: `1234.5`. */
export function toPlainDecimal(units: bigint, digits: number): string {
  const { whole, decimals } = split(units, digits)
  const exact = decimals.replace(/0+$/, '')
  return exact === '' ? whole : `${whole}.${exact}`
}

/** Divides and rounds to the nearest unit, half up. `dividend` is at least 0, `divisor` positive. */
export const divideUnits = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor)
