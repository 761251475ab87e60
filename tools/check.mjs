import { ensureInstalled, run } from './setup.mjs'

ensureInstalled()
process.exitCode = Math.max(
  run('npx', ['biome', 'check', '--write', '.']),
  run('npx', ['tsc', '--noEmit']),
  run('npx', ['tsc', '--noEmit', '-p', 'tsconfig.core.json']),
)
