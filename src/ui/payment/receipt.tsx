import type { ReactNode } from 'react'

import {
  BOGOTA_TIME,
  ORDER,
  orderTime,
  planLine,
  RECEIPT,
  RECEIPT_TITLES,
  TOTAL_TITLES,
  termDatesText,
} from '#src/application/payment/order-messages.ts'
import { BASE, TAX_NAME } from '#src/application/payment/plan-messages.ts'
import { formatCopTotal } from '#src/domain/money.ts'
import type { PaymentOrder } from '#src/domain/payment/order.ts'
import { authorizationText, cardText } from '#src/domain/payment/receipt.ts'
import { Panel } from '#src/ui/parts/panel.tsx'

type Line = readonly [title: string, text: ReactNode]

/** Returns the lines of a receipt. Omits the values that the provider did not send. */
function toLines(order: PaymentOrder): readonly Line[] {
  const { reference, at, plan, term, card, authorization, base, tax, status, total } = order
  const paymentLines: readonly (Line | null)[] = [
    term && [RECEIPT_TITLES.term, termDatesText(term.from, term.until)],
    card === null ? null : [RECEIPT_TITLES.card, cardText(card)],
    authorization === null ? null : [RECEIPT_TITLES.authorization, authorizationText(authorization)],
    [BASE, formatCopTotal(base)],
    [TAX_NAME, formatCopTotal(tax)],
  ]
  return [
    [RECEIPT_TITLES.reference, reference],
    ...(at === null ? [] : [[RECEIPT_TITLES.at, orderTime(at)] as const]),
    [RECEIPT_TITLES.plan, planLine(plan)],
    ...(status === 'approved' ? paymentLines.filter((line) => line !== null) : []),
    [TOTAL_TITLES[status], formatCopTotal(total)],
  ]
}

/** The receipt of an approved order, or the details of an order that is not approved. */
export const Receipt = ({ order }: { readonly order: PaymentOrder }) => (
  <Panel
    name={order.status === 'approved' ? RECEIPT : ORDER}
    meta={BOGOTA_TIME}
    busy={false}
    stale={false}
    className="receipt-paper"
  >
    <dl className="receipt-lines">
      {toLines(order).map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </Panel>
)
