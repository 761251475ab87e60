import { expect, test } from 'vitest'

import { createBrowserClock } from '#src/adapters/browser/clock.ts'
import { createConsoleLog } from '#src/adapters/browser/console-log.ts'

test('the browser clock returns the current time', () => {
  const before = Date.now()
  const now = createBrowserClock().now()
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(Date.now())
})

test('the console log writes the message and an optional detail', () => {
  const lines: unknown[][] = []
  const log = createConsoleLog({ window: { console: { error: (...line: unknown[]) => lines.push(line) } } })
  log.error('Falló')
  log.error('Falló', { kind: 'timeout' })
  expect(lines).toEqual([['Falló'], ['Falló', { kind: 'timeout' }]])
})
