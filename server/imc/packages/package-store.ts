import type { Kysely } from 'kysely'
import type { Schema } from '#server/database/schema.ts'
import type { PackageTable } from '#server/imc/imc-tables.ts'
import type { PackageGroup, PackageOffer, Subscription } from '#src/domain/imc/packages/packages.ts'

type Queries = Kysely<Schema>

interface Counts {
  readonly screens: number
  readonly available: number
  readonly in_transit: number
}

const toCounts = ({ screens, available, in_transit: transit }: Counts) => ({
  screens,
  available,
  transit,
  assigned: screens - available - transit,
})

/** Sums an entity's subscriptions by package; the package with the highest total cost is first. */
export async function listPackageGroups(db: Queries, entityId: string): Promise<readonly PackageGroup[]> {
  const rows = await db
    .selectFrom('imc_subscriptions as subscription')
    .innerJoin('imc_packages as package', 'package.id', 'subscription.package_id')
    .where('subscription.entity_id', '=', entityId)
    .groupBy(['package.id', 'package.code', 'package.name'])
    .select(['package.id', 'package.code', 'package.name'])
    .select(({ fn }) => [
      fn.sum<number>('subscription.screens').as('screens'),
      fn.sum<number>('subscription.available').as('available'),
      fn.sum<number>('subscription.in_transit').as('in_transit'),
      fn.sum<number>('subscription.monthly_cost').as('cost'),
    ])
    .orderBy('cost', 'desc')
    .orderBy('package.code')
    .execute()
  return rows.map((row) => ({
    packageId: row.id,
    code: row.code,
    name: row.name,
    monthlyCost: row.cost,
    ...toCounts(row),
  }))
}

/** Lists an entity's subscriptions by number, of one package or (null) of all packages. */
export async function listSubscriptions(
  db: Queries,
  entityId: string,
  packageId: string | null,
): Promise<readonly Subscription[]> {
  const rows = await db
    .selectFrom('imc_subscriptions as subscription')
    .innerJoin('imc_packages as package', 'package.id', 'subscription.package_id')
    .where('subscription.entity_id', '=', entityId)
    .$if(packageId !== null, (query) => query.where('subscription.package_id', '=', packageId ?? ''))
    .selectAll('subscription')
    .select('package.code')
    .orderBy('subscription.number')
    .execute()
  return rows.map((row) => ({
    packageId: row.package_id,
    code: row.code,
    number: row.number,
    monthlyCost: row.monthly_cost,
    ...toCounts(row),
  }))
}

/** Lists the offered packages, the most expensive first. */
export const listOffers = (db: Queries): Promise<readonly PackageOffer[]> =>
  db
    .selectFrom('imc_packages')
    .select(['id', 'code', 'name', 'price'])
    .where('offered', '=', 1)
    .orderBy('price', 'desc')
    .orderBy('code')
    .execute()

/** Finds an offered package; null when the package is unknown or no longer offered. */
export async function findOffer(db: Queries, id: string): Promise<PackageOffer | null> {
  const row = await db
    .selectFrom('imc_packages')
    .select(['id', 'code', 'name', 'price'])
    .where('id', '=', id)
    .where('offered', '=', 1)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the catalogue contains this package, offered or not. */
export const hasPackage = async (db: Queries, id: string): Promise<boolean> =>
  (await db.selectFrom('imc_packages').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Lists the packages of the catalogue by code, offered or not. */
export const listPackages = (db: Queries): Promise<readonly PackageTable[]> =>
  db.selectFrom('imc_packages').selectAll().orderBy('code').execute()

/** Adds a package to the catalogue; returns false when its code is taken. */
export async function insertPackage(tx: Queries, row: PackageTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('imc_packages')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export interface PackageChange {
  readonly price?: number | undefined
  readonly offered?: boolean | undefined
}

/**
 * Changes a package and returns its old values; null when the code is unknown. Undefined fields do
 * not change.
 */
export async function updatePackage(
  tx: Queries,
  code: string,
  { price, offered }: PackageChange,
): Promise<PackageTable | null> {
  // Lock the row, so that no other transaction changes it between the read and the update.
  const { numUpdatedRows } = await tx
    .updateTable('imc_packages')
    .set(({ ref }) => ({ code: ref('code') }))
    .where('code', '=', code)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return null
  const previousRow = await tx.selectFrom('imc_packages').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
  const values = { ...(price !== undefined && { price }), ...(offered !== undefined && { offered: Number(offered) }) }
  if (Object.keys(values).length > 0) {
    await tx.updateTable('imc_packages').set(values).where('code', '=', code).execute()
  }
  return previousRow
}
