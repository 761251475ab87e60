import { useId } from 'react'
import {
  BASE,
  COMPARED_WITH_QUARTERLY,
  LOWEST_COST,
  MONTHLY_COST,
  MONTHLY_COST_RULE,
  monthsText,
  PAY_BY_CARD,
  TAX_NAME,
  TOTAL_TO_PAY,
  termText,
} from '#src/application/payment/plan-messages.ts'
import { PLAN_OFFERS, type PlanOffer } from '#src/application/payment/plan-offers.ts'
import { formatCopTotal, formatCount } from '#src/domain/money.ts'
import type { Plan } from '#src/domain/payment/plans.ts'
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
  readonly offer: PlanOffer
  readonly onPay: () => void
}

function PlanCard({ offer: { plan, name, isBest }, onPay }: CardProps) {
  const id = useId()
  return (
    <section
      className={`@container flex flex-col border-t-2 pt-3.5 ${isBest ? 'border-accent shadow-[0_-2px_var(--md-accent)]' : 'border-rule'}`}
      aria-labelledby={id}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-xl" id={id}>
          {name}
        </h2>
        {isBest ? (
          <span className="text-sm font-600 text-accent">{LOWEST_COST}</span>
        ) : (
          <span className="text-sm text-muted">{monthsText(plan.months)}</span>
        )}
      </div>
      <Figure as="p" size="custom" className="mt-5.5 mb-1 text-[min(clamp(2.75rem,2rem+1.9vw,3.5rem),22cqi)]/none">
        <CurrencySign />
        {formatCount(plan.total)}
      </Figure>
      <p className="text-sm text-muted">{termText(plan.months)}</p>
      <dl className="mt-5 mb-5.5 text-sm *:flex *:justify-between *:gap-4 *:border-t *:border-line *:py-2 *:last:border-rule *:last:font-650 [&_dt]:text-ink-soft [&>:last-child>dt]:text-ink">
        <PriceParts plan={plan} />
        <div>
          <dt>{TOTAL_TO_PAY}</dt>
          <dd>{formatCopTotal(plan.total)}</dd>
        </div>
      </dl>
      <Button
        variant={isBest ? 'primary' : 'secondary'}
        className="mt-auto w-full"
        aria-describedby={id}
        onClick={onPay}
      >
        {PAY_BY_CARD}
      </Button>
    </section>
  )
}

/** The plans side by side; the accent marks the lowest monthly cost. */
export const PlanCards = ({ onPay }: { readonly onPay: (plan: Plan) => void }) => (
  <div className="mt-7.5 grid grid-cols-1 gap-x-grid gap-y-9 md:grid-cols-3">
    {PLAN_OFFERS.map((offer) => (
      <PlanCard key={offer.plan.id} offer={offer} onPay={() => onPay(offer.plan)} />
    ))}
  </div>
)

/** The monthly cost of each plan; the bars start at zero. */
export const MonthlyCosts = () => (
  <Region className="md:col-span-2" aria-label={MONTHLY_COST}>
    <PanelHead title={MONTHLY_COST}>
      <span className="text-xs text-muted">{MONTHLY_COST_RULE}</span>
    </PanelHead>
    <ul>
      {PLAN_OFFERS.map(({ plan, name, isBest, monthlyCost, costShare, saving }) => (
        <li
          key={plan.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-2.75 text-sm first:border-t-0"
        >
          <span className="flex-[0_0_6rem]">{name}</span>
          {/* The padding is the room of the figures after the longest bar. */}
          <span className="flex min-w-0 flex-[1_1_14rem] items-center gap-3 pr-[max(32%,7.75rem)] whitespace-nowrap">
            <svg
              className={`h-3.5 flex-none rounded-r-[1px] print:[print-color-adjust:exact] ${isBest ? 'bg-accent' : 'bg-chart-amount'}`}
              width={`${(costShare * 100).toFixed(1)}%`}
              aria-hidden="true"
            />
            <b className="font-620">{formatCopTotal(monthlyCost)}</b>
            {saving !== null && (
              <span className="text-xs text-muted">
                {saving}
                <span className="sr-only">{COMPARED_WITH_QUARTERLY}</span>
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  </Region>
)
