import type { GovernanceSettings } from '#src/domain/imc/governance/governance.ts'
import type { ScreenUse } from '#src/domain/imc/screens/screen.ts'
import { addDays, type BogotaDate, type Instant } from '#src/domain/time/bogota.ts'

/** The month of a yearly review: its first and last day. */
export interface ReviewPeriod {
  readonly year: number
  readonly from: BogotaDate
  readonly until: BogotaDate
}

const MONTHS_PER_YEAR = 12
const pad = (number: number) => String(number).padStart(2, '0')

function toPeriod(year: number, month: number): ReviewPeriod {
  const from = `${year}-${pad(month)}-01`
  const next = month === MONTHS_PER_YEAR ? `${year + 1}-01-01` : `${year}-${pad(month + 1)}-01`
  return { year, from, until: addDays(next, -1) }
}

type ReviewRule = Pick<GovernanceSettings, 'yearlyReview' | 'reviewMonth'>

/**
 * Returns the review that an entity sees on a day: the open one, else the next one; null while the
 * entity has none turned on (D110).
 */
export function findReview({ yearlyReview, reviewMonth }: ReviewRule, today: BogotaDate): ReviewPeriod | null {
  if (!yearlyReview || reviewMonth === null) return null
  const year = Number(today.slice(0, 4))
  const period = toPeriod(year, reviewMonth)
  return today > period.until ? toPeriod(year + 1, reviewMonth) : period
}

/** Whether screens can be reviewed on a day. */
export const isReviewOpen = ({ from, until }: ReviewPeriod, today: BogotaDate): boolean =>
  today >= from && today <= until

/** The decision about an assigned screen. */
export type ReviewAnswer = 'keep' | 'release'

/** A screen of the review, with its user. */
export interface ReviewItem extends ScreenUse {
  readonly packageId: string
  readonly number: string
  readonly profileId: string
  readonly screen: string
  readonly userId: string
  readonly fullName: string
  /** The code of the package. */
  readonly code: string
  /** The part of the subscription's monthly cost, in pesos. */
  readonly monthlyCost: number
  /** Null before the decision. */
  readonly answer: ReviewAnswer | null
  /** When and by whom; null and '' before the decision. */
  readonly answeredAt: Instant | null
  readonly answeredBy: string
}

/** The review of an entity. */
export interface Review {
  /** Null while the entity has not turned it on. */
  readonly period: ReviewPeriod | null
  readonly isOpen: boolean
  /** Empty while it is not open. */
  readonly items: readonly ReviewItem[]
}

/** Identifies an item: a screen and the user who had it. */
export const toItemId = ({ number, screen, userId }: Pick<ReviewItem, 'number' | 'screen' | 'userId'>): string =>
  `${number} ${screen} ${userId}`

/** A decision, or null to take a kept screen back to the open ones. */
export interface ReviewChange {
  readonly item: Pick<ReviewItem, 'packageId' | 'number' | 'profileId' | 'screen' | 'userId'>
  readonly answer: ReviewAnswer | null
}

export const countReviewed = (items: readonly Pick<ReviewItem, 'answer'>[]): number =>
  items.filter(({ answer }) => answer !== null).length

/** Whether a change is possible: a requested release cannot be taken back (D110). */
export const canAnswer = (before: ReviewAnswer | null, after: ReviewAnswer | null): boolean =>
  before !== 'release' || after === 'release'
