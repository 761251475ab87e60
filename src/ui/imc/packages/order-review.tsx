import { type RefObject, useLayoutEffect, useRef } from 'react'
import { type OrderReview, REVIEW_NAMES, REVIEW_TITLE } from '#src/application/imc/packages/order.ts'
import { formatCopTotal, formatUsd } from '#src/domain/money.ts'
import { CurrencySign, Unit } from '#src/ui/parts/figures.tsx'
import { Pairs, PairsTotal } from '#src/ui/parts/pairs.tsx'

interface Props {
  readonly review: OrderReview
  /** Gets the focus after the review if it was in it. */
  readonly returnFocus: RefObject<HTMLElement | null>
}

/** The last look at an order: what is sent, and the monthly cost with it (D99). */
export function OrderReviewStep({ review, returnFocus }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    heading.current?.focus()
    return () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body) returnFocus.current?.focus()
      })
  }, [returnFocus])
  const { code, name, price, quantity, total, monthlyCost } = review
  return (
    <div className="mx-auto max-w-form pt-1.5">
      <h3 ref={heading} className="mb-2 font-640 focus:outline-none" tabIndex={-1}>
        {REVIEW_TITLE}
      </h3>
      <Pairs>
        <div>
          <dt>{REVIEW_NAMES.package}</dt>
          <dd>
            {code} <span className="block text-muted">{name}</span>
          </dd>
        </div>
        <div>
          <dt>{REVIEW_NAMES.price}</dt>
          <dd>{formatCopTotal(price)}</dd>
        </div>
        <div>
          <dt>{REVIEW_NAMES.quantity}</dt>
          <dd>{quantity}</dd>
        </div>
        {monthlyCost && (
          <>
            <div>
              <dt>{REVIEW_NAMES.total}</dt>
              <dd>{formatCopTotal(total)}</dd>
            </div>
            <div>
              <dt>{REVIEW_NAMES.before}</dt>
              <dd>{formatCopTotal(monthlyCost.before)}</dd>
            </div>
          </>
        )}
      </Pairs>
      <PairsTotal name={monthlyCost ? REVIEW_NAMES.after : REVIEW_NAMES.total}>
        <CurrencySign />
        {formatUsd(monthlyCost?.after ?? total)}
        <Unit text="COP/mes" />
      </PairsTotal>
    </div>
  )
}
