import { expect, test } from 'vitest'

import { createMemoryClock, createMemoryMarketClock } from '#src/adapters/memory/clocks.ts'
import { createMemoryPorts, MEMORY_START } from '#src/adapters/memory/ports.ts'
import { createMarketStatusView, nextStatusChange } from '#src/application/market/market-status.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS, toInstant, toIso } from '#src/domain/time/bogota.ts'
import type { Market } from '#src/domain/trading/market.ts'

function openStatus(market: Market, date: string, time: string) {
  const ports = createMemoryPorts()
  ports.marketClock.set(toInstant(date, time))
  const view = createMarketStatusView(ports, market)
  let notifications = 0
  const unsubscribe = view.subscribe(() => {
    notifications += 1
  }).unsubscribe
  return { ports, view, unsubscribe, notifications: () => notifications }
}

test.each([
  ['spot', '2026-11-20', '07:59:59', '2026-11-20T08:00:00-05:00'],
  ['spot', '2026-11-20', '08:00', '2026-11-20T13:00:00-05:00'],
  ['spot', '2026-11-20', '13:00', '2026-11-21T00:00:00-05:00'],
  ['nextday', '2026-11-20', '13:00', '2026-11-20T16:00:00-05:00'],
  ['nextday', '2026-11-20', '23:59:59', '2026-11-21T00:00:00-05:00'],
] as const)('the status of %s on %s at %s changes next at %s', (market, date, time, next) => {
  expect(toIso(nextStatusChange(market, toInstant(date, time)))).toBe(next)
})

test('a timer changes the status when the market opens and when it closes', () => {
  const { ports, view, notifications } = openStatus('spot', '2026-11-20', '07:59:59')
  expect(view.getSnapshot().phase).toBe('before')
  ports.clock.advance(SECOND_MS - 1)
  expect([view.getSnapshot().phase, notifications()]).toEqual(['before', 0])
  ports.clock.advance(1)
  expect([view.getSnapshot().phase, notifications()]).toEqual(['open', 1])
  ports.clock.advance(5 * HOUR_MS)
  expect([view.getSnapshot().phase, notifications()]).toEqual(['closed', 2])
})

test('the reference date changes at midnight, except on Saturday and Sunday', () => {
  const { ports, view } = openStatus('spot', '2026-11-20', '23:59')
  ports.clock.advance(MINUTE_MS)
  expect(view.getSnapshot()).toEqual({ phase: 'no-trading-day', date: '2026-11-20', today: '2026-11-21' })
  ports.clock.advance(48 * HOUR_MS)
  expect(view.getSnapshot()).toEqual({ phase: 'before', date: '2026-11-23', today: '2026-11-23' })
})

test('the status is the same object until it changes', () => {
  const { ports, view, notifications } = openStatus('spot', '2026-11-20', '10:00')
  const before = view.getSnapshot()
  ports.clock.advance(HOUR_MS)
  ports.marketClock.set(toInstant('2026-11-20', '11:30'))
  ports.page.setVisible(false)
  ports.page.setVisible(true)
  expect([view.getSnapshot() === before, notifications()]).toEqual([true, 0])
})

test('setting the market clock moves the next change', () => {
  const { ports, view } = openStatus('spot', '2026-11-20', '07:00')
  ports.marketClock.set(toInstant('2026-11-20', '12:59:59'))
  expect(view.getSnapshot().phase).toBe('open')
  ports.clock.advance(SECOND_MS)
  expect(view.getSnapshot().phase).toBe('closed')
})

test('a status without subscribers sets no timer and is still current', () => {
  const { ports, view, unsubscribe } = openStatus('spot', '2026-11-20', '07:00')
  expect(ports.clock.timerCount()).toBe(1)
  unsubscribe()
  expect(ports.clock.timerCount()).toBe(0)
  ports.clock.advance(HOUR_MS)
  expect(view.getSnapshot().phase).toBe('open')
})

test('after a suspension that stopped the timers, the status changes within a minute', () => {
  const ports = createMemoryPorts()
  const wallClock = createMemoryClock(MEMORY_START)
  const marketClock = createMemoryMarketClock({ clock: wallClock, startsAt: MEMORY_START })
  const view = createMarketStatusView({ ...ports, marketClock }, 'spot')
  const phases: string[] = []
  view.subscribe(() => phases.push(view.getSnapshot().phase))
  wallClock.advance(4 * HOUR_MS)
  ports.clock.advance(MINUTE_MS - 1)
  expect(phases).toEqual([])
  ports.clock.advance(1)
  expect(phases).toEqual(['closed'])
})

test('showing the page after a suspension updates the status', () => {
  const { ports, view, notifications } = openStatus('spot', '2026-11-20', '10:00')
  ports.page.setVisible(false)
  ports.clock.suspend(4 * HOUR_MS)
  expect(notifications()).toBe(0)
  ports.page.setVisible(true)
  expect([view.getSnapshot().phase, notifications()]).toEqual(['closed', 1])
})
