import { readCommandLine } from './command-line.mjs'
import { ensureInstalled, run, TYPE_CHECKS } from './setup.mjs'

readCommandLine()
ensureInstalled()
process.exitCode = Math.max(
  run('npx', ['biome', 'check', '--write', '.']),
  ...TYPE_CHECKS.map(([, args]) => run('npx', ['tsc', ...args])),
)
