import { expect, test } from 'vitest'

import { createBrowserClock } from '#src/adapters/browser/clock.ts'
import { createConsoleLog } from '#src/adapters/browser/console-log.ts'

test('the real clock is the machine’s', () => {
  const before = Date.now()
  const now = createBrowserClock().now()
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(Date.now())
})

test('the log writes the message, with its detail when there is one', () => {
  const written: unknown[][] = []
  const log = createConsoleLog({ window: { console: { error: (...line: unknown[]) => written.push(line) } } })
  log.error('Falló')
  log.error('Falló', { kind: 'timeout' })
  expect(written).toEqual([['Falló'], ['Falló', { kind: 'timeout' }]])
})
