import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createCostView, idleLead } from '#src/application/imc/packages/costs.ts'
import { createToasts } from '#src/application/platform/notices.ts'
import type { CallFailure } from '#src/domain/call.ts'
import type { PackageGroup } from '#src/domain/imc/packages/packages.ts'
import { err, ok, type Result } from '#src/domain/result.ts'
import { flushPromises } from '#tests/support/flush-promises.ts'

const toGroups = (monthlyCost: number): readonly PackageGroup[] => [
  { packageId: 'paq-1', code: 'USD-1', name: 'Uno', screens: 1, available: 0, assigned: 1, transit: 0, monthlyCost },
]

test('the total is the sum of the shown rows when the reply of an aborted load arrives late', async () => {
  const replies: ((result: Result<readonly PackageGroup[], CallFailure>) => void)[] = []
  const groups = () => new Promise<Result<readonly PackageGroup[], CallFailure>>((resolve) => replies.push(resolve))
  const ports = createMemoryPorts()
  const view = createCostView(
    { ...ports, ...ports.imc, toasts: createToasts(), packages: { ...ports.imc.packages, groups } },
    '',
  )
  view.subscribe().unsubscribe()
  view.subscribe()
  replies[1]?.(ok(toGroups(100)))
  await flushPromises()
  replies[0]?.(ok(toGroups(200)))
  view.retry()
  replies[2]?.(err({ kind: 'timeout' }))
  await flushPromises()
  const { rows, total } = view.getSnapshot()
  expect(rows.value?.map(({ monthlyCost }) => monthlyCost)).toEqual([100])
  expect(total?.monthlyCost).toBe(100)
})

test('the bars show the ten packages with the highest idle cost, and the page counts the others (D97)', async () => {
  const groups = Array.from({ length: 13 }, (_, i) => ({
    ...{ packageId: `paq-${i}`, code: `USD-${i}`, name: 'Uno', screens: 4, assigned: 3, transit: 0 },
    available: i === 12 ? 0 : 1,
    monthlyCost: (i + 1) * 100,
  }))
  const packages = { groups: async () => ok(groups) }
  const ports = createMemoryPorts()
  const view = createCostView(
    { ...ports, ...ports.imc, toasts: createToasts(), packages: { ...ports.imc.packages, ...packages } },
    '',
  )
  view.subscribe()
  await flushPromises()
  const { bars, moreIdle } = view.getSnapshot()
  expect(bars.map(({ idleCost }) => idleCost)).toEqual([300, 275, 250, 225, 200, 175, 150, 125, 100, 75])
  expect(bars[0]?.width).toBe(100)
  expect(bars[9]?.width).toBe(25)
  expect(moreIdle).toBe(2)
})

const TOTAL = { screens: 20, used: 12, idle: 8, inProgress: 0, monthlyCost: 1000, idleCost: 400, costPerUser: null }

test.each([
  ['$ 132.800.000 de $ 168.100.000 al mes no se usan (79 %)', { idleCost: 132_800_000, monthlyCost: 168_100_000 }],
  ['Todas las pantallas están asignadas o en tránsito.', { idle: 0, idleCost: 0 }],
  ['8 de 20 pantallas no se usan, sin costo', { idleCost: 0, monthlyCost: 0 }],
  [null, { screens: 0, idle: 0 }],
])('the first sentence is %j (D97)', (text, change) => {
  expect(idleLead({ ...TOTAL, ...change })?.replaceAll('\u00a0', ' ') ?? null).toBe(text)
})
