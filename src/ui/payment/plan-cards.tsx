import { useId } from 'react'
import {
  BASE,
  COMPARED_WITH_QUARTERLY,
  LOWEST_COST,
  MONTHLY_COST,
  MONTHLY_COST_RULE,
  monthsText,
  PAY_BY_CARD,
  savingText,
  TAX_NAME,
  TOTAL_TO_PAY,
  termText,
} from '#src/application/payment/plan-messages.ts'
import { formatCopTotal, formatCount } from '#src/domain/money.ts'
import {
  BEST_PLAN,
  HIGHEST_MONTHLY_COST,
  monthlyCost,
  monthlySaving,
  PLAN_NAMES,
  PLANS,
  type Plan,
} from '#src/domain/payment/plans.ts'
import { Button } from '#src/ui/parts/button.tsx'
import { CurrencySign, Figure } from '#src/ui/parts/figures.tsx'
import { PanelHead, Region } from '#src/ui/parts/panel.tsx'

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

interface CardProps {
  readonly plan: Plan
  readonly onPay: () => void
}

function PlanCard({ plan, onPay }: CardProps) {
  const id = useId()
  const isBest = plan === BEST_PLAN
  return (
    <section className={isBest ? 'pricing-plan best' : 'pricing-plan'} aria-labelledby={id}>
      <div className="pricing-head">
        <h2 id={id}>{PLAN_NAMES[plan.id]}</h2>
        {isBest ? (
          <span className="pricing-best">{LOWEST_COST}</span>
        ) : (
          <span className="pricing-term">{monthsText(plan.months)}</span>
        )}
      </div>
      <Figure as="p" size="custom" className="pricing-total">
        <CurrencySign />
        {formatCount(plan.total)}
      </Figure>
      <p className="pricing-term">{termText(plan.months)}</p>
      <dl>
        <PriceParts plan={plan} />
        <div>
          <dt>{TOTAL_TO_PAY}</dt>
          <dd>{formatCopTotal(plan.total)}</dd>
        </div>
      </dl>
      <Button variant={isBest ? 'primary' : 'secondary'} className="w-full" aria-describedby={id} onClick={onPay}>
        {PAY_BY_CARD}
      </Button>
    </section>
  )
}

/** The plans side by side; the accent marks the lowest monthly cost. */
export const PlanCards = ({ onPay }: { readonly onPay: (plan: Plan) => void }) => (
  <div className="pricing-plans">
    {PLANS.map((plan) => (
      <PlanCard key={plan.id} plan={plan} onPay={() => onPay(plan)} />
    ))}
  </div>
)

/** The monthly cost of each plan; the bars start at zero. */
export const MonthlyCosts = () => (
  <Region aria-label={MONTHLY_COST}>
    <PanelHead title={MONTHLY_COST}>
      <span className="text-xs text-muted">{MONTHLY_COST_RULE}</span>
    </PanelHead>
    <ul className="pricing-months">
      {PLANS.map((plan) => (
        <li key={plan.id}>
          <span>{PLAN_NAMES[plan.id]}</span>
          <span className="pricing-cost">
            <svg
              className={plan === BEST_PLAN ? 'pricing-bar best' : 'pricing-bar'}
              width={`${((monthlyCost(plan) / HIGHEST_MONTHLY_COST) * 100).toFixed(1)}%`}
              aria-hidden="true"
            />
            <b>{formatCopTotal(monthlyCost(plan))}</b>
            {monthlySaving(plan) > 0 && (
              <span className="pricing-less">
                {savingText(monthlySaving(plan))}
                <span className="sr-only">{COMPARED_WITH_QUARTERLY}</span>
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  </Region>
)
