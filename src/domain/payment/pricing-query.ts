import { PLAN_WORDS } from '#src/domain/payment/plan-words.ts'
import { findPlan, PLAN_IDS, type Plan, type PlanId } from '#src/domain/payment/plans.ts'

/** The choice in the address of the pricing page. */
export interface PricingChoice {
  /** The plan that the client wants to pay; null if the client chose no plan. */
  readonly plan: Plan | null
  /** Whether the client left the provider's page without paying. */
  readonly isCancelled: boolean
}

export const NO_CHOICE: PricingChoice = { plan: null, isCancelled: false }

function parsePlan(word: string): Plan | null {
  const id = PLAN_IDS.find((name) => PLAN_WORDS[name] === word.trim().toLowerCase())
  return id === undefined ? null : findPlan(id)
}

/**
 * Reads the choice in a query; an unknown plan is ignored. After a cancelled payment the plan is
 * null.
 */
export function parsePricingQuery(query: string): PricingChoice {
  const params = new URLSearchParams(query)
  const isCancelled = params.get('pago') === 'cancelado'
  return { plan: isCancelled ? null : parsePlan(params.get('plan') ?? ''), isCancelled }
}

/** The query that starts the payment of a plan, without question mark. */
export const formatPricingQuery = (plan: PlanId): string => new URLSearchParams({ plan: PLAN_WORDS[plan] }).toString()

/** The query after a cancelled payment. */
export const CANCELLED_QUERY = 'pago=cancelado'
