import type { OrderStatus } from '#src/domain/payment/order.ts'

/** How the wire spells the state of an order. */
export const ORDER_STATUS_WORDS = {
  pending: 'Pendiente',
  approved: 'Aprobado',
  rejected: 'Rechazado',
} as const satisfies Record<OrderStatus, string>
