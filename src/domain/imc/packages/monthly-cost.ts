import type { PackageGroup } from '#src/domain/imc/packages/packages.ts'

/** The screens of a package by use, and their monthly cost in pesos. */
export interface PackageCost {
  readonly packageId: string
  readonly code: string
  readonly name: string
  /** All screens: the sum of `used`, `idle` and `inProgress`. */
  readonly screens: number
  readonly used: number
  readonly idle: number
  readonly inProgress: number
  readonly monthlyCost: number
  /** The part of `monthlyCost` for the idle screens. */
  readonly idleCost: number
  /** The cost divided by the used screens; null when no screen is used. */
  readonly costPerUser: number | null
}

/** The sums of several packages. */
export type TotalCost = Omit<PackageCost, 'packageId' | 'code' | 'name'>

const CENTAVOS_PER_PESO = 100

/**
 * Splits an amount in pesos in proportion to weights; the parts sum exactly to the amount. The
 * parts with the largest remainders get the centavos lost by rounding. If all weights are 0, all
 * parts are 0.
 */
export function splitAmount(amount: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum <= 0) return weights.map(() => 0)
  const centavos = Math.round(amount * CENTAVOS_PER_PESO)
  const exactParts = weights.map((weight) => (centavos * weight) / sum)
  const parts = exactParts.map(Math.floor)
  const missingCentavos = centavos - parts.reduce((total, part) => total + part, 0)
  const byRemainder = exactParts
    .map((value, i) => ({ i, remainder: value - Math.floor(value) }))
    .toSorted((one, other) => other.remainder - one.remainder || one.i - other.i)
  const raisedIndices = new Set(byRemainder.slice(0, missingCentavos).map(({ i }) => i))
  return parts.map((part, i) => (part + (raisedIndices.has(i) ? 1 : 0)) / CENTAVOS_PER_PESO)
}

const sumAmounts = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + Math.round(amount * CENTAVOS_PER_PESO), 0) / CENTAVOS_PER_PESO

/** A cost in pesos divided by a count, to the centavo; null when the count is 0. */
export const divideCost = (cost: number, count: number): number | null =>
  count > 0 ? Math.round((cost / count) * CENTAVOS_PER_PESO) / CENTAVOS_PER_PESO : null

/**
 * Converts a package to its cost. `available` screens are idle, and screens in `transit` are in
 * progress; their sum is limited to the number of screens. If `transit` is null, screens in
 * transit count as used.
 */
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
    costPerUser: divideCost(monthlyCost, used),
  }
}

/** The sums of the packages of an entity. */
export function sumCosts(packages: readonly PackageCost[]): TotalCost {
  const sumScreens = (read: (cost: PackageCost) => number) => packages.reduce((total, cost) => total + read(cost), 0)
  const used = sumScreens((cost) => cost.used)
  const monthlyCost = sumAmounts(packages.map((cost) => cost.monthlyCost))
  return {
    screens: sumScreens((cost) => cost.screens),
    used,
    idle: sumScreens((cost) => cost.idle),
    inProgress: sumScreens((cost) => cost.inProgress),
    monthlyCost,
    idleCost: sumAmounts(packages.map((cost) => cost.idleCost)),
    costPerUser: divideCost(monthlyCost, used),
  }
}

/**
 * The idle part of a cost in whole percent (D97). It is 0 only if nothing is idle and 100 only if all
 * is; null without a cost.
 */
export function idlePercent({ idleCost, monthlyCost }: Pick<TotalCost, 'idleCost' | 'monthlyCost'>): number | null {
  if (monthlyCost <= 0) return null
  if (idleCost <= 0 || idleCost >= monthlyCost) return idleCost <= 0 ? 0 : 100
  return Math.min(Math.max(Math.round((idleCost / monthlyCost) * 100), 1), 99)
}

/** The packages with idle screens, the highest idle cost first: where to release (D97). */
export const rankIdlePackages = (packages: readonly PackageCost[]): readonly PackageCost[] =>
  packages
    .filter(({ idle }) => idle > 0)
    .toSorted((one, other) => other.idleCost - one.idleCost || other.idle - one.idle)
