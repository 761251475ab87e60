import { spawn } from 'node:child_process'
import { join } from 'node:path'

import { ensureBuilt, ensureInstalled, ROOT } from './setup.mjs'

/**
 * Runs a program of the built server until it ends. Forwards signals and exits with its exit code.
 */
export function serve(program) {
  ensureInstalled()
  ensureBuilt()
  const server = spawn(
    process.execPath,
    ['--enable-source-maps', join(ROOT, 'dist', 'server', program), ...process.argv.slice(2)],
    { stdio: 'inherit' },
  )
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal))
  server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
