import { savingText } from '#src/application/payment/plan-messages.ts'
import {
  BEST_PLAN,
  HIGHEST_MONTHLY_COST,
  monthlyCost,
  monthlySaving,
  PLAN_NAMES,
  PLANS,
  type Plan,
} from '#src/domain/payment/plans.ts'

/** A plan as the pricing page offers it (§2.4). */
export interface PlanOffer {
  readonly plan: Plan
  readonly name: string
  /** Whether the plan has the lowest monthly cost. */
  readonly isBest: boolean
  /** In whole pesos. */
  readonly monthlyCost: number
  /** The monthly cost as a part of the highest one, from 0 to 1. */
  readonly costShare: number
  /** '−7,3%', compared with the shortest plan; null for that plan. */
  readonly saving: string | null
}

function toOffer(plan: Plan): PlanOffer {
  const saving = monthlySaving(plan)
  return {
    plan,
    name: PLAN_NAMES[plan.id],
    isBest: plan === BEST_PLAN,
    monthlyCost: monthlyCost(plan),
    costShare: monthlyCost(plan) / HIGHEST_MONTHLY_COST,
    saving: saving > 0 ? savingText(saving) : null,
  }
}

/** The plans on offer, the shortest first. */
export const PLAN_OFFERS: readonly PlanOffer[] = PLANS.map(toOffer)
