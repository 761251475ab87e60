import { expect, test } from 'vitest'
import { createMemoryPorts } from '#src/adapters/memory/ports.ts'
import { createCostView } from '#src/application/imc/packages/costs.ts'
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
  const view = createCostView({ ...createMemoryPorts(), toasts: createToasts(), packages: { groups } }, '')
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

test('the bars show the ten most expensive packages, with their idle part', async () => {
  const groups = Array.from({ length: 12 }, (_, i) => ({
    ...{ packageId: `paq-${i}`, code: `USD-${i}`, name: 'Uno', screens: 4, available: 1, assigned: 3, transit: 0 },
    monthlyCost: (i + 1) * 100,
  }))
  const packages = { groups: async () => ok(groups) }
  const view = createCostView({ ...createMemoryPorts(), toasts: createToasts(), packages }, '')
  view.subscribe()
  await flushPromises()
  const { bars } = view.getSnapshot()
  expect(bars.map(({ monthlyCost }) => monthlyCost)).toEqual([1200, 1100, 1000, 900, 800, 700, 600, 500, 400, 300])
  expect(bars[0]).toMatchObject({ usedWidth: 75, idleWidth: 25 })
  expect(bars[9]).toMatchObject({ usedWidth: 18.75, idleWidth: 6.25 })
})
