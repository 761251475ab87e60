import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  divideCost,
  idlePercent,
  rankIdlePackages,
  splitAmount,
  sumCosts,
  toPackageCost,
} from '#src/domain/imc/packages/monthly-cost.ts'
import type { PackageGroup } from '#src/domain/imc/packages/packages.ts'

const createGroup = (overrides: Partial<PackageGroup> = {}): PackageGroup => ({
  packageId: 'paq-usd-pro',
  code: 'USD-PRO-10',
  name: 'Dólar profesional',
  screens: 20,
  available: 8,
  assigned: 11,
  transit: 1,
  monthlyCost: 3_685_000,
  ...overrides,
})

test('toPackageCost returns the idle cost and the cost per user of a package', () => {
  expect(toPackageCost(createGroup())).toEqual({
    packageId: 'paq-usd-pro',
    code: 'USD-PRO-10',
    name: 'Dólar profesional',
    screens: 20,
    used: 11,
    idle: 8,
    inProgress: 1,
    monthlyCost: 3_685_000,
    idleCost: 1_474_000,
    costPerUser: 335_000,
  })
})

test('toPackageCost counts screens in transit as used when the service does not report the transit', () => {
  expect(toPackageCost(createGroup({ assigned: null, transit: null }))).toMatchObject({
    used: 12,
    idle: 8,
    inProgress: 0,
  })
})

test('toPackageCost returns no cost per user for a package without used screens', () => {
  expect(toPackageCost(createGroup({ available: 20, transit: 0 }))).toMatchObject({
    costPerUser: null,
    idleCost: 3_685_000,
  })
})

const anyCounts = fc
  .tuple(fc.nat(40), fc.nat(40), fc.nat(40))
  .map(([available, assigned, transit]) => ({ available, assigned, transit, screens: available + assigned + transit }))
const anyGroups = fc.array(
  fc
    .record({ counts: anyCounts, centavos: fc.nat(1_000_000_000) })
    .map(({ counts, centavos }) => createGroup({ ...counts, monthlyCost: centavos / 100 })),
)

test('the totals equal the sums of the packages to the centavo, and the screen counts add up', () => {
  fc.assert(
    fc.property(anyGroups, (packages) => {
      const costs = packages.map(toPackageCost)
      const total = sumCosts(costs)
      const toCentavos = (amount: number) => Math.round(amount * 100)
      expect(toCentavos(total.monthlyCost)).toBe(
        packages.reduce((sum, group) => sum + toCentavos(group.monthlyCost), 0),
      )
      expect(toCentavos(total.idleCost)).toBe(costs.reduce((sum, group) => sum + toCentavos(group.idleCost), 0))
      expect(total.used + total.idle + total.inProgress).toBe(total.screens)
      for (const cost of costs) {
        expect(cost.used + cost.idle + cost.inProgress).toBe(cost.screens)
        expect(cost.idleCost).toBeLessThanOrEqual(cost.monthlyCost)
      }
    }),
  )
})

test('splitAmount returns parts in proportion to the weights, with the exact amount as their sum', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.array(fc.nat(50), { minLength: 1, maxLength: 8 }), (centavos, weights) => {
      const parts = splitAmount(centavos / 100, weights)
      const sum = weights.reduce((total, weight) => total + weight, 0)
      const sumOfParts = parts.reduce((total, part) => total + Math.round(part * 100), 0)
      expect(sumOfParts).toBe(sum === 0 ? 0 : centavos)
      parts.forEach((part, i) => {
        const exact = sum === 0 ? 0 : (centavos * (weights[i] ?? 0)) / sum
        expect(Math.abs(part * 100 - exact)).toBeLessThan(1.01)
      })
    }),
  )
})

test.each([
  [0, 0, null],
  [0, 100, 0],
  [0.01, 100, 1],
  [1.4, 100, 1],
  [1.5, 100, 2],
  [132_800_000, 168_100_000, 79],
  [99.6, 100, 99],
  [100, 100, 100],
])('an idle cost of %d of %d is %s percent (D97)', (idleCost, monthlyCost, percent) => {
  expect(idlePercent({ idleCost, monthlyCost })).toBe(percent)
})

test('rankIdlePackages omits packages without idle screens and starts with the highest idle cost (D97)', () => {
  const costs = [
    createGroup({ packageId: 'full', screens: 20, available: 0 }),
    createGroup({ packageId: 'free', available: 3, monthlyCost: 0 }),
    createGroup({ packageId: 'small', available: 1, monthlyCost: 10_000_000 }),
    createGroup({ packageId: 'large', available: 8 }),
  ].map(toPackageCost)
  expect(rankIdlePackages(costs).map(({ packageId }) => packageId)).toEqual(['large', 'small', 'free'])
})

test.each([
  [1_842_500, 10, 184_250],
  [100, 3, 33.33],
  [200, 3, 66.67],
  [100, 0, null],
])('%d pesos divided by %i are %d', (cost, count, part) => {
  expect(divideCost(cost, count)).toBe(part)
})
