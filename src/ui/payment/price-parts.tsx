import { BASE, TAX_NAME } from '#src/application/payment/plan-messages.ts'
import { formatCopTotal } from '#src/domain/money.ts'
import type { Plan } from '#src/domain/payment/plans.ts'

/** The parts of a plan's total in a list of pairs: base and tax. */
export const PriceParts = ({ plan }: { readonly plan: Plan }) => (
  <>
    <div>
      <dt>{BASE}</dt>
      <dd>{formatCopTotal(plan.base)}</dd>
    </div>
    <div>
      <dt>{TAX_NAME}</dt>
      <dd>{formatCopTotal(plan.tax)}</dd>
    </div>
  </>
)
