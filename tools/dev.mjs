import { spawn } from 'node:child_process'

import { readCommandLine } from './command-line.mjs'
import { ensureInstalled, ROOT } from './setup.mjs'

/**
 * Runs the server with reload at port 3001 and the portal with hot module replacement at
 * http://127.0.0.1:5173.
 */
readCommandLine()
ensureInstalled()
const start = (command, args, env = {}) =>
  spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
const children = [
  start('npx', ['tsx', 'watch', 'server/main.ts'], { PORT: '3001', DATA_DIR: process.env.DATA_DIR ?? 'data/dev' }),
  start('npx', ['vite'], { DEV_API: 'http://127.0.0.1:3001' }),
]
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
