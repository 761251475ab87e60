import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'

import { afterFile } from '#tests/support/after-file.ts'
import { bundleProgram } from '#tests/support/bundle-program.ts'
import { migratedFolder } from '#tests/support/databases.ts'
import { temporaryPortal } from '#tests/support/portal-folder.ts'

/** A server in a separate process, started as a user starts it. */
export interface ServerProcess {
  readonly child: ChildProcess
  /** The standard output and the errors so far. */
  output(): string
  /** The exit code; null after a signal. */
  readonly ended: Promise<number | null>
  /** Waits for the server's URL; fails when the process ends first. */
  waitUntilReady(): Promise<string>
  /** Kills the process with SIGKILL and waits for its end. */
  kill(): Promise<void>
}

/**
 * Builds the server like `npm run build`, next to a small portal whose renderer has no pages. The
 * returned function starts a server with environment variables. Servers are killed after the file.
 */
export async function buildServer(): Promise<(env: Readonly<Record<string, string>>) => Promise<ServerProcess>> {
  const main = await bundleProgram('server/main.ts')
  const dist = dirname(dirname(main))
  await symlink(await temporaryPortal(), join(dist, 'portal'))
  await mkdir(join(dist, 'page'))
  await writeFile(
    join(dist, 'page', 'renderer.js'),
    'export const pageRenderer = { modules: [], findPage: () => null }',
  )
  return async (env) =>
    runServer(main, { PORT: '0', DATA_DIR: env['DATA_DIR'] ?? (await migratedFolder()), DEMO_DATA: 'off', ...env })
}

function runServer(main: string, env: Readonly<Record<string, string>>): ServerProcess {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  afterFile(() => void child.kill('SIGKILL'))
  const chunks: string[] = []
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)))
  child.stderr.on('data', (chunk) => chunks.push(String(chunk)))
  const output = () => chunks.join('')
  const ended = once(child, 'close').then(() => child.exitCode)

  return {
    ...{ child, output, ended },
    async waitUntilReady() {
      const ready = expect.poll(output).toContain('Ctrl+C')
      const failure = ended.then((code) => {
        throw new Error(`the server ended with ${code} before it was ready: ${output()}`)
      })
      await Promise.race([ready, failure])
      return /disponible en (http:\S+)/.exec(output())?.[1] ?? ''
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
