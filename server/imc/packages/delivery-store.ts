import type { Kysely } from 'kysely'
import type { AuditStamp } from '#server/database/audit-store.ts'
import type { Schema } from '#server/database/schema.ts'
import type { RequestTable } from '#server/imc/imc-tables.ts'
import { addSubscriptions } from '#server/imc/packages/subscription-store.ts'
import type { Instant } from '#src/domain/time/bogota.ts'

type Queries = Kysely<Schema>

/**
 * Rows that one transaction of a delivery adds at most, because all others wait for it. A package
 * with the most screens (999) has as many, with its subscription.
 */
export const ROWS_PER_STEP = 1_000

/** Returns how many packages of this size one step adds. */
export const packagesPerStep = (screens: number): number => Math.max(1, Math.floor(ROWS_PER_STEP / (screens + 1)))

/** Who approved a purchase: null for the automatic approval, and the call. */
export interface Approval {
  readonly person: string | null
  readonly origin: AuditStamp['origin']
}

/** A purchase whose delivery has begun. */
interface Delivery extends Approval {
  readonly requestId: string
}

const countDelivered = async (tx: Queries, requestId: string): Promise<number> =>
  (await tx.selectFrom('imc_deliveries').select('delivered').where('request_id', '=', requestId).executeTakeFirst())
    ?.delivered ?? 0

/** Whether some packages of a purchase are added. It is approved then, and cannot be refused. */
export const isDelivering = async (tx: Queries, requestId: string): Promise<boolean> =>
  (await countDelivered(tx, requestId)) > 0

/**
 * Adds the next packages of a purchase, in a transaction that has locked the request. Returns
 * whether all packages are added now.
 */
export async function deliverPackages(
  tx: Queries,
  { id: requestId, entity_id: entityId, package_id: packageId, quantity, price }: RequestTable,
  { person, origin, at }: Approval & { readonly at: Instant },
): Promise<boolean> {
  const delivered = await countDelivered(tx, requestId)
  const missing = (quantity ?? 0) - delivered
  const { screens } = await tx
    .selectFrom('imc_packages')
    .select('screens')
    .where('id', '=', packageId)
    .executeTakeFirstOrThrow()
  const count = Math.min(missing, packagesPerStep(screens))
  await addSubscriptions(tx, entityId, { packageId, quantity: count, price: price ?? 0, requestId, at })
  if (count === missing) {
    await tx.deleteFrom('imc_deliveries').where('request_id', '=', requestId).execute()
    return true
  }
  await tx
    .insertInto('imc_deliveries')
    .values({ request_id: requestId, delivered: count, person, origin: origin && JSON.stringify(origin) })
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet({ delivered: delivered + count }))
    .execute()
  return false
}

/** Lists the purchases whose delivery has begun and not ended. */
export async function listDeliveries(db: Queries): Promise<readonly Delivery[]> {
  const rows = await db.selectFrom('imc_deliveries').selectAll().orderBy('request_id').execute()
  // Only this program writes the table.
  return rows.map(({ request_id, person, origin }) => ({
    requestId: request_id,
    person,
    origin: origin === null ? null : (JSON.parse(origin) as Approval['origin']),
  }))
}
