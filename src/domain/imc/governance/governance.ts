import { toViolations, type Violations } from '#src/domain/form-rules.ts'
import { parseWholeAmount } from '#src/domain/money.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** The rules that an entity can turn on (D100). Without a choice all of them are off. */
export interface GovernanceSettings {
  /** A request for screens needs the confirmation of another administrator. */
  readonly fourEyesRequests: boolean
  /** So does a purchase of at least this monthly cost, in pesos; null: no purchase. */
  readonly fourEyesAbove: number | null
  /** A screen can expire on a date. */
  readonly screenExpiry: boolean
  readonly yearlyReview: boolean
  /** The month of the yearly review, 1 to 12; null without one. */
  readonly reviewMonth: number | null
}

/** The rules of an entity, as they are stored. */
export interface Governance extends GovernanceSettings {
  /** Grows with each change; 0 before the first. */
  readonly version: number
  readonly updatedAt: Instant | null
  /** The name of the person; '' before the first change. */
  readonly updatedBy: string
  /** How many administrators of the entity can sign in. */
  readonly administrators: number
}

export const NO_GOVERNANCE: GovernanceSettings = {
  fourEyesRequests: false,
  fourEyesAbove: null,
  screenExpiry: false,
  yearlyReview: false,
  reviewMonth: null,
}

/** The highest amount of four eyes: above the most expensive purchase. */
export const MAX_FOUR_EYES_AMOUNT = 999_999_999_999

/** Four eyes need a second person who can confirm. */
export const MIN_FOUR_EYES_ADMINISTRATORS = 2

const MONTHS_PER_YEAR = 12

const isAmount = (amount: number) => Number.isInteger(amount) && amount >= 1 && amount <= MAX_FOUR_EYES_AMOUNT

const isMonth = (month: number) => Number.isInteger(month) && month >= 1 && month <= MONTHS_PER_YEAR

/** Whether the values of the settings are possible. */
export const areValidSettings = ({ fourEyesAbove, yearlyReview, reviewMonth }: GovernanceSettings): boolean =>
  (fourEyesAbove === null || isAmount(fourEyesAbove)) && (reviewMonth === null ? !yearlyReview : isMonth(reviewMonth))

/** The fields that a change of the settings changes. */
export const findChangedSettings = (
  before: GovernanceSettings,
  after: GovernanceSettings,
): readonly (keyof GovernanceSettings)[] =>
  (Object.keys(NO_GOVERNANCE) as (keyof GovernanceSettings)[]).filter((field) => before[field] !== after[field])

/**
 * Whether a change turns four eyes on without a second person who could confirm. A change that
 * leaves them as they are is allowed: the other administrators may have left since.
 */
export function lacksSecondPerson(
  before: GovernanceSettings,
  after: GovernanceSettings,
  administrators: number,
): boolean {
  const isTurnedOn =
    (after.fourEyesRequests && !before.fourEyesRequests) ||
    (after.fourEyesAbove !== null && before.fourEyesAbove === null)
  return isTurnedOn && administrators < MIN_FOUR_EYES_ADMINISTRATORS
}

/** The settings as a form has them: the amount and the month are texts. */
export interface GovernanceForm {
  readonly fourEyesRequests: boolean
  readonly fourEyesPurchases: boolean
  readonly fourEyesAbove: string
  readonly screenExpiry: boolean
  readonly yearlyReview: boolean
  readonly reviewMonth: string
}

export type GovernanceViolation = { readonly code: 'required' } | { readonly code: 'amount' }

type GovernanceViolations = Violations<keyof GovernanceForm, GovernanceViolation>

const toText = (value: number | null) => (value === null ? '' : String(value))

export const toGovernanceForm = (settings: GovernanceSettings): GovernanceForm => ({
  fourEyesRequests: settings.fourEyesRequests,
  fourEyesPurchases: settings.fourEyesAbove !== null,
  fourEyesAbove: toText(settings.fourEyesAbove),
  screenExpiry: settings.screenExpiry,
  yearlyReview: settings.yearlyReview,
  reviewMonth: toText(settings.reviewMonth),
})

function amountViolation(text: string): GovernanceViolation | null {
  if (text.trim() === '') return { code: 'required' }
  const amount = parseWholeAmount(text)
  return amount !== null && isAmount(amount) ? null : { code: 'amount' }
}

/** The broken rules of a form. The amount and the month count only while their switch is on. */
export const governanceViolations = (form: GovernanceForm): GovernanceViolations =>
  toViolations<keyof GovernanceForm, GovernanceViolation>({
    fourEyesAbove: form.fourEyesPurchases ? amountViolation(form.fourEyesAbove) : null,
    reviewMonth: form.yearlyReview && form.reviewMonth === '' ? { code: 'required' } : null,
  })

/** Converts a form without violations. */
export const toGovernanceSettings = (form: GovernanceForm): GovernanceSettings => ({
  fourEyesRequests: form.fourEyesRequests,
  fourEyesAbove: form.fourEyesPurchases ? parseWholeAmount(form.fourEyesAbove) : null,
  screenExpiry: form.screenExpiry,
  yearlyReview: form.yearlyReview,
  reviewMonth: form.yearlyReview ? Number(form.reviewMonth) : null,
})

/** Replaces the initial values of a form. A field that the user changed keeps the user's value. */
export const rebaseGovernanceForm = (
  form: GovernanceForm,
  initial: GovernanceForm,
  nextInitial: GovernanceForm,
): GovernanceForm => ({
  ...nextInitial,
  ...Object.fromEntries(
    (Object.keys(form) as (keyof GovernanceForm)[])
      .filter((field) => form[field] !== initial[field])
      .map((field) => [field, form[field]]),
  ),
})
