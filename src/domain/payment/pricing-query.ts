import { PLAN_WORDS } from '#src/domain/payment/plan-words.ts'
import { findPlan, PLAN_IDS, type Plan, type PlanId } from '#src/domain/payment/plans.ts'

/** The choice in the URL of the pricing page. */
export interface PricingChoice {
  /** The plan that the client wants to pay; null if the client chose no plan. */
  readonly plan: Plan | null
  /** True after the payer closed the provider's window or page before the payment ended. */
  readonly isClosedUnpaid: boolean
}

export const NO_CHOICE: PricingChoice = { plan: null, isClosedUnpaid: false }

function parsePlan(word: string): Plan | null {
  const id = PLAN_IDS.find((name) => PLAN_WORDS[name] === word.trim().toLowerCase())
  return id === undefined ? null : findPlan(id)
}

/**
 * Reads the choice in a query. The plan is null if it is unknown or if the window closed before the
 * payment ended.
 */
export function parsePricingQuery(query: string): PricingChoice {
  const params = new URLSearchParams(query)
  const isClosedUnpaid = params.get('pago') === 'cancelado'
  return { plan: isClosedUnpaid ? null : parsePlan(params.get('plan') ?? ''), isClosedUnpaid }
}

/** The query that starts the payment of a plan, without question mark. */
export const formatPricingQuery = (plan: PlanId): string => new URLSearchParams({ plan: PLAN_WORDS[plan] }).toString()

/** The query after the payer closed the provider's window or page before the payment ended. */
export const CLOSED_UNPAID_QUERY = 'pago=cancelado'
