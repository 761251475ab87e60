import type { PlanId } from '#src/domain/payment/plans.ts'

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
