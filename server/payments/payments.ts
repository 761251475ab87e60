/** The parts of this area that other areas import. */
// biome-ignore lint/performance/noBarrelFile: an area is imported by its one file.
export { REFUSED_CONFIRMATION } from '#server/payments/confirmation-route.ts'
export type {
  OperatedOrder,
  OrderEvent,
  OrderFilter,
  StoredTransaction,
} from '#server/payments/operated-order-store.ts'
export type { CheckFailure, OrderDetail, OrderOperations } from '#server/payments/order-operations.ts'
export { NO_SUCH_ORDER } from '#server/payments/order-routes.ts'
export { adoptPaidOrders } from '#server/payments/order-store.ts'
