import { expect, test } from 'vitest'

import { createConsoleLog } from '#src/adapters/system/console-log.ts'

test('the console log writes the message and an optional detail', () => {
  const lines: unknown[][] = []
  const log = createConsoleLog({ console: { error: (...line: unknown[]) => lines.push(line) } })
  log.error('Falló')
  log.error('Falló', { kind: 'timeout' })
  expect(lines).toEqual([['Falló'], ['Falló', { kind: 'timeout' }]])
})
