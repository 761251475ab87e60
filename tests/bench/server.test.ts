import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.each([
  ['--rounds 0', '--rounds 0: must be a whole number from 1'],
  ['--only nothing', '--only nothing: the reads are prices of the day, close and average'],
  ['--round 3', "Unknown option '--round' (options: --rounds, --only)"],
])('bench:server refuses %s', (options, reason) => {
  const args = ['--import', 'tsx', 'bench/server.ts', ...options.split(' ')]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stderr).toContain(reason)
  expect(status).toBe(2)
})
