import { expect, test } from 'vitest'
import { createMemoryPorts, MEMORY_START } from '#src/adapters/memory/ports.ts'
import { err } from '#src/domain/result.ts'
import { isCounted } from '#src/domain/trading/deal.ts'
import { simulateDay } from '#src/simulator/simulate-day.ts'
import { createSimulatedDays } from '#src/simulator/simulated-days.ts'

test('all memory ports use the same market clock', async () => {
  const { clock, marketClock, market } = createMemoryPorts()
  const query = { date: '2026-11-20', market: 'spot', delay: 15 } as const
  expect(marketClock.now()).toBe(MEMORY_START)
  expect(clock.now()).not.toBe(MEMORY_START)
  const before = await market.amounts(query)
  clock.advance(600_000)
  expect(marketClock.now()).toBe(MEMORY_START + 600_000)
  const after = await market.amounts(query)
  expect(before.ok && after.ok && (after.value.value.count ?? 0) > (before.value.value.count ?? 0)).toBe(true)
})

test('an override replaces a memory port, also for the other ports', async () => {
  const failing = { latest: async () => err({ kind: 'timeout' as const }) }
  const { news } = createMemoryPorts({ news: failing })
  expect(await news.latest()).toEqual({ ok: false, error: { kind: 'timeout' } })
  const { marketClock } = createMemoryPorts()
  marketClock.set(MEMORY_START - 86_400_000 * 9)
  const { market } = createMemoryPorts({ marketClock })
  const result = await market.closeAndAverage({ date: '2026-11-20', market: 'spot', delay: 15 })
  expect(result).toMatchObject({ ok: true, value: { tradingDay: '2026-11-10' } })
})

test('a memory page notifies listeners only of changes and counts reloads', () => {
  const { page } = createMemoryPorts()
  let notifications = 0
  page.subscribe(() => {
    notifications += 1
  })
  page.setVisible(true)
  page.setVisible(false)
  page.setOnline(true)
  page.reload()
  expect([notifications, page.reloads(), page.getSnapshot().visible]).toEqual([1, 1, false])
})

test('simulated days do not count annulled deals', () => {
  const { deals, annulments } = simulateDay({ seed: 1, market: 'spot', date: '2026-11-20' })
  const annulled = new Set(annulments.map(({ id }) => id))
  const counted = deals.filter((deal) => isCounted(deal) && !annulled.has(deal.id))
  expect(annulled.size).toBeGreaterThan(0)
  expect(createSimulatedDays(1).tradingDay('spot', '2026-11-20')?.counted.count).toBe(counted.length)
})
