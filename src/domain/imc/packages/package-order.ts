import type { PackageOffer } from '#src/domain/imc/packages/packages.ts'
import { err, ok, type Result } from '#src/domain/result.ts'

/** Minimum and maximum number of packages in an order (D33). */
export const MIN_QUANTITY = 1
export const MAX_QUANTITY = 999

/** The initial quantity of the form (§9). */
export const DEFAULT_QUANTITY = '1'

/** A valid order; `price` is the unit price that the user saw, in pesos. */
export interface PackageOrder {
  readonly packageId: string
  readonly price: number
  readonly quantity: number
}

export type QuantityViolation =
  | { readonly code: 'required' }
  | { readonly code: 'not-whole' }
  | { readonly code: 'range'; readonly minimum: number; readonly maximum: number }

/** The broken rules of the form; a valid field has no key. */
export interface OrderViolations {
  readonly offer?: { readonly code: 'required' }
  readonly quantity?: QuantityViolation
}

const DIGITS = /^\d{1,9}$/
const NUMBER = /^[+-]?\d*[.,]?\d+(?:e\d+)?$/i

const RANGE = { code: 'range', minimum: MIN_QUANTITY, maximum: MAX_QUANTITY } as const

/** Whether a number is a quantity that can be ordered. */
export const isQuantity = (quantity: number): boolean =>
  Number.isInteger(quantity) && quantity >= MIN_QUANTITY && quantity <= MAX_QUANTITY

/** Parses a typed quantity: digits only, 1 to 999 (D33). */
export function parseQuantity(typed: string): Result<number, QuantityViolation> {
  const text = typed.trim()
  if (text === '') return err({ code: 'required' })
  if (DIGITS.test(text) && isQuantity(Number(text))) return ok(Number(text))
  const number = NUMBER.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  return err(Number.isInteger(number) ? RANGE : { code: 'not-whole' })
}

/** Adds `change` to a typed quantity, within the limits; an invalid text becomes the minimum. */
export function stepQuantity(typed: string, change: number): string {
  const quantity = parseQuantity(typed)
  const next = quantity.ok ? quantity.value + change : MIN_QUANTITY
  return `${Math.min(Math.max(next, MIN_QUANTITY), MAX_QUANTITY)}`
}

/** The total of an order in whole pesos. */
export const orderTotal = (price: number, quantity: number): number => Math.round(price * quantity)

/** Returns the order of a form, or the form's errors (§5). */
export function toPackageOrder(offer: PackageOffer | null, typed: string): Result<PackageOrder, OrderViolations> {
  const quantity = parseQuantity(typed)
  if (offer !== null && quantity.ok) {
    return ok({ packageId: offer.id, price: offer.price, quantity: quantity.value })
  }
  return err({
    ...(offer === null && { offer: { code: 'required' } as const }),
    ...(!quantity.ok && { quantity: quantity.error }),
  })
}
