import type { Mail } from '#server/delivery/mail.ts'
import { toPlainPesos } from '#server/payments/receipt-mail.ts'
import { PATHS } from '#src/domain/page-paths.ts'
import type { PaymentOrder } from '#src/domain/payment/order.ts'
import { PLAN_NAMES } from '#src/domain/payment/plan-words.ts'
import { formatPricingQuery } from '#src/domain/payment/pricing-query.ts'

/** An order whose payment was rejected. */
export interface RejectedOrder extends Pick<PaymentOrder, 'reference' | 'plan' | 'total' | 'email' | 'reason'> {}

/** The mail about a rejected payment, with the link for another attempt (D78). */
export const rejectionMail = ({ reference, plan, total, email, reason }: RejectedOrder, publicUrl: string): Mail => ({
  to: email,
  subject: `Su pago ${reference} fue rechazado`,
  text: [
    `El banco no autorizó su pago de ${toPlainPesos(total)} por el plan ${PLAN_NAMES[plan]}. No se hizo ningún cobro.`,
    ...(reason === null ? [] : [`Motivo: ${reason.replace(/\.$/, '')}.`]),
    'Puede intentarlo de nuevo con otra tarjeta:',
    `${publicUrl}${PATHS.pricing}?${formatPricingQuery(plan)}`,
    'Si ya lo pagó con otra tarjeta, no haga nada: el recibo va en otro correo.',
    'Mercado Dólar',
  ].join('\n\n'),
})
