/** The parts of this area that other areas import. */
// biome-ignore lint/performance/noBarrelFile: an area is imported by its one file.
export { NO_SUCH_ORDER, REFUSED_CONFIRMATION } from '#server/payments/messages.ts'
export type {
  OperatedOrder,
  OrderEvent,
  OrderFilter,
  StoredTransaction,
} from '#server/payments/operated-order-store.ts'
export type { CheckFailure, OrderDetail, OrderOperations } from '#server/payments/order-operations.ts'
export { adoptPaidOrders } from '#server/payments/unowned-orders-store.ts'
