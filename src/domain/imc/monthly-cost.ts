import type { PackageGroup } from '#src/domain/imc/products.ts'

/** The monthly cost of a package by the use of its screens, in pesos. */
export interface PackageCost {
  readonly packageId: string
  readonly code: string
  readonly name: string
  /** Screens owned; the sum of the next three. */
  readonly screens: number
  readonly used: number
  readonly idle: number
  readonly inProgress: number
  readonly monthlyCost: number
  readonly idleCost: number
  /** The cost divided by the used screens; null when no screen is used. */
  readonly costPerUser: number | null
}

/** The packages of an entity and their sum. */
export interface EntityCost {
  readonly packages: readonly PackageCost[]
  readonly total: Omit<PackageCost, 'packageId' | 'code' | 'name'>
}

const CENTAVOS = 100

/**
 * Divides an amount in pesos by weights, so that the parts add up to the amount to the centavo. The
 * largest remainders get the centavos that rounding leaves over. Without weights all parts are 0.
 */
export function splitAmount(amount: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum <= 0) return weights.map(() => 0)
  const centavos = Math.round(amount * CENTAVOS)
  const exact = weights.map((weight) => (centavos * weight) / sum)
  const parts = exact.map(Math.floor)
  const left = centavos - parts.reduce((total, part) => total + part, 0)
  const byRemainder = exact
    .map((value, i) => ({ i, remainder: value - Math.floor(value) }))
    .toSorted((one, other) => other.remainder - one.remainder || one.i - other.i)
  const raised = new Set(byRemainder.slice(0, left).map(({ i }) => i))
  return parts.map((part, i) => (part + (raised.has(i) ? 1 : 0)) / CENTAVOS)
}

const sumAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + Math.round(amount * CENTAVOS), 0) / CENTAVOS

const perUser = (cost: number, used: number): number | null =>
  used > 0 ? Math.round((cost / used) * CENTAVOS) / CENTAVOS : null

/** A service that does not count the screens in transit counts them as used. */
export function toPackageCost(group: PackageGroup): PackageCost {
  const { packageId, code, name, screens, monthlyCost } = group
  const idle = Math.min(group.available, screens)
  const inProgress = Math.min(group.transit ?? 0, screens - idle)
  const used = screens - idle - inProgress
  const [idleCost = 0] = splitAmount(monthlyCost, [idle, used, inProgress])
  return {
    packageId,
    code,
    name,
    screens,
    used,
    idle,
    inProgress,
    monthlyCost,
    idleCost,
    costPerUser: perUser(monthlyCost, used),
  }
}

/** The cost of an entity by package; its totals equal the subscriptions to the peso. */
export function toEntityCost(groups: readonly PackageGroup[]): EntityCost {
  const packages = groups.map(toPackageCost)
  const count = (read: (cost: PackageCost) => number) => packages.reduce((total, cost) => total + read(cost), 0)
  const used = count((cost) => cost.used)
  const monthlyCost = sumAmounts(packages.map((cost) => cost.monthlyCost))
  return {
    packages,
    total: {
      screens: count((cost) => cost.screens),
      used,
      idle: count((cost) => cost.idle),
      inProgress: count((cost) => cost.inProgress),
      monthlyCost,
      idleCost: sumAmounts(packages.map((cost) => cost.idleCost)),
      costPerUser: perUser(monthlyCost, used),
    },
  }
}
