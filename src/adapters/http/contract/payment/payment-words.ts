import type { OrderStatus, PaymentIssue } from '#src/domain/payment/order.ts'

/** The statuses of orders on the wire. */
export const ORDER_STATUS_WORDS = {
  pending: 'Pendiente',
  approved: 'Aprobado',
  rejected: 'Rechazado',
  expired: 'Vencido',
} as const satisfies Record<OrderStatus, string>

/** The issues of paid orders in the operator's calls. An operator must review them. */
export const PAYMENT_ISSUE_WORDS = {
  doubled: 'Cobro doble',
  reversed: 'Pago reversado',
} as const satisfies Record<PaymentIssue, string>
