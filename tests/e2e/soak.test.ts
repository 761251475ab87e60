import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { test } from 'vitest'

import { expect } from '#tests/support/browser.ts'

// `npm run trial:soak` takes an hour with 2,000 streams.
test('under streams and requests a server refuses nothing and loses no stream', async () => {
  const program = ['--import', 'tsx', 'bench/soak.ts', '--seconds', '5', '--streams', '20']
  const { stdout } = await promisify(execFile)(process.execPath, program)
  expect(stdout).toMatch(/20 streams opened, 0 lost; \d{2,} reads, 0 failed/)
  expect(stdout).toMatch(/MB an hour\ndelay of the event loop: p99 [\d.]+ ms/)
})
