import { BASE, TAX_NAME } from '#src/application/payment/plan-messages.ts'
import { formatCopTotal } from '#src/domain/money.ts'
import type { Plan } from '#src/domain/payment/plans.ts'

/** The base and the tax of a plan, as items of a description list. */
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
