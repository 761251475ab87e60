import { expect, test } from 'vitest'

import { DEMO_START } from '#src/demo/market-time.ts'
import { openDemoSettings } from '#src/demo/settings.ts'
import { MINUTE_MS, toInstant } from '#src/domain/time/bogota.ts'

const NOW = toInstant('2026-11-24', '17:30')

/** Opens the settings of a tab at `now`, and records what they open. */
function openSettings(entries: Map<string, string> | null, now = NOW) {
  const opened: string[] = []
  const storage = entries && {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
    clear: () => entries.clear(),
  }
  const { startsAt, settings } = openDemoSettings({
    storage,
    folder: '/ventas/demo/',
    now: () => now,
    reload: () => opened.push('reload'),
    open: (address) => opened.push(address),
  })
  return { startsAt, settings, opened }
}

test('a reload continues the market time, also one that the bar has set', () => {
  const entries = new Map<string, string>()
  const first = openSettings(entries)
  expect(first.startsAt).toBe(DEMO_START)
  expect(openSettings(entries, NOW + MINUTE_MS).startsAt).toBe(DEMO_START + MINUTE_MS)
  const marketTime = toInstant('2025-03-04', '10:40')
  first.settings.setMarketTime(marketTime)
  expect(first.opened).toEqual(['reload'])
  expect(openSettings(entries, NOW + MINUTE_MS).startsAt).toBe(marketTime + MINUTE_MS)
})

test('a restart forgets the tab and opens the folder of the demo', () => {
  const entries = new Map<string, string>()
  openSettings(entries).settings.setMarketTime(toInstant('2025-03-04', '10:40'))
  const { settings, opened } = openSettings(entries)
  settings.restart()
  expect([opened, entries.size]).toEqual([['/ventas/demo/'], 0])
  expect(openSettings(entries).startsAt).toBe(DEMO_START)
})

test('a browser without storage opens a new demo', () => {
  expect(openSettings(null).startsAt).toBe(DEMO_START)
})

test('a full storage opens a new demo, which does not keep its settings', () => {
  const full = new Map<string, string>()
  full.set = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const { startsAt, settings, opened } = openSettings(full)
  expect(startsAt).toBe(DEMO_START)
  settings.setMarketTime(toInstant('2025-03-04', '10:40'))
  expect([opened, openSettings(full).startsAt]).toEqual([['reload'], DEMO_START])
})
