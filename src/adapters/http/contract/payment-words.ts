import type { OrderStatus, PaymentIssue } from '#src/domain/payment/order.ts'

/** How the wire spells the state of an order. */
export const ORDER_STATUS_WORDS = {
  pending: 'Pendiente',
  approved: 'Aprobado',
  rejected: 'Rechazado',
  expired: 'Vencido',
} as const satisfies Record<OrderStatus, string>

/** How the operator's calls spell why a person must look at a paid order. */
export const PAYMENT_ISSUE_WORDS = {
  doubled: 'Cobro doble',
  reversed: 'Pago reversado',
} as const satisfies Record<PaymentIssue, string>
