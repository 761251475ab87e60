import type { Kysely } from 'kysely'
import { ROWS_PER_STEP } from '#server/database/run-in-steps.ts'
import type { Schema } from '#server/database/schema.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

/** Deletes up to `ROWS_PER_STEP` rows that are older than an instant, and returns their number. */
export type DeletionStep = (tx: Kysely<Schema>, before: Instant) => Promise<number>

/** Deletes orders that no payment was ever approved for, with their refused transactions. */
export const deleteUnpaidOrders: DeletionStep = async (tx, before) => {
  const rows = await tx
    .selectFrom('payment_orders as order')
    .select('order.reference')
    .where('order.status', '!=', 'approved')
    .where('order.status_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_transactions as payment')
            .select('payment.reference')
            .whereRef('payment.order_reference', '=', 'order.reference')
            .where(({ or, eb }) =>
              or([
                eb('payment.state', '=', 'approved'),
                eb('payment.reversed_at', 'is not', null),
                eb('payment.confirmed_at', '>=', before),
              ]),
            ),
        ),
      ),
    )
    .limit(ROWS_PER_STEP)
    .execute()
  if (rows.length === 0) return 0
  // Locks the orders, and leaves those that were paid since the first query.
  const locked = await tx
    .updateTable('payment_orders')
    .set(({ ref }) => ({ status: ref('status') }))
    .where(
      'reference',
      'in',
      rows.map(({ reference }) => reference),
    )
    .where('status', '!=', 'approved')
    .where('status_at', '<', before)
    .returning('reference')
    .execute()
  const references = locked.map(({ reference }) => reference)
  if (references.length === 0) return 0
  await tx.deleteFrom('payment_transactions').where('order_reference', 'in', references).execute()
  await tx.deleteFrom('payment_orders').where('reference', 'in', references).execute()
  return references.length
}

/** Deletes registrations that the operator refused. */
export const deleteRefusedRegistrations: DeletionStep = async (tx, before) => {
  const { numDeletedRows } = await tx
    .deleteFrom('identity_registrations')
    .where('id', 'in', (query) =>
      query
        .selectFrom('identity_registrations')
        .select('id')
        .where('status', '=', 'refused')
        .where('settled_at', '<', before)
        .limit(ROWS_PER_STEP),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Removes the network addresses of old audit lines, the only change that their triggers allow. */
export const removeAuditAddresses: DeletionStep = async (tx, before) => {
  const { numUpdatedRows } = await tx
    .updateTable('records_audit')
    .set({ address: null })
    .where('id', 'in', (query) =>
      query
        .selectFrom('records_audit')
        .select('id')
        .where('address', 'is not', null)
        .where('at', '<', before)
        .orderBy('at')
        .limit(ROWS_PER_STEP),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Deletes what alerts have fired, except firings that quiet hours still hold back. */
export const deleteAlertFirings: DeletionStep = async (tx, before) => {
  const { numDeletedRows } = await tx
    .deleteFrom('alerts_firings')
    .where('id', 'in', (query) =>
      query
        .selectFrom('alerts_firings')
        .select('id')
        .where('recorded_at', '<', before)
        .where('held_until', 'is', null)
        .limit(ROWS_PER_STEP),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
