import type { Kysely } from 'kysely'

import type { Schema } from '#server/database/schema.ts'
import type { PackageGroup, Subscription } from '#src/domain/imc/packages/products.ts'

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
