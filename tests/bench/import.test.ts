import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('bench:import --once prints one measurement and compares no memory', async () => {
  const args = ['--import', 'tsx', 'bench/import.ts', '--once', '--rows', '100']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect(stdout).toMatch(/^100 rows: .* rows\/s, peak \d+ MB, .*\n$/)
})
