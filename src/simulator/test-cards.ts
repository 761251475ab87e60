import type { TransactionState } from '#src/domain/payment/order.ts'
import { type Instant, toDate } from '#src/domain/time/bogota.ts'

/** A card of the sandbox, and the result of its payments. */
interface TestCard {
  readonly number: string
  readonly result: TransactionState
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4111 1111 1111 1111', result: 'approved' },
  { number: '4000 0000 0000 0044', result: 'pending' },
  { number: '4000 0000 0000 0002', result: 'rejected' },
]

/** The fields that the payer types on the card page. */
export interface CardForm {
  readonly number: string
  readonly name: string
  readonly expiry: string
  readonly code: string
}

export type CardField = keyof CardForm

const MAX_NAME_LENGTH = 100

const toDigits = (text: string) => text.replace(/[\s-]/g, '')

/** Finds the test card of a number, with or without spaces; null for other numbers. */
export const findTestCard = (number: string): TestCard | null =>
  TEST_CARDS.find((card) => toDigits(card.number) === toDigits(number)) ?? null

const EXPIRY = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/

/** Converts an expiry `MM/AA` to `YYYY-MM`; null for other texts. */
function parseExpiry(text: string): string | null {
  const [, month, year] = EXPIRY.exec(text.trim()) ?? []
  return month === undefined || year === undefined ? null : `20${year}-${month}`
}

function findExpiryError(expiry: string, now: Instant): string | null {
  const month = parseExpiry(expiry)
  if (month === null) return 'Escriba el mes y el año, como 08/29'
  return month < toDate(now).slice(0, 7) ? 'La tarjeta está vencida' : null
}

const CODE = /^\d{3}$/

/** Finds the errors of a card form. A valid field has no error. */
export function findCardErrors(form: CardForm, now: Instant): Readonly<Partial<Record<CardField, string>>> {
  const name = form.name.trim()
  const expiry = findExpiryError(form.expiry, now)
  return {
    ...(findTestCard(form.number) === null && { number: 'Use una de las tarjetas de prueba' }),
    ...((name === '' || name.length > MAX_NAME_LENGTH) && { name: 'Escriba el nombre de la tarjeta' }),
    ...(expiry !== null && { expiry }),
    ...(!CODE.test(form.code.trim()) && { code: 'Escriba los 3 dígitos' }),
  }
}

const YEARS_AHEAD = 3

/** Creates the initial form with a valid test card. */
export function createCardForm(now: Instant, number: string = TEST_CARDS[0]?.number ?? ''): CardForm {
  const [year = '', month = ''] = toDate(now).split('-')
  const expiryYear = String(Number(year) + YEARS_AHEAD).slice(-2)
  return { number, name: 'María Fernanda Ordóñez', expiry: `${month}/${expiryYear}`, code: '318' }
}
