/** A number to show; null, undefined, NaN and infinities are shown as missing (D4). */
export type OptionalNumber = number | null | undefined

/** The text of an unknown number (D4, visual §5). */
export const MISSING = '—'

const MINUS = '\u2212'

/** Exchange rates below this limit have 4 decimals. */
const FINE_RATE_LIMIT = 100

type Format = (value: number) => string

/** The sign of positive numbers, and the currency. A number that rounds to zero has no sign. */
interface NumberStyle {
  readonly plus?: '+'
  readonly currency?: string
}

/**
 * Creates a formatter for es-CO: groups of three, decimals after a comma, half rounded away from
 * zero in decimal form. It does not use Intl, whose first formatter blocks a slow phone for 50 ms.
 */
function createFormat(digits: number, { plus, currency = '' }: NumberStyle = {}): Format {
  return (value) => {
    const [mantissa = '', exponent = 0] = String(Math.abs(value)).split('e')
    const units = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))
    const text = units.toFixed().padStart(digits + 1, '0')
    const cut = text.length - digits
    const whole = text.slice(0, cut).replace(/\B(?=(\d{3})+$)/g, '.')
    const sign = units === 0 ? '' : value < 0 ? MINUS : (plus ?? '')
    return sign + currency + whole + (digits === 0 ? '' : `,${text.slice(cut)}`)
  }
}

/** The peso sign, with a no-break space. */
const PESOS = { currency: '$\u00a0' }
const SIGNED = { plus: '+' } as const

const whole = createFormat(0)
const twoDecimals = createFormat(2)
const fourDecimals = createFormat(4)
const wholePesos = createFormat(0, PESOS)
const centavoPesos = createFormat(2, PESOS)

const signedFormats = [0, 1, 2, 3, 4].map((digits) => createFormat(digits, SIGNED))

const isKnown = (value: OptionalNumber): value is number => Number.isFinite(value)

const formatKnown = (value: OptionalNumber, format: Format): string => (isKnown(value) ? format(value) : MISSING)

/** Whether the value has no decimals after rounding to the centavo. */
const isWhole = (value: number) => Math.round(value * 100) % 100 === 0

/** Decimals of an exchange rate: 4 if it is below 100 after rounding, else 2 (visual §5). */
export const rateDigits = (value: number): 2 | 4 => (Math.abs(Number(value.toFixed(4))) < FINE_RATE_LIMIT ? 4 : 2)

/** A price or an average without its currency, `4.102,35` (D3). */
export const formatPrice = (value: OptionalNumber): string => formatKnown(value, twoDecimals)

/** A price in pesos, `$ 4.102,35` (D3). */
export const formatPricePesos = (value: OptionalNumber): string => formatKnown(value, centavoPesos)

/** Splits a price into its whole part and decimals, `4.102` and `,35`; null when it is missing. */
export function splitPrice(value: OptionalNumber): { readonly whole: string; readonly decimals: string } | null {
  if (!isKnown(value)) return null
  const text = twoDecimals(value)
  const cut = text.lastIndexOf(',')
  return { whole: text.slice(0, cut), decimals: text.slice(cut) }
}

/** Whole US$ without their unit, `1.284.650.000` (D3). */
export const formatUsd = (value: OptionalNumber): string => formatKnown(value, whole)

/** A count, `2.098`. */
export const formatCount = (value: OptionalNumber): string => formatKnown(value, whole)

const BYTES_PER_KB = 1024

/** The size of a file given in bytes: `500 KB`, `1,17 MB`. */
export function formatFileSize(bytes: number): string {
  const kilobytes = Math.ceil(bytes / BYTES_PER_KB)
  return kilobytes < BYTES_PER_KB ? `${whole(kilobytes)} KB` : `${twoDecimals(kilobytes / BYTES_PER_KB)} MB`
}

/** A total in whole pesos, `$ 1.842.500` (D47). */
export const formatCopTotal = (value: OptionalNumber): string => formatKnown(value, wholePesos)

/** A monthly cost, `1.842.500,00`. Unlike in es-ES, four digits are grouped too (§9, D3). */
export const formatMonthlyCost = (value: OptionalNumber): string => formatKnown(value, twoDecimals)

/** A stock's value in pesos without the currency: `1.845` when whole, else `1.845,50`. */
export const formatStock = (value: OptionalNumber): string =>
  formatKnown(value, (known) => (isWhole(known) ? whole : twoDecimals)(known))

/** A stock's value, `$ 1.845` when whole, else `$ 1.845,50`. */
export const formatStockPesos = (value: OptionalNumber): string =>
  formatKnown(value, (known) => (isWhole(known) ? wholePesos : centavoPesos)(known))

/** An index in points, `1.396,40`. */
export const formatPoints = (value: OptionalNumber): string => formatKnown(value, twoDecimals)

/** A difference with its sign and 0 to 4 decimals, `+11,35`; 0 after rounding has no sign. */
export const formatSigned = (value: OptionalNumber, digits: 0 | 1 | 2 | 3 | 4): string =>
  formatKnown(value, signedFormats[digits] ?? twoDecimals)

/** A change given in percent, `+0,28%`. */
export const formatPercent = (value: OptionalNumber): string =>
  isKnown(value) ? `${formatSigned(value, 2)}%` : MISSING

/** An exchange rate, `1,0842` or `154,38`. */
export const formatRate = (value: OptionalNumber): string =>
  formatKnown(value, (known) => (rateDigits(known) === 4 ? fourDecimals : twoDecimals)(known))

/** The difference of an exchange rate with its sign and the rate's number of decimals. */
export const formatRateChange = (change: OptionalNumber, value: OptionalNumber): string =>
  isKnown(value) ? formatSigned(change, rateDigits(value)) : MISSING

const DIGITS = /^\d+$/
/** Groups of three, all with the same separator. */
const GROUPED = /^\d{1,3}(?:\.\d{3})+$|^\d{1,3}(?: \d{3})+$/

/** Parses a typed whole amount: digits, also grouped as `500.000` or `500 000`; null for others. */
export function parseWholeAmount(text: string): number | null {
  const trimmed = text.trim()
  return DIGITS.test(trimmed) || GROUPED.test(trimmed) ? Number(trimmed.replaceAll(/\D/g, '')) : null
}
