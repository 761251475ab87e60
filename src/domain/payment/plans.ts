/** The plans of the dollar data service, by their length (§9). */
export const PLAN_IDS = ['quarterly', 'semiannual', 'annual'] as const
export type PlanId = (typeof PLAN_IDS)[number]

/** The names of the plans, as pages and mails write them (§9). */
export const PLAN_NAMES: Readonly<Record<PlanId, string>> = {
  quarterly: 'Trimestral',
  semiannual: 'Semestral',
  annual: 'Anual',
}

/** The name of each plan in page URLs and on the wire. */
export const PLAN_WORDS = {
  quarterly: 'trimestral',
  semiannual: 'semestral',
  annual: 'anual',
} as const satisfies Record<PlanId, string>

/** The currency of every plan. */
export const CURRENCY = 'COP'

/** The tax on the service (IVA), in percent of the base. */
export const TAX_PERCENT = 19

/** The price of a plan in whole pesos. `total` is the sum of `base` and `tax`. */
export interface PlanPrice {
  readonly base: number
  readonly tax: number
  readonly total: number
}

/** A plan for one user. */
export interface Plan extends PlanPrice {
  readonly id: PlanId
  /** The length of its term, in months. */
  readonly months: number
}

/** The tax of a base, rounded to the peso. It multiplies by 19 because 0.19 is inexact. */
export const computeTax = (base: number): number => Math.round((base * TAX_PERCENT) / 100)

function createPlan(id: PlanId, months: number, base: number): Plan {
  const tax = computeTax(base)
  return { id, months, base, tax, total: base + tax }
}

const QUARTERLY = createPlan('quarterly', 3, 497_070)

const PLANS_BY_ID: Readonly<Record<PlanId, Plan>> = {
  quarterly: QUARTERLY,
  semiannual: createPlan('semiannual', 6, 921_922),
  annual: createPlan('annual', 12, 1_692_209),
}

/** The plans on offer, the shortest first. */
export const PLANS: readonly Plan[] = PLAN_IDS.map((id) => PLANS_BY_ID[id])

export const findPlan = (id: PlanId): Plan => PLANS_BY_ID[id]

/** The total of a plan per month, rounded to the peso. */
export const monthlyCost = ({ total, months }: Plan): number => Math.round(total / months)

/**
 * The saving per month compared with the shortest plan, as a fraction of that plan's monthly cost.
 */
export function monthlySaving({ total, months }: Plan): number {
  const shortestPlanCost = QUARTERLY.total / QUARTERLY.months
  return (shortestPlanCost - total / months) / shortestPlanCost
}

/** The plan with the lowest monthly cost; the shortest one of several. */
export const BEST_PLAN: Plan = PLANS.reduce((best, plan) => (monthlyCost(plan) < monthlyCost(best) ? plan : best))

export const HIGHEST_MONTHLY_COST: number = Math.max(...PLANS.map(monthlyCost))
