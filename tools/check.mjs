import { ensureInstalled, run, TYPE_CHECKS } from './setup.mjs'

ensureInstalled()
process.exitCode = Math.max(
  run('npx', ['biome', 'check', '--write', '.']),
  ...TYPE_CHECKS.map(([, args]) => run('npx', ['tsc', ...args])),
)
